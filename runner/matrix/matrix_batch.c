/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of one test that one run of it serves. */
#include "runner/matrix/matrix_state.h"

#include <inttypes.h>
#include <stdio.h>

#include "common/cleanup.h"

enum {
	MIN_BATCH = 64, /* mutants, below which a batch is not shared among the workers */
	/* batches that decide little, before late mutants of the test run alone */
	MAX_DOUBTS = 4,
	/* batches in a row that decide nothing, before all mutants of the test run alone */
	MAX_BARREN = 4,
	NR_WASTED = 2, /* such a batch loses one result out of so many */
	/* about three times the extra cost of a split over a fork by the server */
	MIN_SPLIT_US = 800,
};

/* Puts off a cell, to be run alone; OF is what is known of it. */
static void put_off(struct matrix *matrix, const struct task *of)
{
	vec_push(&matrix->again, *of);
}

/* True if any process of the test may be split, as no fork-server stands for the test. */
static bool is_script(const struct matrix *matrix, const struct task *task)
{
	return matrix->opts->baselines[task->cell.test].mode == WORKER_EXEC && !task->by_exec &&
	       !matrix_is_early(matrix, task->cell);
}

/* Takes a batch's result on one of its cells. */
static struct error *batch_step_cell(struct matrix *matrix, struct task task,
				     const struct job_result *result)
{
	const char *why = matrix_unproven(result);

	if (result->split.is_original && job_verdict(result) != VERDICT_SURVIVED) {
		/* The test failed by itself, not because of the mutant. */
	} else if (result->is_disturbed) {
		task.is_quiet = true;
	} else if (why && task.has_killed) {
		return matrix_dispute(matrix, &task, result, why);
	} else if (why) {
		task.by_exec = true;
		task.attempt = ATTEMPT_PROVE;
	} else if (job_is_killed(result)) {
		matrix->counts->nr_killed++;
		task.was_killed = true;
	} else if (matrix_must_repeat(matrix, &task, result)) {
		task.attempt = ATTEMPT_REPEAT;
		if (is_script(matrix, &task) && matrix_can_split(matrix, &task)) {
			vec_push(&matrix->repeats, task);
			return NULL;
		}
	} else if (matrix_is_suspicion(result)) {
		task.attempt = matrix_confirming(matrix, &task);
	} else if (task.has_killed && !verdict_is_killed(job_verdict(result))) {
		return matrix_dispute(matrix, &task, result, "survived");
	} else {
		_cleanup_free_ char *detail = job_describe(result);
		bool is_again;
		struct error *err = matrix_decide(matrix, &task, job_verdict(result), result,
						  detail, &is_again);

		if (err || !is_again)
			return err;
	}
	put_off(matrix, &task);
	return NULL;
}

/* Returns what is known of a cell of the slot's batch. */
static struct task task_of(const struct worker_slot *slot, struct plan_cell cell)
{
	return (struct task){
		.cell = cell,
		.attempt = slot->is_repeat ? ATTEMPT_REPEAT : ATTEMPT_FIRST,
		.has_killed = slot->is_repeat,
	};
}

/* The worker has died: what it had in hand is run alone. */
static void batch_lose(struct matrix *matrix, struct worker_slot *slot)
{
	matrix->counts->nr_lost++;
	slot->test = PLAN_NO_TEST;
	for (size_t i = 0; i < slot->batch.cells.count; i++) {
		struct task task = task_of(slot, slot->batch.cells.items[i]);

		task.nr_lost = 1;
		if (!slot->batch.is_decided.items[i])
			put_off(matrix, &task);
	}
	for (size_t i = 0; i < slot->held.count; i++)
		put_off(matrix, &slot->held.items[i].task);
	slot->held.count = 0;
	batch_clear(&slot->batch);
}

static void note_refusal(struct matrix *matrix, const struct job_result *result, uint32_t test)
{
	struct refusal *refusal = &matrix->refusals[test];

	if (!refusal->count++ && !refusal->why[0])
		snprintf(refusal->why, sizeof(refusal->why), "%s",
			 result->fallback[0] ? result->fallback
					     : "its runs are not alike: not infected this time");
}

void matrix_tell_refusals(const struct matrix *matrix)
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

/* Takes a cell that has to be run in another way. */
static void take_undecided(struct matrix *matrix, const struct worker_slot *slot,
			   struct plan_cell cell, const struct job_result *result)
{
	struct task task = task_of(slot, cell);

	if (matrix->counts->is_budget_spent) {
		plan_return(matrix->plan, cell);
		return;
	}
	note_refusal(matrix, result, cell.test);
	put_off(matrix, &task);
}

