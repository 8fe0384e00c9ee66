/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/variant.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
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

enum {
	MAX_TEXT = 1 << 20, /* bytes of an output that are kept */
	HASTE = 2,	    /* part of the least processor time of a suspect that first runs have */
	WORTH_A_PROOF_MS = 400, /* a proof that it never ends may take as long, and fail */
};

/* One call of variant_run_all(). */
struct pass {
	struct side *side;
	struct variant_run *runs;
	size_t count, next;
	bool is_serial_running;
	struct remt_switch on[REMT_SESSION_MAX_ON];
};

static const char *const names[NR_OBSERVED_TEXTS] = {
	[OBSERVED_OUTPUT] = "out",    [OBSERVED_ERROR] = "err", [OBSERVED_FILES] = "files",
	[OBSERVED_REPORT] = "report", /* no file: part of the one before */
	[OBSERVED_CHECKS] = "checks",
};

static char *scratch_path(const struct pass *pass, size_t run, const char *name)
{
	return xasprintf("%s/variant-%zu.%s", pass->side->campaign.scratch.path, run, name);
}

/* True if nothing else may run beside it. */
static bool is_serial(const struct pass *pass, size_t run)
{
	return pass->side->campaign.suite.tests.tests[pass->runs[run].test].serial;
}

static bool add_mutant(struct pass *pass, uint32_t index, uint32_t *nr_on)
{
	const struct inventory *inventory = &pass->side->campaign.inventory;
	uint32_t count;

	if (!inventory_switches(inventory, &inventory->mutants.items[index], pass->on + *nr_on,
				REMT_SESSION_MAX_ON - *nr_on, &count))
		return false;
	*nr_on += count;
	return true;
}

/* The switches of RUN; false: they are too many. */
static bool fill_switches(struct pass *pass, const struct variant_run *run, uint32_t *ret_count)
{
	*ret_count = 0;
	for (uint32_t i = 0; i < run->nr_branches; i++) {
		if (!add_mutant(pass, pass->side->branches.items.items[run->branches[i]].negated,
				ret_count))
			return false;
	}
	return run->mutant == BRANCH_NONE || add_mutant(pass, run->mutant, ret_count);
}

/* Executions of what is negated in the unmutated run; true if some came before main. */
static bool count_executions(const struct pass *pass, const struct variant_run *run,
			     uint64_t *ret_count)
{
	const struct coverage *coverage = &pass->side->campaign.baselines[run->test].coverage;
	bool is_early = false;

	*ret_count = 0;
	for (uint32_t i = 0; i < run->nr_branches; i++) {
		const struct coverage_entry *entry = coverage_find(
			coverage, pass->side->branches.items.items[run->branches[i]].place);

		if (entry) {
			*ret_count += entry->count;
			is_early |= entry->before_main;
		}
	}
	return is_early;
}

/* What the test uses without negations, traced if the run is: hooks take several times as long as
 * what they look at. */
static struct allowance_use use_of(const struct pass *pass, const struct variant_run *run)
{
	struct allowance_use use = pass->side->campaign.baselines[run->test].use;
	uint64_t traced_us = run->traces ? pass->side->traced_us[run->test] : 0;

	if (traced_us > use.cpu_us) {
		use.wall_us += traced_us - use.cpu_us;
		use.longest_us = 0;
		use.cpu_us = traced_us;
	}
	return use;
}

/* Most variants that meet the limit of their first run do so in both versions, and are alike; of
 * the others all runs that follow have much more time. */
static struct limits first_limits(const struct allowance_opts *opts,
				  const struct allowance_use *use, uint64_t count)
{
	struct allowance_opts hasty = *opts;
	struct limits limits;

	hasty.min_cpu_ms /= HASTE;
	limits = allowance_suspecting(&hasty, use, count);
	if (limits.cpu_ms <= WORTH_A_PROOF_MS)
		limits.endless_ms = 0;
	limits.cpu_ms += !limits.cpu_ms; /* 0 is no limit */
	return limits;
}

static struct limits limits_of(const struct pass *pass, const struct variant_run *run,
			       uint64_t count)
{
	const struct campaign *campaign = &pass->side->campaign;
	const struct allowance_opts *opts = &campaign->opts->allowance;
	struct allowance_use use = use_of(pass, run);
	struct limits limits = run->scale > 1  ? allowance_limits(opts, &use, count, run->scale)
			       : run->is_hasty ? first_limits(opts, &use, count)
					       : allowance_suspecting(opts, &use, count);

	limits.hits = 0; /* what a variant does behind its negations, no other run tells */
	return limits;
}

static struct error *submit(struct pass *pass, unsigned worker, size_t index)
{
	struct variant_run *run = &pass->runs[index];
	struct campaign *campaign = &pass->side->campaign;
	const struct baseline *baseline = &campaign->baselines[run->test];
	_cleanup_free_ char *out = scratch_path(pass, index, names[OBSERVED_OUTPUT]);
	_cleanup_free_ char *error = scratch_path(pass, index, names[OBSERVED_ERROR]);
	_cleanup_free_ char *files = scratch_path(pass, index, names[OBSERVED_FILES]);
	_cleanup_free_ char *checks = scratch_path(pass, index, names[OBSERVED_CHECKS]);
	_cleanup_free_ char *cover = scratch_path(pass, index, "cover");
	uint64_t count;
	bool is_early = count_executions(pass, run, &count);
	struct job job = {
		.id = index,
		.test = &campaign->suite.tests.tests[run->test],
		.mode = is_early || run->probe || baseline->mode == WORKER_EXEC ? WORKER_EXEC
										: WORKER_FORKSERVER,
		.session_mode = run->traces ? REMT_MODE_NEGATE : REMT_MODE_MUTATE,
		.on = pass->on,
		.server_device = baseline->server_device,
		.server_inode = baseline->server_inode,
		.limits = limits_of(pass, run, count),
		.observes = true,
		.keep_output = out,
		.keep_error = error,
		.keep_written = files,
		.checks = side_checks_job(pass->side, run->checks, checks),
		.probe = run->probe,
	};

