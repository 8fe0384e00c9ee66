/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells that are run alone, and those that need no run. */
#include "runner/matrix/matrix_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

enum {
	MAX_LOST = 3,	   /* workers that may die over one cell */
	MAX_FALLBACKS = 3, /* fallbacks of a test in a row, before it is run by exec */
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

bool matrix_is_early(const struct matrix *matrix, struct plan_cell cell)
{
	return cover_of(matrix, cell)->before_main;
}

/* A fork-server can't run mutants that are reached before main. */
enum worker_mode matrix_mode(const struct matrix *matrix, const struct task *task)
{
	if (task->by_exec || matrix_is_early(matrix, task->cell) ||
	    matrix->nr_fallbacks[task->cell.test] >= MAX_FALLBACKS)
		return WORKER_EXEC;
	return matrix->opts->baselines[task->cell.test].mode;
}

char *matrix_log(const struct matrix *matrix, struct plan_cell cell)
{
	char id[INVENTORY_ID_DIGITS + 1];

	if (!matrix->opts->logs)
		return NULL;
	inventory_id_text(mutant_of(matrix, cell)->id, id);
	return xasprintf("%s/%s-%" PRIu32 ".out", matrix->opts->logs, id, cell.test + 1);
}

uint32_t matrix_fill_switches(struct matrix *matrix, struct plan_cell cell)
{
	uint32_t nr_on;

	inventory_switches(matrix->opts->inventory, mutant_of(matrix, cell), matrix->switches,
			   REMT_SESSION_MAX_ON, &nr_on);
	return nr_on;
}

struct limits matrix_limits(const struct matrix *matrix, const struct task *task)
{
	const struct allowance_opts *allowance = &matrix->opts->allowance;
	const struct allowance_use *unmutated = &matrix->opts->baselines[task->cell.test].use;
	const struct allowance_use *reference =
		reference_find(&matrix->references, task->cell.test, matrix->switches);
	uint64_t count = cover_of(matrix, task->cell)->count;
	struct limits limits;

	if (task->attempt == ATTEMPT_REFERENCE)
		return reference_limits(allowance, unmutated, count);
	limits = task->attempt == ATTEMPT_CONFIRM
			 ? allowance_confirming(allowance, reference, count)
			 : allowance_suspecting(allowance, unmutated, count);
	if (task->is_quiet)
		limits.endless_ms = 0;
	if (task->layout)
		limits.hits = 0; /* this build's count says nothing of another layout */
	return limits;
}

/* If the baseline missed names, no verdict can be carried over anyway. */
bool matrix_listens(const struct matrix *matrix, uint32_t test)
{
	return matrix->opts->baselines[test].footprint.is_whole;
}

struct error *matrix_task_submit(struct matrix *matrix, unsigned worker)
{
	struct task *task = &matrix->slots[worker].task;
	const struct baseline *baseline = &matrix->opts->baselines[task->cell.test];
	_cleanup_free_ char *log = matrix_log(matrix, task->cell);
	uint32_t nr_on = matrix_fill_layout(matrix, task, matrix_fill_switches(matrix, task->cell));
	struct job job = {
		.id = batch_id(task->cell),
		.test = &matrix->opts->tests->tests[task->cell.test],
		.mode = matrix_mode(matrix, task),
		.session_mode = REMT_MODE_MUTATE,
		.exec.is_followed = baseline->is_followed,
		.is_listened = !task->is_quiet && matrix_listens(matrix, task->cell.test),
		.on = matrix->switches,
		.nr_on = nr_on,
		.server.device = baseline->server_device,
		.server.inode = baseline->server_inode,
		.limits = matrix_limits(matrix, task),
		.keep.output = log,
		.expected = task->attempt == ATTEMPT_REFERENCE ? NULL : baseline->expected,
		.exec.probe = matrix_layout_probe(matrix, task),
	};

