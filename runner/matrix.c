/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/matrix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/reference.h"

enum {
	MIN_DONE = 20,	   /* mutants or cells, before the rest is foretold */
	FLUSH_MS = 80,	   /* verdicts are on the disk at most 100 ms after their run */
	SHOW_MS = 200,	   /* between two states of the progress */
	MAX_LOST = 3,	   /* workers that may die over one cell */
	MAX_FALLBACKS = 3, /* of one test in a row; then it is run by exec */
};

/* Why a cell is being run again. */
enum attempt {
	ATTEMPT_FIRST = 0,
	ATTEMPT_CONFIRM,   /* it timed out, and there is a reference */
	ATTEMPT_PROVE,	   /* the mutant was not seen on */
	ATTEMPT_REFERENCE, /* it timed out: with the clone on and no mutant */
};

/* What a worker has in hand. */
struct task {
	struct plan_cell cell;
	enum attempt attempt;
	enum limit_hit met; /* REFERENCE, CONFIRM: by the run that timed out */
	bool is_audited;    /* the infection filter could have decided it */
	bool by_exec;	    /* for want of proof from the fork-server */
	unsigned nr_lost;   /* workers that died over the cell */
	bool was_killed;    /* by SIGKILL in the run before, for which this attempt is repeated */
	uint32_t test;	    /* the worker's last one, whose fork-server it may have */
};

struct matrix {
	const struct matrix_opts *opts;
	struct plan *plan;
	struct crew *crew;
	struct store *store;
	const struct events *events;
	struct matrix_counts *counts;
	struct task *tasks;    /* per worker */
	uint8_t *nr_fallbacks; /* per test */
	bool is_serial_running;
	bool is_dirty; /* something was put into the store and not flushed */
	uint64_t started_ms, flushed_ms, shown_ms;
	uint64_t nr_before;	      /* mutants or cells that were done at the start */
	struct remt_switch *switches; /* scratch: those of the cell submitted last */
	struct reference_list references;
};

static const struct inventory_mutant *mutant_of(const struct matrix *matrix, struct plan_cell cell)
{
	return &matrix->opts->inventory->mutants.items[cell.mutant];
}

static const struct coverage_entry *cover_of(const struct matrix *matrix, struct plan_cell cell)
{
	return coverage_find(&matrix->opts->baselines[cell.test].coverage,
			     mutant_of(matrix, cell)->place);
}

/* Mutants that are reached before main are out of a fork-server's reach. */
static enum worker_mode mode_of(const struct matrix *matrix, const struct task *task)
{
	const struct coverage_entry *entry = cover_of(matrix, task->cell);

	if (task->by_exec || entry->before_main ||
	    matrix->nr_fallbacks[task->cell.test] >= MAX_FALLBACKS)
		return WORKER_EXEC;
	return matrix->opts->baselines[task->cell.test].mode;
}

static char *log_of(const struct matrix *matrix, struct plan_cell cell)
{
	char id[INVENTORY_ID_DIGITS + 1];

	if (!matrix->opts->logs)
		return NULL;
	inventory_id_text(mutant_of(matrix, cell)->id, id);
	return xasprintf("%s/%s-%" PRIu32 ".out", matrix->opts->logs, id, cell.test + 1);
}

/* Puts the switches of a cell into the scratch; returns their number, at least 1. */
static uint32_t fill_switches(struct matrix *matrix, struct plan_cell cell)
{
	uint32_t nr_on;

	inventory_switches(matrix->opts->inventory, mutant_of(matrix, cell), matrix->switches,
			   REMT_SESSION_MAX_ON, &nr_on);
	return nr_on;
}

/* Of the cell whose switches are in the scratch. */
static struct limits limits_of(const struct matrix *matrix, const struct task *task)
{
	const struct allowance_opts *allowance = &matrix->opts->allowance;
	const struct allowance_use *unmutated = &matrix->opts->baselines[task->cell.test].use;
	const struct allowance_use *reference =
		reference_find(&matrix->references, task->cell.test, matrix->switches);
	uint64_t count = cover_of(matrix, task->cell)->count;

	if (task->attempt == ATTEMPT_REFERENCE)
		return reference_limits(allowance, unmutated, count);
	if (task->attempt == ATTEMPT_CONFIRM)
		return allowance_confirming(allowance, reference, count, task->met);
	return allowance_limits(allowance, unmutated, count, 1);
}

