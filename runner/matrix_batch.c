/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of one test that one run of it serves. */
#include "runner/matrix_state.h"

#include <inttypes.h>
#include <stdio.h>

#include "common/cleanup.h"

enum {
	MIN_BATCH = 64, /* mutants, before a batch is shared out */
	MIN_SPLIT_US =
		800, /* about three times what a split costs more than a fork by the server */
};

/* A cell of a batch that has to be run alone; OF: what is known of it. */
static void put_off(struct matrix *matrix, const struct task *of)
{
	vec_push(&matrix->again, *of);
}

/* What a batch says of one of its cells. */
static struct error *batch_step_cell(struct matrix *matrix, struct plan_cell cell,
				     const struct job_result *result)
{
	struct task task = { .cell = cell };

	if (result->is_disturbed) {
		task.is_quiet = true;
	} else if (matrix_unproven(result)) {
		task.by_exec = true;
		task.attempt = ATTEMPT_PROVE;
	} else if (job_is_killed(result)) {
		matrix->counts->nr_killed++;
		task.was_killed = true;
	} else if (matrix_must_repeat(matrix, &task, result)) {
		task.attempt = ATTEMPT_REPEAT;
	} else if (matrix_is_suspicion(result)) {
		task.met = result->limit;
		task.attempt = matrix_confirming(matrix, &task);
	} else {
		_cleanup_free_ char *detail = job_describe(result);

		return matrix_task_end(matrix, &task, job_verdict(result), result, detail);
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

/* Takes one result of a batch. */
struct error *matrix_batch_step(struct matrix *matrix, const struct crew_result *taken)
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

/* True if the cell can be one of a batch; what is never infected would not be split off. */
bool matrix_can_split(const struct matrix *matrix, const struct task *task)
{
	uint32_t test = task->cell.test;

	if (!matrix->opts->splits_short && matrix->opts->baselines[test].served_us < MIN_SPLIT_US)
		return false;
	return matrix->opts->splits && !matrix->is_unsplit[test] && !task->is_audited &&
	       !matrix->opts->tests->tests[test].serial &&
	       matrix_mode(matrix, task) == WORKER_FORKSERVER;
}

static void batch_put(struct matrix *matrix, struct hand *hand, const struct task *task, uint32_t nr_on)
{
	struct limits limits = matrix_limits(matrix, task);

	batch_add(&hand->batch, task->cell, matrix->switches, nr_on, &limits, matrix_log(matrix, task->cell));
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
	batch_put(matrix, hand, &hand->task, matrix_fill_switches(matrix, hand->task.cell));
	while (!err && hand->batch.cells.count < nr_wanted &&
	       plan_next_of(matrix->plan, test, &task.cell)) {
		bool is_settled;
		uint32_t nr_on;

		err = matrix_settle(matrix, &task, &is_settled);
		if (err || is_settled)
			continue;
		nr_on = matrix_fill_switches(matrix, task.cell);
		if (matrix_can_split(matrix, &task) && batch_has_room(&hand->batch, nr_on))
			batch_put(matrix, hand, &task, nr_on);
		else
			put_off(matrix, &task);
	}
	return err;
}

struct error *matrix_batch_submit(struct matrix *matrix, unsigned worker)
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
		.expected = baseline->expected,
		.limits = reference_limits(&matrix->opts->allowance, &baseline->use, 0),
	};
	struct error *err = batch_gather(matrix, hand);

	if (err)
		return err;
	batch_fill(&hand->batch, &job);
	hand->test = test;
	return crew_submit(matrix->crew, worker, &job);
}
