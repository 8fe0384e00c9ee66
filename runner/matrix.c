/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/matrix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "runner/batch.h"
#include "runner/reference.h"

enum {
	MIN_DONE = 20,	   /* mutants or cells, before the rest is foretold */
	FLUSH_MS = 80,	   /* verdicts are on the disk at most 100 ms after their run */
	SHOW_MS = 200,	   /* between two states of the progress */
	MAX_LOST = 3,	   /* workers that may die over one cell */
	MIN_BATCH = 64,	   /* mutants, before a batch is shared out */
	MAX_FALLBACKS = 3, /* of one test in a row; then it is run by exec */
};

/* Why a cell is being run again. */
enum attempt {
	ATTEMPT_FIRST = 0,
	ATTEMPT_CONFIRM,   /* it timed out, and there is a reference */
	ATTEMPT_PROVE,	   /* the mutant was not seen on */
	ATTEMPT_REFERENCE, /* it timed out: with the clone on and no mutant */
	ATTEMPT_REPEAT,	   /* an unsteady test killed it */
};

/* A cell to be run, alone. */
struct task {
	struct plan_cell cell;
	enum attempt attempt;
	enum limit_hit met; /* REFERENCE, CONFIRM: by the run that timed out */
	bool is_audited;    /* the infection filter could have decided it */
	bool by_exec;	    /* for want of proof from the fork-server */
	bool has_killed;    /* in an earlier attempt, by an unsteady test */
	unsigned nr_lost;   /* workers that died over the cell */
	bool was_killed;    /* by SIGKILL in the run before, for which this attempt is repeated */
};

/* What a worker has in hand: a task or a batch. */
struct hand {
	struct task task;
	struct batch batch; /* none if it is empty */
	uint32_t test;	    /* the worker's last one, whose fork-server it may have */
};

/* Why mutants of a test could not be split off: the first reason, and how many there were in all. */
struct refusal {
	char why[120];
	uint64_t count;
};

struct matrix {
	const struct matrix_opts *opts;
	struct plan *plan;
	struct crew *crew;
	struct store *store;
	const struct events *events;
	struct matrix_counts *counts;
	struct hand *hands;    /* per worker */
	VEC(struct task) again;	/* cells of batches that have to be run alone */
	uint8_t *nr_fallbacks; /* per test */
	bool *is_unsplit;      /* per test: a batch of it could not be split at all */
	struct refusal *refusals; /* per test */
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
	struct task *task = &matrix->hands[worker].task;
	const struct baseline *baseline = &matrix->opts->baselines[task->cell.test];
	_cleanup_free_ char *log = log_of(matrix, task->cell);
	uint32_t nr_on = fill_switches(matrix, task->cell);
	struct job job = {
		.id = batch_id(task->cell),
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
	matrix->hands[worker].test = task->cell.test;
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
	matrix->hands[worker].task.attempt = attempt;
	matrix->hands[worker].task.was_killed = false;
	return task_submit(matrix, worker);
}

/* A timeout, maybe: it is stored only if a second run, whose limits need a reference, says so. */
static enum attempt confirming(struct matrix *matrix, const struct task *task)
{
	fill_switches(matrix, task->cell);
	return reference_find(&matrix->references, task->cell.test, matrix->switches)
		       ? ATTEMPT_CONFIRM
		       : ATTEMPT_REFERENCE;
}

static struct error *task_refer(struct matrix *matrix, unsigned worker,
				const struct job_result *result)
{
	const struct task *task = &matrix->hands[worker].task;
	struct allowance_use use =
		reference_measure(result, &matrix->opts->baselines[task->cell.test].use);

	fill_switches(matrix, task->cell);
	reference_add(&matrix->references, task->cell.test, matrix->switches, &use);
	return task_again(matrix, worker, ATTEMPT_CONFIRM);
}

/* True if the test, which differs from run to run, must kill once more. */
static bool must_repeat(const struct matrix *matrix, struct task *task, enum verdict verdict)
{
	if (!verdict_is_killed(verdict) || task->has_killed ||
	    !baseline_is_unsteady(&matrix->opts->baselines[task->cell.test]))
		return false;
	task->has_killed = true;
	return verdict != VERDICT_KILLED_TIMEOUT; /* which is confirmed in any case */
}

/* One run killed, and what the next one did does not agree. */
static struct error *task_dispute(struct matrix *matrix, struct task *task,
				  const struct job_result *result, const char *what)
{
	_cleanup_free_ char *detail = xasprintf("killed in one run, %s in the next", what);

	matrix->counts->nr_disputed++;
	return task_end(matrix, task, VERDICT_UNKNOWN, result, detail);
}

/* Takes a result: decides the cell, or runs it again. */
static struct error *task_step(struct matrix *matrix, const struct crew_result *taken)
{
	struct task *task = &matrix->hands[taken->worker].task;
	const struct job_result *result = &taken->result;
	const char *why = unproven(result);
	enum verdict verdict = job_verdict(result);