static struct error *task_submit(struct matrix *matrix, unsigned worker)
{
	struct task *task = &matrix->tasks[worker];
	const struct baseline *baseline = &matrix->opts->baselines[task->cell.test];
	_cleanup_free_ char *log = log_of(matrix, task->cell);
	uint32_t nr_on = fill_switches(matrix, task->cell);
	struct job job = {
		.id = (uint64_t)task->cell.mutant << 32 | task->cell.test,
		.test = &matrix->opts->tests->tests[task->cell.test],
		.mode = mode_of(matrix, task),
		.session_mode = REMT_MODE_MUTATE,
		.on = matrix->switches,
		.nr_on = nr_on,
		.server_device = baseline->server_device,
		.server_inode = baseline->server_inode,
		.limits = limits_of(matrix, task),
		.keep_output = log,
	};

	if (task->attempt == ATTEMPT_REFERENCE)
		reference_neutralise(matrix->switches, nr_on);
	task->test = task->cell.test;
	matrix->counts->nr_runs++;
	return crew_submit(matrix->crew, worker, &job);
}

static struct error *cell_store(struct matrix *matrix, struct plan_cell cell, enum verdict verdict,
				const struct job_result *result, const char *detail)
{
	struct store_cell stored = {
		.test = matrix->opts->test_keys[cell.test],
		.mutant = matrix->opts->mutant_keys[cell.mutant],
		.verdict = verdict,
		.mode = (int)result->mode,
		.wall_us = result->wall_us,
		.detail = detail,
	};

	matrix->counts->nr_cells++;
	matrix->counts->nr_forkserver += result->mode == WORKER_FORKSERVER;
	matrix->counts->nr_exec += result->mode == WORKER_EXEC;
	matrix->counts->nr_unisolated += result->mode != WORKER_NONE && !result->isolated;
	matrix->is_dirty = true;
	return store_put_cell(matrix->store, &stored);
}

static void note_audit(struct matrix *matrix, const struct task *task, enum verdict verdict)
{
	struct matrix_counts *counts = matrix->counts;
	char id[INVENTORY_ID_DIGITS + 1];

	if (!task->is_audited || verdict == VERDICT_UNKNOWN)
		return;
	counts->nr_audited++;
	if (!verdict_is_killed(verdict))
		return;
	counts->nr_disagreed++;
	inventory_id_text(mutant_of(matrix, task->cell)->id, id);
	if (!counts->disagreement[0])
		snprintf(counts->disagreement, sizeof(counts->disagreement), "%s in %.160s", id,
			 matrix->opts->tests->tests[task->cell.test].name);
}

static struct error *task_end(struct matrix *matrix, struct task *task, enum verdict verdict,
			      const struct job_result *result, const char *detail)
{
	struct error *err = cell_store(matrix, task->cell, verdict, result, detail);

	note_audit(matrix, task, verdict);
	plan_finish(matrix->plan, task->cell, verdict);
	if (matrix->opts->tests->tests[task->cell.test].serial)
		matrix->is_serial_running = false;
	return err;
}

/* Remembers fallbacks, so that a test whose fork-server does not hold is not tried for ever. */
static void note_fallback(struct matrix *matrix, const struct task *task,
			  const struct job_result *result)
{
	const char *name = matrix->opts->tests->tests[task->cell.test].name;

	if (result->mode == WORKER_FORKSERVER)
		matrix->nr_fallbacks[task->cell.test] = 0;
	if (!result->fallback[0] || matrix->nr_fallbacks[task->cell.test] >= MAX_FALLBACKS)
		return;
	matrix->nr_fallbacks[task->cell.test]++;
	if (!matrix->counts->fallback[0])
		snprintf(matrix->counts->fallback, sizeof(matrix->counts->fallback), "%.60s: %s",
			 name, result->fallback);
}

/* Why the result proves nothing; NULL: it counts. */
static const char *unproven(const struct job_result *result)
{
	if (result->error[0])
		return result->error;
	if (result->nr_attached == 0)
		return "internal error: no process attached the run-time";
	if (result->nr_switched == 0)
		return "internal error: the mutant could not be switched on";
	if (result->nr_hits == 0)
		return "not reached in the mutated run";
	return NULL;
}

static struct error *task_again(struct matrix *matrix, unsigned worker, enum attempt attempt)
{
	matrix->tasks[worker].attempt = attempt;
	matrix->tasks[worker].was_killed = false;
	return task_submit(matrix, worker);
}

/* A timeout, maybe: it is stored only if a second run, whose limits need a reference, says so. */
static struct error *task_confirm(struct matrix *matrix, unsigned worker)
{
	const struct task *task = &matrix->tasks[worker];