/* This reason replaces those of single mutants. */
static void give_up_splitting(struct matrix *matrix, uint32_t test, const char *why)
{
	struct refusal *refusal = &matrix->refusals[test];

	snprintf(refusal->why, sizeof(refusal->why), "%s", why);
	matrix->is_unsplit[test] = true;
}

/* Takes a late result that does not count. */
static void take_doubted(struct matrix *matrix, const struct worker_slot *slot,
			 const struct task *task, bool is_to_split)
{
	struct job_result doubted = {
		.fallback = "the run without a mutant that was kept waiting has no end",
	};

	if (!is_to_split)
		take_undecided(matrix, slot, task->cell, &doubted);
	else if (slot->is_repeat)
		vec_push(&matrix->repeats, *task);
	else
		plan_return(matrix->plan, task->cell);
}

/* True if a late result counts, as the test tolerated the wait. */
static bool is_borne(const struct held *held, const struct job_result *closing)
{
	return !closing->split.is_undecided && job_verdict(closing) == VERDICT_SURVIVED &&
	       held->result.split.trunk == closing->split.trunk;
}

static uint32_t count_doubted(const struct worker_slot *slot, const struct job_result *closing)
{
	uint32_t count = 0;

	for (size_t i = 0; i < slot->held.count; i++)
		count += !is_borne(&slot->held.items[i], closing);
	return count;
}

/* Ends the batch. RESULT is that of the test without a mutant, which was kept waiting. */
static struct error *batch_close(struct matrix *matrix, struct worker_slot *slot,
				 const struct job_result *result)
{
	uint32_t test = slot->task.cell.test;
	uint32_t nr_doubted = count_doubted(slot, result);
	/* A batch that decided nothing would decide nothing the next time. */
	bool is_to_split =
		slot->batch.nr_decided > nr_doubted && matrix->nr_doubts[test] < MAX_DOUBTS;
	struct error *err = NULL;

	if (slot->held.count && !result->split.is_undecided &&
	    job_verdict(result) != VERDICT_SURVIVED)
		give_up_splitting(matrix, test, "it ends otherwise if it is kept waiting");
	for (size_t i = 0; i < slot->held.count && !err; i++) {
		const struct held *held = &slot->held.items[i];

		if (is_borne(held, result))
			err = batch_step_cell(matrix, held->task, &held->result);
		else
			take_doubted(matrix, slot, &held->task,
				     is_to_split && !matrix->is_unsplit[test]);
	}
	slot->held.count = 0;
	matrix->nr_doubts[test] +=
		is_to_split && nr_doubted > 0 && nr_doubted * NR_WASTED >= slot->batch.nr_decided;
	/*
	 * A batch may happen to hold only mutants that can't be split off, such as those of one
	 * process of a script.
	 */
	if (slot->batch.nr_decided)
		matrix->nr_barren[test] = 0;
	else if (result->fallback[0])
		matrix->nr_barren[test]++;
	matrix->is_unsplit[test] |= matrix->nr_barren[test] >= MAX_BARREN;
	batch_clear(&slot->batch);
	return err;
}

struct error *matrix_batch_step(struct matrix *matrix, const struct worker_pool_result *taken)
{
	struct worker_slot *slot = &matrix->slots[taken->worker];
	const struct job_result *result = &taken->result;
	struct plan_cell cell;

	if (taken->is_lost) {
		batch_lose(matrix, slot);
		return NULL;
	}
	if (result->split.is_closing)
		return batch_close(matrix, slot, result);
	if (!batch_take(&slot->batch, result->id, !result->split.is_undecided, &cell))
		return error_create(ERROR_INTERNAL, "a worker answered what was not asked");
	if (result->split.is_undecided) {
		take_undecided(matrix, slot, cell, result);
		return NULL;
	}
	matrix->counts->nr_runs++;
	if (!result->split.is_late)
		return batch_step_cell(matrix, task_of(slot, cell), result);
	vec_push(&slot->held, ((struct held){ task_of(slot, cell), *result }));
	return NULL;
}

static bool is_long(const struct matrix *matrix, const struct task *task)
{
	return matrix->opts->splits_all ||
	       matrix->opts->baselines[task->cell.test].served_us >= MIN_SPLIT_US;
}