	if (task->attempt == ATTEMPT_REFERENCE)
		reference_neutralise(matrix->switches, nr_on);
	matrix->slots[worker].test = task->cell.test;
	matrix->counts->nr_runs++;
	matrix->is_serial_running = job.test->serial;
	return worker_pool_submit(matrix->pool, worker, &job);
}

/* The run of an uninfected mutant would be the unmutated one. */
static uint64_t entered_by(const struct matrix *matrix, uint32_t test,
			   const struct job_result *result)
{
	const struct baseline *baseline = &matrix->opts->baselines[test];

	if (result->mode != WORKER_NONE)
		return result->entered;
	return baseline->has_changing_entries ? 0 : baseline->entered;
}

/* Returns the files that the run named and its test does not. */
static uint64_t extras_of(const struct matrix *matrix, uint32_t test,
			  const struct job_result *result)
{
	const struct footprint *footprint = &matrix->opts->baselines[test].footprint;

	if (result->mode != WORKER_NONE)
		return extras_find(matrix->opts->extras, &matrix->opts->extra, test, footprint,
				   result->named);
	return footprint->is_whole ? extras_none(matrix->opts->extras) : 0;
}

static void note_unknown(struct matrix_counts *counts, const char *detail)
{
	if (!counts->nr_unknown++)
		snprintf(counts->unknown, sizeof(counts->unknown), "%s", detail ? detail : "");
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
		.extra = extras_of(matrix, cell.test, result),
	};
	struct error *err =
		entered_set_store(matrix->opts->entered, matrix->store,
				  entered_by(matrix, cell.test, result), &stored.entered);

	if (!err)
		err = extras_store(matrix->opts->extras, matrix->store, stored.extra);
	if (err)
		return err;
	matrix->counts->nr_cells++;
	if (verdict == VERDICT_UNKNOWN)
		note_unknown(matrix->counts, detail);
	matrix->counts->nr_split += result->mode == WORKER_SPLIT;
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

struct error *matrix_task_end(struct matrix *matrix, struct task *task, enum verdict verdict,
			      const struct job_result *result, const char *detail)
{
	struct error *err = cell_store(matrix, task->cell, verdict, result, detail);

	note_audit(matrix, task, verdict);
	plan_finish(matrix->plan, task->cell, verdict);
	if (matrix->opts->tests->tests[task->cell.test].serial)
		matrix->is_serial_running = false;
	return err;
}

/* Counts fallbacks, so that an unusable fork-server is not tried for ever. */
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

const char *matrix_unproven(const struct job_result *result)
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
	matrix->slots[worker].task.attempt = attempt;
	matrix->slots[worker].task.was_killed = false;
	return matrix_task_submit(matrix, worker);
}

enum attempt matrix_confirming(struct matrix *matrix, const struct task *task)
{
	matrix_fill_switches(matrix, task->cell);
	return reference_find(&matrix->references, task->cell.test, matrix->switches)
		       ? ATTEMPT_CONFIRM
		       : ATTEMPT_REFERENCE;
}

static struct error *task_refer(struct matrix *matrix, unsigned worker,
				const struct job_result *result)
{
	const struct task *task = &matrix->slots[worker].task;
	struct allowance_use use =
		reference_measure(result, &matrix->opts->baselines[task->cell.test].use);

	matrix_fill_switches(matrix, task->cell);
	reference_add(&matrix->references, task->cell.test, matrix->switches, &use);
	return task_again(matrix, worker, ATTEMPT_CONFIRM);
}

bool matrix_is_suspicion(const struct job_result *result)
{
	return job_verdict(result) == VERDICT_KILLED_TIMEOUT && result->limit != LIMIT_ENDLESS;
}

bool matrix_must_repeat(const struct matrix *matrix, struct task *task,
			const struct job_result *result)
{
	if (!verdict_is_killed(job_verdict(result)) || task->has_killed ||
	    !baseline_is_unsteady(&matrix->opts->baselines[task->cell.test]))
		return false;
	task->has_killed = true;
	return !matrix_is_suspicion(result); /* a suspicion is confirmed in any case */
}

struct error *matrix_dispute(struct matrix *matrix, struct task *task,
			     const struct job_result *result, const char *what)
{
	_cleanup_free_ char *detail = xasprintf("killed in one run, %s in the next", what);

	matrix->counts->nr_disputed++;
	return matrix_task_end(matrix, task, VERDICT_UNKNOWN, result, detail);
}

struct error *matrix_task_step(struct matrix *matrix, const struct worker_pool_result *taken)
{
	struct task *task = &matrix->slots[taken->worker].task;
	const struct job_result *result = &taken->result;
	const char *why = matrix_unproven(result);
	enum verdict verdict = job_verdict(result);