	if (taken->is_lost) {
		matrix->counts->nr_lost++;
		matrix->hands[taken->worker].test = PLAN_NO_TEST;
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
	if (why && task->has_killed)
		return task_dispute(matrix, task, result, why);
	if (why) {
		if (task->attempt == ATTEMPT_FIRST && !taken->is_lost) {
			task->by_exec = true;
			return task_again(matrix, taken->worker, ATTEMPT_PROVE);
		}
		matrix->counts->nr_unproven++;
		return task_end(matrix, task, VERDICT_UNKNOWN, result, why);
	}
	if (must_repeat(matrix, task, verdict))
		return task_again(matrix, taken->worker, ATTEMPT_REPEAT);
	if (verdict == VERDICT_KILLED_TIMEOUT && task->attempt != ATTEMPT_CONFIRM) {
		task->met = result->limit;
		return task_again(matrix, taken->worker, confirming(matrix, task));
	}
	if (task->attempt == ATTEMPT_CONFIRM) {
		if (verdict == VERDICT_KILLED_TIMEOUT)
			matrix->counts->nr_confirmed++;
		else
			matrix->counts->nr_refuted++;
	}
	if (task->has_killed && !verdict_is_killed(verdict))
		return task_dispute(matrix, task, result, "survived");
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

/* A cell of a batch that has to be run alone; OF: what is known of it. */
static void put_off(struct matrix *matrix, const struct task *of)
{
	vec_push(&matrix->again, *of);
}

/* What a batch says of one of its cells. */
static struct error *batch_step_cell(struct matrix *matrix, struct plan_cell cell,
				     const struct job_result *result)
{
	enum verdict verdict = job_verdict(result);
	struct task task = { .cell = cell, .is_audited = is_uninfected(matrix, cell) };

	if (unproven(result)) {
		task.by_exec = true;
		task.attempt = ATTEMPT_PROVE;
	} else if (job_is_killed(result)) {
		matrix->counts->nr_killed++;
		task.was_killed = true;
	} else if (must_repeat(matrix, &task, verdict)) {
		task.attempt = ATTEMPT_REPEAT;
	} else if (verdict == VERDICT_KILLED_TIMEOUT) {
		task.met = result->limit;
		task.attempt = confirming(matrix, &task);
	} else {
		_cleanup_free_ char *detail = job_describe(result);

		return task_end(matrix, &task, verdict, result, detail);
	}
	put_off(matrix, &task);
	return NULL;
}

/* The worker has died: what it had in hand is run alone. */
static void batch_lose(struct matrix *matrix, struct hand *hand)
{
	matrix->counts->nr_lost++;
	hand->test = PLAN_NO_TEST;
	for (size_t i = 0; i < hand->batch.cells.count; i++) {
		struct task task = { .cell = hand->batch.cells.items[i], .nr_lost = 1 };

		if (!hand->batch.is_decided.items[i])
			put_off(matrix, &task);
	}
	batch_clear(&hand->batch);
}

static void note_refusal(struct matrix *matrix, const struct job_result *result, uint32_t test)
{
	struct refusal *refusal = &matrix->refusals[test];

	if (!refusal->count++)
		snprintf(refusal->why, sizeof(refusal->why), "%s",
			 result->fallback[0] ? result->fallback
					     : "its runs are not alike: not infected this time");
}

/* Tells which mutants were not run in the mode that was asked for; of all tests only if that is wanted. */
static void tell_refusals(const struct matrix *matrix)
{
	for (size_t t = 0; t < matrix->opts->tests->nr_tests; t++) {
		const struct refusal *refusal = &matrix->refusals[t];

		if (!refusal->count)
			continue;
		events_say(matrix->events, EVENT_NOTE,
			   "test %s: %" PRIu64 " mutants could not be split off: %s",
			   matrix->opts->tests->tests[t].name, refusal->count, refusal->why);
	}
}

/* Takes one result of a batch. */
static struct error *batch_step(struct matrix *matrix, const struct crew_result *taken)
{
	struct hand *hand = &matrix->hands[taken->worker];
	const struct job_result *result = &taken->result;
	struct error *err = NULL;
	struct plan_cell cell;

	if (taken->is_lost) {
		batch_lose(matrix, hand);
		return NULL;
	}
	if (!batch_take(&hand->batch, result->id, !result->is_undecided, &cell))
		return error_create(ERROR_INTERNAL, "a worker answered what was not asked");
	if (!result->is_undecided) {
		matrix->counts->nr_runs++;
		err = batch_step_cell(matrix, cell, result);
	} else if (matrix->counts->is_budget_spent) {
		plan_return(matrix->plan, cell);
	} else {
		note_refusal(matrix, result, cell.test);
		put_off(matrix, &(struct task){ .cell = cell });
	}
	if (!hand->batch.nr_left) {
		matrix->is_unsplit[cell.test] |= !hand->batch.nr_decided && result->fallback[0];
		batch_clear(&hand->batch);
	}
	return err;
}

/* Decides a cell without a run, if that can be. */
static struct error *settle(struct matrix *matrix, struct task *task, bool *ret_settled)
{
	bool could_be_settled = is_uninfected(matrix, task->cell);

	*ret_settled = true;
	if (mutant_of(matrix, task->cell)->nr_instances > REMT_SESSION_MAX_ON)
		return reject_oversized(matrix, task->cell);
	task->is_audited = could_be_settled &&
			   infection_audits(&matrix->opts->infection, matrix->opts->inventory,
					    task->cell);
	if (could_be_settled && !task->is_audited)
		return settle_uninfected(matrix, task->cell);
	*ret_settled = false;
	return NULL;
}

/* True if the cell can be one of a batch; what is never infected would not be split off. */
static bool can_split(const struct matrix *matrix, const struct task *task)
{
	uint32_t test = task->cell.test;

	return matrix->opts->splits && !matrix->is_unsplit[test] && !task->is_audited &&
	       !matrix->opts->tests->tests[test].serial &&
	       mode_of(matrix, task) == WORKER_FORKSERVER;
}

static void batch_put(struct matrix *matrix, struct hand *hand, const struct task *task, uint32_t nr_on)
{
	struct limits limits = limits_of(matrix, task);

	batch_add(&hand->batch, task->cell, matrix->switches, nr_on, &limits, log_of(matrix, task->cell));
}

/* Adds what else waits for the test of the worker's task, as many as are its share. */
static struct error *batch_gather(struct matrix *matrix, struct hand *hand)
{
	uint32_t test = hand->task.cell.test;
	uint32_t nr_wanted = plan_count_waiting(matrix->plan, test) / crew_count(matrix->crew);
	struct task task = { .attempt = ATTEMPT_FIRST };
	struct error *err = NULL;

	if (nr_wanted < MIN_BATCH)
		nr_wanted = MIN_BATCH;
	batch_put(matrix, hand, &hand->task, fill_switches(matrix, hand->task.cell));
	while (!err && hand->batch.cells.count < nr_wanted &&
	       plan_next_of(matrix->plan, test, &task.cell)) {
		bool is_settled;
		uint32_t nr_on;

		err = settle(matrix, &task, &is_settled);
		if (err || is_settled)
			continue;
		nr_on = fill_switches(matrix, task.cell);
		if (can_split(matrix, &task) && batch_has_room(&hand->batch, nr_on))
			batch_put(matrix, hand, &task, nr_on);
		else
			put_off(matrix, &task);
	}
	return err;
}

static struct error *batch_submit(struct matrix *matrix, unsigned worker)
{
	struct hand *hand = &matrix->hands[worker];
	uint32_t test = hand->task.cell.test;
	const struct baseline *baseline = &matrix->opts->baselines[test];
	struct job job = {
		.id = batch_id(hand->task.cell),
		.test = &matrix->opts->tests->tests[test],
		.mode = WORKER_SPLIT,
		.session_mode = REMT_MODE_SPLIT,
		.server_device = baseline->server_device,
		.server_inode = baseline->server_inode,
		.limits = reference_limits(&matrix->opts->allowance, &baseline->use, 0),
	};
	struct error *err = batch_gather(matrix, hand);

	if (err)
		return err;
	batch_fill(&hand->batch, &job);
	hand->test = test;
	return crew_submit(matrix->crew, worker, &job);
}

/* Takes the next cell that is to be run: one that was put off, of the worker's last test if there is one, or a new one. */
static bool take_task(struct matrix *matrix, struct hand *hand)
{
	bool is_alone = !crew_count_busy(matrix->crew);

	for (size_t i = matrix->again.count; i-- > 0;) {
		hand->task = matrix->again.items[i];
		matrix->again.items[i] = matrix->again.items[--matrix->again.count];
		return true;
	}
	hand->task = (struct task){ .attempt = ATTEMPT_FIRST };
	return plan_next(matrix->plan, hand->test, is_alone, &hand->task.cell);
}

/* Gives work to idle workers. */
static struct error *dispatch(struct matrix *matrix)
{
	if (matrix->counts->is_budget_spent)
		return NULL;
	for (unsigned i = 0; i < crew_count(matrix->crew) && !matrix->is_serial_running; i++) {
		struct hand *hand = &matrix->hands[i];

		while (crew_is_idle(matrix->crew, i)) {
			bool is_put_off = matrix->again.count > 0, is_settled = false;
			struct error *err = NULL;

			if (!take_task(matrix, hand))
				break;
			if (!is_put_off)
				err = settle(matrix, &hand->task, &is_settled);
			if (!err && !is_settled && !is_put_off && can_split(matrix, &hand->task)) {
				err = batch_submit(matrix, i);
			} else if (!err && !is_settled) {
				err = task_submit(matrix, i);
				matrix->is_serial_running =
					matrix->opts->tests->tests[hand->task.cell.test].serial;
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
	if (counts->is_budget_spent)
		crew_stop_batches(matrix->crew);
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
			err = matrix->hands[taken.worker].batch.cells.count
				      ? batch_step(matrix, &taken)
				      : task_step(matrix, &taken);
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
		.hands = xcalloc(crew_count(crew), sizeof(struct hand)),
		.nr_fallbacks = xcalloc(opts->tests->nr_tests + 1, 1),
		.refusals = xcalloc(opts->tests->nr_tests + 1, sizeof(struct refusal)),
		.is_unsplit = xcalloc(opts->tests->nr_tests + 1, sizeof(bool)),
		.started_ms = clock_ms(),
		.switches = xcalloc(REMT_SESSION_MAX_ON, sizeof(struct remt_switch)),
	};
	struct error *err, *more;

	for (unsigned i = 0; i < crew_count(crew); i++)
		matrix.hands[i].test = PLAN_NO_TEST;
	matrix.nr_before = count_done(plan);
	err = loop(&matrix);
	more = flush(&matrix, true);
	if (err)
		error_destroy(more);
	else
		err = more;
	events->progress(events->arg, NULL);
	if (opts->tells_fallbacks)
		tell_refusals(&matrix);
	for (unsigned i = 0; i < crew_count(crew); i++)
		batch_deinit(&matrix.hands[i].batch);
	free(matrix.hands);
	vec_deinit(&matrix.again);
	free(matrix.nr_fallbacks);
	free(matrix.is_unsplit);
	free(matrix.refusals);
	free(matrix.switches);
	vec_deinit(&matrix.references.known);
	if (err)
		return err;
	*ret = counts;
	return NULL;
}