/* A mutant that is never infected would not be split off. */
bool matrix_can_split(const struct matrix *matrix, const struct task *task)
{
	uint32_t test = task->cell.test;

	if (!matrix->opts->splits || matrix->is_unsplit[test] || task->is_audited || task->layout ||
	    matrix->opts->tests->tests[test].serial)
		return false;
	if (is_script(matrix, task))
		return matrix->opts->splits_all;
	return matrix_mode(matrix, task) == WORKER_FORKSERVER && is_long(matrix, task);
}

static void batch_put(struct matrix *matrix, struct worker_slot *slot, const struct task *task,
		      uint32_t nr_on)
{
	struct limits limits = matrix_limits(matrix, task);
	struct job_keep keep = { .output = matrix_log(matrix, task->cell) };

	batch_add(&slot->batch, task->cell, matrix->switches, nr_on, &limits, &keep);
}

/* Adds other cells that wait for the test, up to the worker's share. */
static struct error *batch_gather(struct matrix *matrix, struct worker_slot *slot)
{
	uint32_t test = slot->task.cell.test;
	uint32_t nr_wanted =
		plan_count_waiting(matrix->plan, test) / worker_pool_count(matrix->pool);
	struct plan_cell cell;
	struct error *err = NULL;

	if (nr_wanted < MIN_BATCH)
		nr_wanted = MIN_BATCH;
	batch_put(matrix, slot, &slot->task, matrix_fill_switches(matrix, slot->task.cell));
	while (!err && slot->batch.cells.count < nr_wanted &&
	       plan_next_of(matrix->plan, test, &cell)) {
		struct task task = { .cell = cell, .attempt = ATTEMPT_FIRST };
		bool is_skipped;
		uint32_t nr_on;

		err = matrix_skip_run(matrix, &task, &is_skipped);
		if (err || is_skipped)
			continue;
		nr_on = matrix_fill_switches(matrix, task.cell);
		if (!matrix_can_split(matrix, &task)) {
			put_off(matrix, &task);
		} else if (batch_has_room(&slot->batch, nr_on)) {
			batch_put(matrix, slot, &task, nr_on);
		} else { /* left for the next batch */
			plan_return(matrix->plan, task.cell);
			break;
		}
	}
	return err;
}

static struct error *batch_submit(struct matrix *matrix, unsigned worker)
{
	struct worker_slot *slot = &matrix->slots[worker];
	uint32_t test = slot->task.cell.test;
	const struct baseline *baseline = &matrix->opts->baselines[test];
	struct job job = {
		.id = batch_id(slot->task.cell),
		.test = &matrix->opts->tests->tests[test],
		.mode = WORKER_SPLIT,
		.session_mode = REMT_MODE_SPLIT,
		/*
		 * Signals call the ancestors of a script's processes. They would interrupt system
		 * calls that wait for the listener.
		 */
		.is_listened = baseline->mode != WORKER_EXEC && matrix_listens(matrix, test),
		.server.device = baseline->server_device,
		.server.inode = baseline->mode == WORKER_EXEC ? 0 : baseline->server_inode,
		.expected = baseline->expected,
		.limits = reference_limits(&matrix->opts->allowance, &baseline->use, 0),
	};

	batch_fill(&slot->batch, &job);
	slot->test = test;
	return worker_pool_submit(matrix->pool, worker, &job);
}

struct error *matrix_batch_submit(struct matrix *matrix, unsigned worker)
{
	struct worker_slot *slot = &matrix->slots[worker];
	struct error *err;

	slot->is_repeat = false;
	err = batch_gather(matrix, slot);
	return err ? err : batch_submit(matrix, worker);
}

bool matrix_repeat_is_due(const struct matrix *matrix)
{
	return matrix->repeats.count > 0;
}

struct error *matrix_repeat_submit(struct matrix *matrix, unsigned worker)
{
	struct worker_slot *slot = &matrix->slots[worker];
	uint32_t test = matrix->repeats.items[0].cell.test;
	size_t nr_left = 0;

	slot->task = matrix->repeats.items[0];
	if (matrix->is_unsplit[test]) { /* it became so after the cell was put there */
		matrix->repeats.items[0] = matrix->repeats.items[--matrix->repeats.count];
		return matrix_task_submit(matrix, worker);
	}
	slot->is_repeat = true;
	for (size_t i = 0; i < matrix->repeats.count; i++) {
		struct task task = matrix->repeats.items[i];
		uint32_t nr_on = matrix_fill_switches(matrix, task.cell);

		if (task.cell.test == test && batch_has_room(&slot->batch, nr_on))
			batch_put(matrix, slot, &task, nr_on);
		else
			matrix->repeats.items[nr_left++] = task;
	}
	matrix->repeats.count = nr_left;
	return batch_submit(matrix, worker);
}