	if (taken->is_lost) {
		matrix->counts->nr_lost++;
		matrix->slots[taken->worker].test = PLAN_NO_TEST;
		if (++task->nr_lost < MAX_LOST)
			return matrix_task_submit(matrix, taken->worker);
	}
	note_fallback(matrix, task, result);
	if (result->is_disturbed && !task->is_quiet) {
		task->is_quiet = true;
		return matrix_task_submit(matrix, taken->worker);
	}
	if (task->attempt == ATTEMPT_REFERENCE)
		return task_refer(matrix, taken->worker, result);
	if (job_is_killed(result) && !task->was_killed) {
		matrix->counts->nr_killed++;
		task->was_killed = true;
		return matrix_task_submit(matrix, taken->worker);
	}
	if (why && task->has_killed)
		return matrix_dispute(matrix, task, result, why);
	if (why) {
		if (task->attempt == ATTEMPT_FIRST && !taken->is_lost) {
			task->by_exec = true;
			return task_again(matrix, taken->worker, ATTEMPT_PROVE);
		}
		matrix->counts->nr_unproven++;
		return matrix_task_end(matrix, task, VERDICT_UNKNOWN, result, why);
	}
	if (matrix_must_repeat(matrix, task, result))
		return task_again(matrix, taken->worker, ATTEMPT_REPEAT);
	if (matrix_is_suspicion(result) && task->attempt != ATTEMPT_CONFIRM)
		return task_again(matrix, taken->worker, matrix_confirming(matrix, task));
	if (task->attempt == ATTEMPT_CONFIRM) {
		if (verdict == VERDICT_KILLED_TIMEOUT)
			matrix->counts->nr_confirmed++;
		else
			matrix->counts->nr_refuted++;
	}
	if (task->has_killed && !verdict_is_killed(verdict))
		return matrix_dispute(matrix, task, result, "survived");
	_cleanup_free_ char *detail = job_describe(result);
	bool is_again;
	struct error *err = matrix_decide(matrix, task, verdict, result, detail, &is_again);

	return err || !is_again ? err : task_again(matrix, taken->worker, ATTEMPT_FIRST);
}

/* True if the session has no room for the mutant, together with the test's layouts. */
static bool is_oversized(const struct matrix *matrix, struct plan_cell cell)
{
	size_t nr_on = mutant_of(matrix, cell)->nr_instances;

	if (matrix->opts->baselines[cell.test].layouts.count)
		nr_on += matrix->opts->inventory->layouts.count;
	return nr_on > REMT_SESSION_MAX_ON;
}

/* A mutant with more instances than a session holds can't be run. */
static struct error *reject_oversized(struct matrix *matrix, struct plan_cell cell)
{
	struct task task = { .cell = cell };
	struct job_result none = { .mode = WORKER_NONE };

	return matrix_task_end(matrix, &task, VERDICT_UNKNOWN, &none,
			       "sits in too many places of the program");
}

/* A mutant that its test never infects survives it. */
static struct error *skip_uninfected(struct matrix *matrix, struct task *task, bool *ret_again)
{
	struct job_result none = { .mode = WORKER_NONE, .isolated = true };

	matrix->counts->nr_uninfected++;
	return matrix_decide(matrix, task, VERDICT_SURVIVED, &none, "not infected", ret_again);
}

/* Decides a mutant that only other layouts reach. */
static struct error *skip_elsewhere(struct matrix *matrix, struct task *task, bool *ret_again)
{
	struct job_result none = { .mode = WORKER_NONE, .isolated = true };

	return matrix_decide(matrix, task, VERDICT_NOT_REACHED, &none, "", ret_again);
}

static bool is_uninfected(const struct matrix *matrix, struct plan_cell cell)
{
	return !matrix->opts->infection.is_off &&
	       infection_decides(matrix->opts->inventory, &matrix->opts->baselines[cell.test],
				 cell);
}

struct error *matrix_skip_run(struct matrix *matrix, struct task *task, bool *ret_skipped)
{
	bool could_be_skipped = is_uninfected(matrix, task->cell), is_again;
	struct error *err;

	*ret_skipped = true;
	if (is_oversized(matrix, task->cell))
		return reject_oversized(matrix, task->cell);
	if (cover_of(matrix, task->cell)->is_elsewhere) {
		err = skip_elsewhere(matrix, task, &is_again);
		*ret_skipped = !is_again;
		return err;
	}
	task->is_audited =
		could_be_skipped &&
		infection_audits(&matrix->opts->infection, matrix->opts->inventory, task->cell);
	if (could_be_skipped && !task->is_audited) {
		err = skip_uninfected(matrix, task, &is_again);
		*ret_skipped = !is_again;
		return err;
	}
	*ret_skipped = false;
	return NULL;
}
