/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the results of a run of a variant from the files that the worker has left in the scratch
 * directory: outputs, written files, records of checks, coverage. Each file is removed.
 *
 * Outputs beyond MAX_TEXT bytes are kept as their beginning, their size and their hash.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "iso/sanitizer.h"
#include "iso/variant_state.h"

enum { MAX_TEXT = 1 << 20 /* bytes of an output that are kept */ };

static const char *const names[NR_OBSERVED_TEXTS] = {
	[OBSERVED_OUTPUT] = "out",    [OBSERVED_ERROR] = "err", [OBSERVED_FILES] = "files",
	[OBSERVED_REPORT] = "report", /* no file: taken out of standard error */
	[OBSERVED_CHECKS] = "checks",
};

static char *scratch_path(const struct pass *pass, size_t run, const char *name)
{
	return xasprintf("%s/variant-%zu.%s", campaign_scratch(pass->side->campaign), run, name);
}

struct error *variant_make_keep(const struct pass *pass, size_t index, struct job_keep *keep)
{
	const struct variant_run *run = &pass->runs[index];

	*keep = (struct job_keep){
		.output = scratch_path(pass, index, names[OBSERVED_OUTPUT]),
		.error = scratch_path(pass, index, names[OBSERVED_ERROR]),
		.written = scratch_path(pass, index, names[OBSERVED_FILES]),
	};
	if (run->checks != REMT_CHECKS_OFF && pass->side->checks.units.count)
		keep->checks = scratch_path(pass, index, names[OBSERVED_CHECKS]);
	if (!run->traces)
		return NULL;
	keep->coverage = scratch_path(pass, index, "cover");
	if (mkdir(keep->coverage, 0700) < 0)
		return error_errno(ERROR_INTERNAL, errno, "making %s", keep->coverage);
	return NULL;
}

void variant_free_keep(const struct job_keep *keep)
{
	free((char *)keep->output);
	free((char *)keep->error);
	free((char *)keep->written);
	free((char *)keep->checks);
	free((char *)keep->coverage);
}

void variant_forget(const struct pass *pass, size_t run)
{
	_cleanup_free_ char *cover = scratch_path(pass, run, "cover");

	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		_cleanup_free_ char *path = scratch_path(pass, run, names[i]);

		unlink(path);
	}
	error_destroy(fs_remove_tree(cover));
}

/*
 * Returns the content of the file PATH and removes the file; NULL if there is none or it can't be
 * read. Owned by the caller.
 */
static char *take_file(const char *path, size_t *ret_size)
{
	char *data = NULL;
	struct error *err;

	if (!fs_exists(path))
		return NULL;
	err = fs_read_file(path, &data, ret_size);
	unlink(path);
	if (err) {
		error_destroy(err);
		return NULL;
	}
	return data;
}

/*
 * Returns the text in the file PATH, with "\0" for each NUL, and removes the file; NULL if there is
 * none. Owned by the caller.
 */
static char *take_text(const char *path)
{
	size_t size;
	_cleanup_free_ char *data = take_file(path, &size);
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!data)
		return NULL;
	for (size_t at = 0; at < size && at < MAX_TEXT; at++) {
		strbuf_adds(&text, data + at);
		at += strlen(data + at);
		if (at < size)
			strbuf_adds(&text, "\\0");
	}
	if (size > MAX_TEXT)
		strbuf_addf(&text, "\n(%zu bytes, hash %016" PRIx64 ")\n", size,
			    hash_bytes(data, size));
	return strbuf_take(&text);
}

/*
 * Returns the records of checks in the file PATH as text, and removes the file; NULL if there is
 * none. Owned by the caller.
 */
static char *take_checks(const struct pass *pass, const struct variant_run *run, const char *path)
{
	size_t size;
	_cleanup_free_ char *data = take_file(path, &size);

	if (!data)
		return NULL;
	if (run->checks == REMT_CHECKS_RECORD)
		side_exempt(pass->side, data, size);
	return side_describe_checks(data, size);
}

static struct error *take_ways(const struct pass *pass, struct variant_run *run, size_t index)
{
	struct side *side = pass->side;
	_cleanup_free_ char *cover = scratch_path(pass, index, "cover");
	struct error *err = campaign_read_coverage(side->campaign, cover, &run->coverage);

	if (err) {
		error_destroy(fs_remove_tree(cover));
		return err;
	}
	run->ways = xcalloc(side->branches.items.count, sizeof(uint8_t));
	branches_add_ways(&side->branches, campaign_inventory(side->campaign), &run->coverage,
			  run->ways);
	/* Coverage tells the values of the condition; the program went the way of the negated
	 * value. */
	for (uint32_t i = 0; i < run->nr_branches; i++) {
		uint8_t *ways = &run->ways[run->branches[i]];

		*ways = (uint8_t)((*ways & BRANCH_TRUE ? BRANCH_FALSE : 0) |
				  (*ways & BRANCH_FALSE ? BRANCH_TRUE : 0));
	}
	return fs_remove_tree(cover);
}

/* Returns why the result says nothing; NULL if it counts. */
static const char *find_problem(const struct variant_run *run, const struct job_result *result)
{
	if (result->error[0])
		return result->error;
	if (result->nr_attached == 0)
		return "no process attached the run-time";
	if (run->nr_branches == 1 && result->nr_switched == 0 && result->nr_hits > 0)
		return "internal error: the negation could not be switched on";
	return NULL;
}

void variant_take(struct pass *pass, size_t index, const struct job_result *result)
{
	struct variant_run *run = &pass->runs[index];
	const char *problem = find_problem(run, result);
	struct error *err = NULL;

	run->seen.status = result->status;
	run->seen.limit = result->limit;
	run->seen.result = result->result;
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		_cleanup_free_ char *path = scratch_path(pass, index, names[i]);

		if (result->limit != LIMIT_NONE)
			unlink(path);
		else if (i == OBSERVED_CHECKS)
			run->seen.texts[i] = take_checks(pass, run, path);
		else if (i == OBSERVED_REPORT && run->seen.texts[OBSERVED_ERROR])
			run->seen.texts[i] = sanitizer_take(run->seen.texts[OBSERVED_ERROR]);
		else
			run->seen.texts[i] = take_text(path);
	}
	if (run->traces && run->nr_branches == 0 && !problem && result->limit == LIMIT_NONE)
		pass->side->traced_us[run->test] = result->cpu_us;
	if (run->traces && !problem) {
		err = take_ways(pass, run, index);
	} else if (run->traces) {
		_cleanup_free_ char *cover = scratch_path(pass, index, "cover");

		err = fs_remove_tree(cover);
	}
	if (err) {
		run->seen.problem = xstrdup(err->message);
		error_destroy(err);
	} else if (problem) {
		run->seen.problem = xstrdup(problem);
	}
}