	fill_switches(matrix, task->cell);
	return task_again(matrix, worker,
			  reference_find(&matrix->references, task->cell.test, matrix->switches)
				  ? ATTEMPT_CONFIRM
				  : ATTEMPT_REFERENCE);
}

static struct error *task_refer(struct matrix *matrix, unsigned worker,
				const struct job_result *result)
{
	const struct task *task = &matrix->tasks[worker];
	struct allowance_use use =
		reference_measure(result, &matrix->opts->baselines[task->cell.test].use);

	fill_switches(matrix, task->cell);
	reference_add(&matrix->references, task->cell.test, matrix->switches, &use);
	return task_again(matrix, worker, ATTEMPT_CONFIRM);
}

/* Takes a result: decides the cell, or runs it again. */
static struct error *task_step(struct matrix *matrix, const struct crew_result *taken)
{
	struct task *task = &matrix->tasks[taken->worker];
	const struct job_result *result = &taken->result;
	const char *why = unproven(result);
	enum verdict verdict = job_verdict(result);

	if (taken->is_lost) {
		matrix->counts->nr_lost++;
		task->test = PLAN_NO_TEST;
		if (++task->nr_lost < MAX_LOST)
			return task_submit(matrix, taken->worker);
	}
	note_fallback(matrix, task, result);
	if (task->attempt == ATTEMPT_REFERENCE)
		return task_refer(matrix, taken->worker, result);
	if (job_is_killed(result) && !task->was_killed) {
		matrix->counts->nr_killed++;
		task->was_killed = true;
		return task_submit(matrix, taken->worker);
	}
	if (why) {
		if (task->attempt == ATTEMPT_FIRST && !taken->is_lost) {
			task->by_exec = true;
			return task_again(matrix, taken->worker, ATTEMPT_PROVE);
		}
		matrix->counts->nr_unproven++;
		return task_end(matrix, task, VERDICT_UNKNOWN, result, why);
	}
	if (verdict == VERDICT_KILLED_TIMEOUT && task->attempt != ATTEMPT_CONFIRM) {
		task->met = result->limit;
		return task_confirm(matrix, taken->worker);
	}
	if (task->attempt == ATTEMPT_CONFIRM) {
		if (verdict == VERDICT_KILLED_TIMEOUT)
			matrix->counts->nr_confirmed++;
		else
			matrix->counts->nr_refuted++;
	}
	_cleanup_free_ char *detail = job_describe(result);

	return task_end(matrix, task, verdict, result, detail);
}

/* A mutant with more instances than a session holds can't be run. */
static struct error *reject_oversized(struct matrix *matrix, struct plan_cell cell)
{
	struct task task = { .cell = cell };
	struct job_result none = { .mode = WORKER_NONE };

	return task_end(matrix, &task, VERDICT_UNKNOWN, &none,
			"sits in too many places of the program");
}

/* A mutant that its test never infects survives it. */
static struct error *settle_uninfected(struct matrix *matrix, struct plan_cell cell)
{
	struct task task = { .cell = cell };
	struct job_result none = { .mode = WORKER_NONE, .isolated = true };

	matrix->counts->nr_uninfected++;
	return task_end(matrix, &task, VERDICT_SURVIVED, &none, "not infected");
}

static bool is_uninfected(const struct matrix *matrix, struct plan_cell cell)
{
	return !matrix->opts->infection.is_off &&
	       infection_decides(matrix->opts->inventory, &matrix->opts->baselines[cell.test],
				 cell);
}

/* Gives work to idle workers. */
static struct error *dispatch(struct matrix *matrix)
{
	if (matrix->counts->is_budget_spent)
		return NULL;
	for (unsigned i = 0; i < crew_count(matrix->crew) && !matrix->is_serial_running; i++) {
		struct task *task = &matrix->tasks[i];
		struct error *err;

		while (crew_is_idle(matrix->crew, i) &&
		       plan_next(matrix->plan, task->test, !crew_count_busy(matrix->crew),
				 &task->cell)) {
			bool could_be_settled = is_uninfected(matrix, task->cell);

			task->is_audited = could_be_settled &&
					   infection_audits(&matrix->opts->infection,
							    matrix->opts->inventory, task->cell);
			if (mutant_of(matrix, task->cell)->nr_instances > REMT_SESSION_MAX_ON) {
				err = reject_oversized(matrix, task->cell);
			} else if (could_be_settled && !task->is_audited) {
				err = settle_uninfected(matrix, task->cell);
			} else {
				task->attempt = ATTEMPT_FIRST;
				task->by_exec = false;
				task->was_killed = false;
				task->nr_lost = 0;
				err = task_submit(matrix, i);
				matrix->is_serial_running =
					matrix->opts->tests->tests[task->cell.test].serial;
			}
			if (err)
				return err;
		}
	}
	return NULL;
}

