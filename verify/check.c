/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks mutants in a verify worker. Each build starts from the tree as it was built without any
 * mutant.
 *
 * Before the first mutant of a file is checked, an #error is put into the file. A build that still
 * succeeds does not compile that file, and would make every verdict wrong.
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
#include "verify/tree.h"
#include "verify/trial.h"

/* number of runs that a differing cell gets after the first */
#define NR_REPEATS 2

struct check {
	const struct verify_worker_opts *opts;
	int fd;
	struct verify_trials trials;
	char **proven;	 /* files that the build is proven to compile; strv */
	char **included; /* sources that are compiled as parts of others; strv */
	char *log;	 /* log file of the current build */
};

static void tell(const struct check *check, const struct verify_worker_message *message)
{
	/* If the caller is gone, the worker ends at its next request. */
	ssize_t sent = send(check->fd, message, sizeof(*message), MSG_NOSIGNAL);

	(void)sent;
}

static void tell_mutant(const struct check *check, uint32_t mutant, enum verify_outcome outcome,
			const char *detail)
{
	struct verify_worker_message message = {
		.type = VERIFY_WORKER_MUTANT,
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

static struct error *restore(const struct check *check)
{
	return verify_tree_restore(check->opts->reference, check->opts->sample->root);
}

/*
 * Writes the file PATH. Not every build knows which sources include a file, so that all sources
 * are made younger if PATH may be included.
 */
static struct error *put(const struct check *check, const char *path, const char *text, size_t size)
{
	struct error *err = verify_patch_write(path, text, size);

	if (!err && (!verify_tree_is_source(path) || strv_contains(check->included, path)))
		err = verify_tree_touch(check->opts->sample->root);
	return err;
}

/* *RET: the build succeeds although the file PATH has an #error. */
static struct error *build_broken(struct check *check, const char *path, const char *text,
				  size_t size, bool *ret)
{
	_cleanup_strbuf_ struct strbuf broken = { 0 };
	struct error *err, *undone;

	strbuf_add(&broken, text, size);
	strbuf_adds(&broken, "\n#error this file is compiled\n");
	err = put(check, path, broken.data, broken.length);
	if (!err)
		err = build(check, ret);
	undone = restore(check);
	if (!err)
		return undone;
	error_destroy(undone);
	return err;
}

/* Proves that the build command compiles the file PATH; ERROR_UNUSABLE if it does not. */
static struct error *prove(struct check *check, const char *path, const char *text, size_t size)
{
	bool built = false;
	struct error *err;

	if (strv_contains(check->proven, path))
		return NULL;
	err = build_broken(check, path, text, size, &built);
	if (!err && built && verify_tree_is_source(path)) {
		/* Other sources may include this source. */
		strv_append(&check->included, path);
		err = build_broken(check, path, text, size, &built);
	}
	if (!err && built)
		err = error_create(ERROR_UNUSABLE, "the build command does not compile it");
	if (!err)
		strv_append(&check->proven, path);
	return err;
}

/* Compares one cell with the stored verdict. A difference must show in every repetition. */
static struct error *check_cell(struct check *check, const struct verify_cell *cell,
				struct verify_worker_message *ret)
{
	enum verdict expected =
		cell->stored == VERDICT_NOT_REACHED ? VERDICT_SURVIVED : cell->stored;
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
		if (verdict != first || verdict == VERDICT_UNKNOWN) {
			ret->outcome = VERIFY_UNSTABLE;
			return NULL;
		}
	}
	ret->outcome = verdict_is_killed(first) && verdict_is_killed(expected) ? VERIFY_KIND
									       : VERIFY_WRONG;
	return NULL;
}

static struct error *sanitize_cell(struct check *check, const struct verify_cell *cell,
				   struct verify_worker_message *ret)
{
	_cleanup_free_ char *report = NULL;
	struct error *err = verify_trial_sanitize(&check->trials, cell->test, &report);

	if (err)
		return err;
	ret->outcome = report ? VERIFY_UB : VERIFY_PENDING;
	snprintf(ret->detail, sizeof(ret->detail), "%s", report ? report : "");
	return NULL;
}

static struct error *check_cells(struct check *check, const struct verify_request *request)
{
	const struct verify_mutant *mutant = &check->opts->sample->mutants.items[request->mutant];
	bool is_plain = check->opts->mode == VERIFY_WORKER_PLAIN;
	struct error *err = verify_trials_begin(&check->trials);

	for (uint32_t k = 0; k < mutant->cells.count && !err; k++) {
		struct verify_worker_message message = {
			.type = VERIFY_WORKER_CELL,
			.mutant = request->mutant,
			.cell = k,
		};

		if (request->cell != VERIFY_ALL_CELLS && request->cell != k)
			continue;
		err = is_plain ? check_cell(check, &mutant->cells.items[k], &message)
			       : sanitize_cell(check, &mutant->cells.items[k], &message);
		if (!err)
			tell(check, &message);
	}
	verify_trials_end(&check->trials);
	return err;
}

/* Builds the project with the mutant in the source, and runs the tests. */
static struct error *check_patched(struct check *check, const struct verify_request *request)
{
	bool built = false, is_new = false;
	struct error *err = build(check, &built);

	if (err)
		return err;
	if (!built) {
		_cleanup_free_ char *line = verify_shell_line(check->log, "error:");

		tell_mutant(check, request->mutant, VERIFY_NO_COMPILE, line);
		return NULL;
	}
	err = verify_tree_has_new_binary(check->opts->reference, check->opts->sample->root,
					 &is_new);
	if (!err && !is_new)
		err = error_create(ERROR_UNUSABLE, "the build made no program or library anew");
	if (!err)
		err = check_cells(check, request);
	if (!err)
		tell_mutant(check, request->mutant, VERIFY_EQUAL, "");
	return err;
}

/*
 * Runs the test of the request without the mutant first: a report counts only if the unmutated
 * program does not make it.
 */
static struct error *refer(struct check *check, const struct verify_request *request)
{
	const struct verify_mutant *mutant = &check->opts->sample->mutants.items[request->mutant];

	if (request->cell >= mutant->cells.count)
		return NULL;
	return verify_trials_refer(&check->trials, mutant->cells.items[request->cell].test);
}

static struct error *check_mutant(struct check *check, const struct verify_request *request)
{
	const struct verify_mutant *mutant = &check->opts->sample->mutants.items[request->mutant];
	_cleanup_free_ char *path = path_join(check->opts->sample->root, mutant->file);
	_cleanup_free_ char *text = NULL, *patched = NULL;
	size_t size, patched_size;
	struct error *err, *undone;

	err = fs_read_file(path, &text, &size);
	if (!err)
		err = verify_patch_text(text, size, mutant, &patched, &patched_size);
	if (!err)
		err = refer(check, request);
	if (!err)
		err = prove(check, path, text, size);
	if (err)
		return err;
	err = put(check, path, patched, patched_size);
	if (!err)
		err = check_patched(check, request);
	undone = restore(check);
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

/* Of a check that prepare() succeeded for. */
static void deinit(struct check *check)
{
	verify_trials_deinit(&check->trials);
	strv_destroy(check->proven);
	strv_destroy(check->included);
	free(check->log);
}

void verify_check_serve(const struct verify_worker_opts *opts, int fd)
{
	struct check check = { .opts = opts,
			       .fd = fd,
			       .log = xasprintf("%s/build.log", opts->scratch) };
	struct verify_worker_message message = { .type = VERIFY_WORKER_READY };
	struct error *err = prepare(&check);
	struct verify_request request;

	if (err) {
		message.type = VERIFY_WORKER_FAILED;
		snprintf(message.detail, sizeof(message.detail), "%s", err->message);
		error_destroy(err);
		tell(&check, &message);
		free(check.log);
		return;
	}
	tell(&check, &message);
	while (recv(fd, &request, sizeof(request), 0) == sizeof(request)) {
		err = check_mutant(&check, &request);
		if (err) {
			tell_mutant(&check, request.mutant, VERIFY_ERROR, err->message);
			error_destroy(err);
		}
	}
	deinit(&check);
}
