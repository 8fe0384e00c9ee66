/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt run --mutant=ID --test=NAME`: runs one cell of the stored matrix again, from the test's
 * record and the mutant's instances. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/run.h"
#include "cmd/run_cell.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "rewriter/subject/subject.h"
#include "runner/job/reference.h"
#include "runner/pool/worker_pool.h"
#include "runner/sandbox/scratch.h"

/* how many milliseconds a signal may go unnoticed */
#define LOOK_MS 100

static void print_file(const char *path)
{
	_cleanup_free_ char *data = NULL;
	size_t size;
	struct error *err = fs_read_file(path, &data, &size);

	if (!err)
		print_lines(stdout, data, size);
	error_destroy(err);
}

static void print_verdict(const struct cell *cell, const struct job_result *result)
{
	print("%s", cell->file);
	if (cell->line)
		print(":%" PRIu32, cell->line);
	print(": %s (%s): %s", cell->description, cell->id, verdict_name(job_verdict(result)));
	if (result->error[0])
		print(" (%s)", result->error);
	print("; executed %" PRIu64 " times", result->nr_hits);
	if (result->match != OUTPUT_SAME) {
		_cleanup_free_ char *detail = job_describe(result);

		print("; %s", detail);
	}
	if (cell->stored != VERDICT_UNKNOWN && cell->stored != job_verdict(result))
		print("; stored is: %s", verdict_name(cell->stored));
	putchar('\n');
}

/* Runs JOB. *IS_FOUND false: the run was cancelled and *RET has no result. */
static struct error *run_job(const struct cell *cell, struct worker_pool *pool,
			     const struct job *job, struct worker_pool_result *ret, bool *is_found)
{
	struct error *err = worker_pool_submit(pool, 0, job);

	*is_found = false;
	while (!err && !*is_found && !*cell->args->campaign.cancelled)
		err = worker_pool_wait(pool, LOOK_MS, ret, is_found);
	return err;
}

/* Runs the test with the switches ON. */
static struct error *run_once(const struct cell *cell, struct worker_pool *pool, const char *output,
			      const struct remt_switch *on, struct limits limits,
			      struct worker_pool_result *ret, bool *is_found)
{
	struct job job = {
		.test = &cell->test,
		.mode = WORKER_EXEC,
		.session_mode = REMT_MODE_MUTATE,
		.exec.is_followed = cell->is_followed,
		.on = on,
		.nr_on = (uint32_t)cell->switches.count,
		.limits = limits,
		.keep.output = output,
		.expected = cell->expected,
	};

	return run_job(cell, pool, &job, ret, is_found);
}

/* Learns from a run without the mutant what the test prints, if its output is the oracle. */
static struct error *learn_output(struct cell *cell, struct worker_pool *pool, const char *output)
{
	const struct allowance_opts *allowance = &cell->args->campaign.allowance;
	struct job job = {
		.test = &cell->test,
		.mode = WORKER_EXEC,
		.session_mode = REMT_MODE_OFF,
		.exec.is_followed = cell->is_followed,
		.limits = reference_limits(allowance, &cell->use, cell->count),
		.keep.output = output,
	};
	struct worker_pool_result taken;
	struct error *err;
	bool is_found;

	if (cell->oracle != STORE_ORACLE_OUTPUT)
		return NULL;
	err = run_job(cell, pool, &job, &taken, &is_found);
	if (err || !is_found)
		return err;
	err = expectation_read(output, &cell->expected);
	if (err || (cell->expected && cell->expected->hash == cell->output_hash))
		return err;
	expectation_destroy(cell->expected);
	cell->expected = NULL;
	cmd_warn("unmutated, the test prints other things than when its run was stored: the "
		 "harness's verdict alone counts");
	return NULL;
}

/* Confirms a timeout as the matrix does (runner/job/reference.h). */
static struct error *run_confirmed(const struct cell *cell, struct worker_pool *pool,
				   const char *output, struct worker_pool_result *ret,
				   bool *is_found)
{
	const struct allowance_opts *allowance = &cell->args->campaign.allowance;
	_cleanup_free_ struct remt_switch *on =
		xmemdup(cell->switches.items, cell->switches.count * sizeof(*on));
	struct allowance_use use;
	struct error *err;

	reference_neutralise(on, (uint32_t)cell->switches.count);
	err = run_once(cell, pool, NULL, on, reference_limits(allowance, &cell->use, cell->count),
		       ret, is_found);
	if (err || !*is_found)
		return err;
	use = reference_measure(&ret->result, &cell->use);
	return run_once(cell, pool, output, cell->switches.items,
			allowance_confirming(allowance, &use, cell->count), ret, is_found);
}

static void tell_gaps(const struct worker_pool *pool, enum contain_wish wish)
{
	_cleanup_strv_ char **gaps = isolation_gaps(worker_pool_isolation(pool), wish);

	for (size_t i = 0; gaps && gaps[i]; i++)
		cmd_warn("%s", gaps[i]);
}

static struct error *execute_in(struct cell *cell, struct worker_pool *pool, const char *scratch)
{
	const struct allowance_opts *allowance = &cell->args->campaign.allowance;
	_cleanup_free_ char *output = path_join(scratch, "output");
	struct worker_pool_result taken;
	bool is_found = false;
	struct error *err = learn_output(cell, pool, output);

	if (!err && !*cell->args->campaign.cancelled)
		err = run_once(cell, pool, output, cell->switches.items,
			       allowance_suspecting(allowance, &cell->use, cell->count), &taken,
			       &is_found);
	if (!err && is_found && job_verdict(&taken.result) == VERDICT_KILLED_TIMEOUT &&
	    taken.result.limit != LIMIT_ENDLESS)
		err = run_confirmed(cell, pool, output, &taken, &is_found);
	if (err || !is_found)
		return err;
	print_file(output);
	print_verdict(cell, &taken.result);
	return NULL;
}

/*
 * Reads the stored run's binaries, which must be as they were, and writes to PATH what the run-time
 * is to know of them.
 */
static struct error *open_subjects(struct cell *cell, const char *path)
{
	bool is_there = false;

	for (char **binary = cell->binaries; *binary; binary++) {
		struct subject *subject;
		struct error *err = subject_open(*binary, &subject);

		if (err)
			return err;
		vec_push(&cell->subjects, subject);
		is_there |= subject->module.uid == cell->switches.items[0].uid;
		cell->is_followed |= subject->is_static;
	}
	if (!is_there)
		return error_create(ERROR_UNUSABLE,
				    "%s has changed since its run was stored: run its tests again",
				    cell->binaries[0]);
	return subjects_write(cell->subjects.items, cell->subjects.count, path);
}

static struct error *execute(struct cell *cell, const char *scratch)
{
	_cleanup_free_ char *variants = path_join(scratch, "variants");
	struct campaign_opts own = cell->args->campaign;
	const struct campaign_opts *opts = &own;
	struct worker_pool_opts worker_pool_opts = {
		.nr_workers = 1,
		.scratch = scratch,
		.runtime = opts->runtime,
		.view_root = opts->no_isolation ? NULL : cell->root,
		.cancelled = opts->cancelled,
	};
	struct worker_pool *pool;
	struct error *err = cell->binaries ? open_subjects(cell, variants) : NULL;
	const struct subject_list subjects = { cell->subjects.items, cell->subjects.count };

	if (err)
		return err;
	if (cell->binaries)
		worker_pool_opts.variants = variants;
	if (cell->is_followed)
		worker_pool_opts.subjects = &subjects;
	own.allow_network |= cell->allow_network != 0;
	worker_pool_opts.wish = campaign_wish(&own);
	err = worker_pool_create(&worker_pool_opts, &pool);
	if (err)
		return err;
	tell_gaps(pool, worker_pool_opts.wish);
	err = execute_in(cell, pool, scratch);
	worker_pool_destroy(pool);
	return err;
}

int run_cell(const struct run_args *args)
{
	struct cell cell = { .args = args };
	struct store *store;
	struct scratch scratch = { 0 };
	struct error *err = cmd_open_store(args->store, &store);

	if (err)
		return cmd_fail(err);
	err = cell_load(store, &cell);
	store_close(store);
	if (!err)
		err = scratch_create(&scratch);
	if (!err)
		err = args->gdb ? cell_debug(&cell, scratch.path) : execute(&cell, scratch.path);
	scratch_destroy(&scratch);
	cell_deinit(&cell);
	if (*args->campaign.cancelled) {
		error_destroy(err);
		cmd_say("stopped before the test ended");
		return 128 + (int)*args->campaign.cancelled;
	}
	return err ? cmd_fail(err) : EXIT_OK;
}
