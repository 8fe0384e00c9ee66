/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Before the first mutant of a file an #error is put into it: a build that
 * still succeeds does not compile that file, and every verdict would be wrong.
 */
#include "verify/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "verify/patch.h"
#include "verify/shell.h"
#include "verify/trial.h"

/* Runs that a differing cell gets beyond the first. */
#define NR_REPEATS 2

struct check {
	const struct verify_lane_opts *opts;
	int fd;
	struct verify_trials trials;
	char **proven; /* files that the build compiles; strv */
	char *log;     /* of the current build */
};

static void tell(const struct check *check, const struct verify_lane_message *message)
{
	/* A caller that is gone ends the lane at its next request. */
	ssize_t sent = send(check->fd, message, sizeof(*message), MSG_NOSIGNAL);

	(void)sent;
}

static void tell_mutant(const struct check *check, uint32_t mutant, enum verify_outcome outcome,
			const char *detail)
{
	struct verify_lane_message message = {
		.type = VERIFY_LANE_MUTANT,
		.mutant = mutant,
		.outcome = outcome,
	};

	snprintf(message.detail, sizeof(message.detail), "%s", detail);
	tell(check, &message);
}

static struct error *build(struct check *check, bool *ret)
{
	const struct verify_build *how = check->opts->build;

	unlink(check->log);
	return verify_shell(how->build, check->opts->sample->root, how->environment, check->log,
			    how->timeout_s, ret);
}

/* Makes sure that the build command compiles the file PATH. */
static struct error *prove(struct check *check, const char *path, const char *text, size_t size)
{
	_cleanup_strbuf_ struct strbuf broken = { 0 };
	bool built = false;
	struct error *err, *undone;

	if (strv_contains(check->proven, path))
		return NULL;
	/* A file that was patched before is still to be compiled anew: no failure may come from that. */
	err = build(check, &built);
	if (err)
		return err;
	strbuf_add(&broken, text, size);
	strbuf_adds(&broken, "\n#error this file is compiled\n");
	err = verify_patch_write(path, broken.data, broken.length);
	if (!err)
		err = build(check, &built);
	undone = verify_patch_write(path, text, size);
	if (err) {
		error_destroy(undone);
		return err;
	}
	if (!undone && built)
		return error_create(ERROR_UNUSABLE, "the build command does not compile it");
	strv_append(&check->proven, path);
	return undone;
}

/* Compares one cell; a difference must show in every repetition. */
static struct error *check_cell(struct check *check, const struct verify_cell *cell,
				struct verify_lane_message *ret)
{
	enum verdict expected = cell->stored == VERDICT_NOT_REACHED ? VERDICT_SURVIVED : cell->stored;
	enum verdict first = VERDICT_UNKNOWN, verdict;

	for (int i = 0; i <= NR_REPEATS; i++) {
		_cleanup_free_ char *detail = NULL;
		struct error *err = verify_trial_run(&check->trials, cell->test, &verdict, &detail);

		if (err)
			return err;
		if (i == 0) {
			first = verdict;
			snprintf(ret->detail, sizeof(ret->detail), "%s", detail);
		}
		ret->verdict = first;
		if (first == expected) {
			ret->outcome = VERIFY_EQUAL;
			return NULL;
		}
		if (verdict != first) {
			ret->outcome = VERIFY_UNSTABLE;
			return NULL;
		}
	}
	ret->outcome = verdict_is_killed(first) && verdict_is_killed(expected) ? VERIFY_KIND : VERIFY_WRONG;
	return NULL;
}

static struct error *sanitize_cell(struct check *check, const struct verify_cell *cell,
				   struct verify_lane_message *ret)
{
	_cleanup_free_ char *report = NULL;
	struct error *err = verify_trial_sanitize(&check->trials, cell->test, &report);

	if (err)
		return err;
	ret->verdict = cell->found;
	ret->outcome = report ? VERIFY_UB : cell->outcome;
	snprintf(ret->detail, sizeof(ret->detail), "%s", report ? report : cell->detail ? cell->detail : "");
	return NULL;
}

static bool is_difference(const struct verify_cell *cell)
{
	return cell->outcome == VERIFY_WRONG || cell->outcome == VERIFY_KIND ||
	       cell->outcome == VERIFY_UNSTABLE;
}

static struct error *check_cells(struct check *check, uint32_t index)
{
	const struct verify_mutant *mutant = &check->opts->sample->mutants.items[index];
	bool is_plain = check->opts->mode == VERIFY_LANE_PLAIN;
	struct error *err = verify_trials_begin(&check->trials);

	for (uint32_t k = 0; k < mutant->cells.count && !err; k++) {
		struct verify_lane_message message = {
			.type = VERIFY_LANE_CELL,
			.mutant = index,
			.cell = k,
		};

		if (!is_plain && !is_difference(&mutant->cells.items[k]))
			continue;
		err = is_plain ? check_cell(check, &mutant->cells.items[k], &message) :
				 sanitize_cell(check, &mutant->cells.items[k], &message);
		if (!err)
			tell(check, &message);
	}
	verify_trials_end(&check->trials);
	return err;
}

/* With the mutant in the source: builds and runs. */
static struct error *check_patched(struct check *check, uint32_t index)
{
	bool built = false;
	struct error *err = build(check, &built);

	if (err)
		return err;
	if (!built) {
		_cleanup_free_ char *line = verify_shell_line(check->log, "error:");

		tell_mutant(check, index, VERIFY_NO_COMPILE, line);
		return NULL;
	}
	err = check_cells(check, index);
	if (!err)
		tell_mutant(check, index, VERIFY_EQUAL, "");
	return err;
}

static struct error *check_mutant(struct check *check, uint32_t index)
{
	const struct verify_mutant *mutant = &check->opts->sample->mutants.items[index];
	_cleanup_free_ char *path = path_join(check->opts->sample->root, mutant->file);
	_cleanup_free_ char *text = NULL, *patched = NULL;
	size_t size, patched_size;
	struct error *err, *undone;

	err = fs_read_file(path, &text, &size);
	if (!err)
		err = verify_patch_text(text, size, mutant, &patched, &patched_size);
	if (!err)
		err = prove(check, path, text, size);
	if (err)
		return err;
	err = verify_patch_write(path, patched, patched_size);
	if (!err)
		err = check_patched(check, index);
	undone = verify_patch_write(path, text, size);
	if (!err)
		return undone;
	error_destroy(undone);
	return err;
}

static struct error *prepare(struct check *check)
{
	struct error *err = verify_copy_enter(check->opts->copy, check->opts->sample->root);

	return err ? err : verify_trials_init(check->opts, &check->trials);
}

void verify_check_serve(const struct verify_lane_opts *opts, int fd)
{
	struct check check = { .opts = opts, .fd = fd, .log = xasprintf("%s/build.log", opts->scratch) };
	struct verify_lane_message message = { .type = VERIFY_LANE_READY };
	struct error *err = prepare(&check);
	uint32_t index;

	if (err) {
		message.type = VERIFY_LANE_FAILED;
		snprintf(message.detail, sizeof(message.detail), "%s", err->message);
		error_destroy(err);
		tell(&check, &message);
		return;
	}
	tell(&check, &message);
	while (recv(fd, &index, sizeof(index), 0) == sizeof(index)) {
		err = check_mutant(&check, index);
		if (err) {
			tell_mutant(&check, index, VERIFY_ERROR, err->message);
			error_destroy(err);
		}
	}
}