static struct error *flush(struct matrix *matrix, bool is_forced)
{
	uint64_t now = clock_ms();

	if (!matrix->is_dirty || (!is_forced && now - matrix->flushed_ms < FLUSH_MS))
		return NULL;
	matrix->is_dirty = false;
	matrix->flushed_ms = now;
	return store_flush(matrix->store);
}

/* What progress counts: mutants, or cells where each of them is run. */
static uint64_t count_done(const struct plan *plan)
{
	return plan_is_full(plan) ? plan_count_done(plan) : plan_count_finished(plan);
}

/* Only what is on the disk is shown. */
static void show(struct matrix *matrix)
{
	const struct plan *plan = matrix->plan;
	bool is_full = plan_is_full(plan);
	uint64_t now = clock_ms(), nr_now;
	struct progress progress = {
		.phase = is_full ? "cells" : "mutants",
		.nr_done = count_done(plan),
		.nr_total = is_full ? plan_count_cells(plan) : plan_count_mutants(plan),
		.nr_killed = plan_count_killed(plan),
		.elapsed_ms = now - matrix->started_ms,
		.left_ms = UINT64_MAX,
	};

	matrix->shown_ms = now;
	if (!is_full && progress.nr_done > progress.nr_killed)
		progress.nr_survived = progress.nr_done - progress.nr_killed;
	nr_now = progress.nr_done - matrix->nr_before;
	if (nr_now >= MIN_DONE)
		progress.left_ms =
			progress.elapsed_ms * (progress.nr_total - progress.nr_done) / nr_now;
	matrix->events->progress(matrix->events->arg, &progress);
}

/* When the time is up no cell is begun any more; those in flight are finished, so that some
 * progress is made. */
static bool is_over(struct matrix *matrix)
{
	struct matrix_counts *counts = matrix->counts;

	bool is_finished = plan_is_finished(matrix->plan);

	counts->is_cancelled = matrix->opts->cancelled && *matrix->opts->cancelled;
	counts->is_budget_spent = !is_finished && matrix->opts->budget_ms &&
				  clock_ms() - matrix->started_ms >= matrix->opts->budget_ms;
	return counts->is_cancelled || is_finished ||
	       (counts->is_budget_spent && !crew_count_busy(matrix->crew));
}

static struct error *loop(struct matrix *matrix)
{
	while (!is_over(matrix)) {
		struct error *err = dispatch(matrix);
		struct crew_result taken;
		bool is_found = false;

		if (!err && crew_count_busy(matrix->crew))
			err = crew_wait(matrix->crew, FLUSH_MS, &taken, &is_found);
		if (!err && is_found)
			err = task_step(matrix, &taken);
		bool is_shown = clock_ms() - matrix->shown_ms >= SHOW_MS;

		if (!err)
			err = flush(matrix, is_shown);
		if (err)
			return err;
		if (is_shown)
			show(matrix);
	}
	return NULL;
}

struct error *matrix_run(const struct matrix_opts *opts, struct plan *plan, struct crew *crew,
			 struct store *store, const struct events *events,
			 struct matrix_counts *ret)
{
	struct matrix_counts counts = { 0 };
	struct matrix matrix = {
		.opts = opts,
		.plan = plan,
		.crew = crew,
		.store = store,
		.events = events,
		.counts = &counts,
		.tasks = xcalloc(crew_count(crew), sizeof(struct task)),
		.nr_fallbacks = xcalloc(opts->tests->nr_tests + 1, 1),
		.started_ms = clock_ms(),
		.switches = xcalloc(REMT_SESSION_MAX_ON, sizeof(struct remt_switch)),
	};
	struct error *err, *more;

	for (unsigned i = 0; i < crew_count(crew); i++)
		matrix.tasks[i].test = PLAN_NO_TEST;
	matrix.nr_before = count_done(plan);
	err = loop(&matrix);
	more = flush(&matrix, true);
	if (err)
		error_destroy(more);
	else
		err = more;
	events->progress(events->arg, NULL);
	free(matrix.tasks);
	free(matrix.nr_fallbacks);
	free(matrix.switches);
	vec_deinit(&matrix.references.known);
	if (err)
		return err;
	*ret = counts;
	return NULL;
}