	if (!fill_switches(pass, run, &job.nr_on)) {
		run->seen.problem = xstrdup("its negations are in too many places");
		return NULL;
	}
	if (run->traces) {
		if (mkdir(cover, 0700) < 0)
			return error_errno(ERROR_INTERNAL, errno, "making %s", cover);
		job.cover_dir = cover;
	}
	pass->is_serial_running = is_serial(pass, index);
	return crew_submit(campaign->crew, worker, &job);
}

/* What the file PATH holds, which goes; NULL: there is none. */
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

/* The text at PATH; NULL: there is none. */
static char *take_text(const char *path)
{
	size_t size;
	_cleanup_free_ char *data = take_file(path, &size);
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!data)
		return NULL;
	for (size_t at = 0; at < size && at < MAX_TEXT; at += strlen(data + at) + 1) {
		if (at)
			strbuf_adds(&text, "\\0");
		strbuf_adds(&text, data + at);
	}
	if (size > MAX_TEXT)
		strbuf_addf(&text, "\n(%zu bytes, hash %016" PRIx64 ")\n", size,
			    hash_bytes(data, size));
	return strbuf_take(&text);
}

/* The records at PATH as text; NULL: there are none. */
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
	struct error *err = coverage_read(side->campaign.reader, cover, &run->coverage);

	if (err) {
		error_destroy(fs_remove_tree(cover));
		return err;
	}
	run->ways = xcalloc(side->branches.items.count, sizeof(uint8_t));
	branches_add_ways(&side->branches, &side->campaign.inventory, &run->coverage, run->ways);
	/* What was compared is the condition, and executed is what it does not say. */
	for (uint32_t i = 0; i < run->nr_branches; i++) {
		uint8_t *ways = &run->ways[run->branches[i]];

		*ways = (uint8_t)((*ways & BRANCH_TRUE ? BRANCH_FALSE : 0) |
				  (*ways & BRANCH_FALSE ? BRANCH_TRUE : 0));
	}
	return fs_remove_tree(cover);
}

/* Why the result says nothing; NULL: it counts. */
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

static void take(struct pass *pass, const struct crew_result *taken)
{
	const struct job_result *result = &taken->result;
	struct variant_run *run = &pass->runs[result->id];
	const char *problem = find_problem(run, result);
	struct error *err = NULL;

	run->seen.status = result->status;
	run->seen.limit = result->limit;
	run->seen.result = result->result;
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		_cleanup_free_ char *path = scratch_path(pass, result->id, names[i]);

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
		err = take_ways(pass, run, result->id);
	} else if (run->traces) {
		_cleanup_free_ char *cover = scratch_path(pass, result->id, "cover");

		err = fs_remove_tree(cover);
	}
	if (err) {
		run->seen.problem = xstrdup(err->message);
		error_destroy(err);
	} else if (problem) {
		run->seen.problem = xstrdup(problem);
	}
}

/* True if the next run may begin now. */
static bool can_begin(const struct pass *pass)
{
	const struct campaign *campaign = &pass->side->campaign;

	if (pass->next == pass->count || pass->is_serial_running ||
	    campaign_is_cancelled(campaign) || crew_idle(campaign->crew) == CREW_NO_WORKER)
		return false;
	return !is_serial(pass, pass->next) || crew_count_busy(campaign->crew) == 0;
}

/* A result is looked at while the worker that it came from is at the next run. */
static struct error *step(struct pass *pass)
{
	struct crew *crew = pass->side->campaign.crew;
	struct crew_result taken;
	struct error *err = NULL;
	bool is_found = false;

	if (crew_count_busy(crew))
		err = crew_wait(crew, -1, &taken, &is_found);
	if (is_found && is_serial(pass, (size_t)taken.result.id))
		pass->is_serial_running = false;
	while (!err && can_begin(pass)) {
		err = submit(pass, crew_idle(crew), pass->next);
		pass->next++;
	}
	if (is_found)
		take(pass, &taken);
	return err;
}

struct error *variant_run_all(struct side *side, struct variant_run *runs, size_t count)
{
	struct pass *pass = xcalloc(1, sizeof(*pass));
	struct error *err = NULL;

	pass->side = side;
	pass->runs = runs;
	pass->count = count;
	while (!err && (pass->next < count || crew_count_busy(side->campaign.crew)) &&
	       !campaign_is_cancelled(&side->campaign))
		err = step(pass);
	free(pass);
	return err;
}

void variant_run_deinit(struct variant_run *run)
{
	observation_deinit(&run->seen);
	free(run->ways);
	coverage_deinit(&run->coverage);
	run->ways = NULL;
	run->coverage = (struct coverage){ 0 };
}
