/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop of the matrix: gives cells to idle workers, takes results, flushes the store and shows
 * the progress.
 */
#include "runner/matrix/matrix_state.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/xalloc.h"

enum {
	MIN_DONE = 20, /* mutants or cells, before the remaining time is estimated */
	FLUSH_MS = 80, /* a verdict is on the disk at most 100 ms after its run */
	SHOW_MS = 200, /* between two updates of the progress */
};

/* Takes a cell that was put off, one of the worker's last test if possible. */
static bool take_again(struct matrix *matrix, struct worker_slot *slot)
{
	size_t last = matrix->again.count - 1, at = last;

	if (!matrix->again.count)
		return false;
	while (at > 0 && matrix->again.items[at].cell.test != slot->test)
		at--;
	slot->task = matrix->again.items[at];
	matrix->again.items[at] = matrix->again.items[last];
	matrix->again.count--;
	return true;
}

static bool take_new(struct matrix *matrix, struct worker_slot *slot)
{
	slot->task = (struct task){ .attempt = ATTEMPT_FIRST };
	return plan_next(matrix->plan, slot->test, !worker_pool_count_busy(matrix->pool),
			 &slot->task.cell);
}

/* Begins a new cell: decides it without a run, or submits it alone or in a batch. */
static struct error *begin(struct matrix *matrix, unsigned worker)
{
	struct task *task = &matrix->slots[worker].task;
	bool is_skipped;
	struct error *err = matrix_skip_run(matrix, task, &is_skipped);

	if (err || is_skipped)
		return err;
	return matrix_can_split(matrix, task) ? matrix_batch_submit(matrix, worker)
					      : matrix_task_submit(matrix, worker);
}

/* Gives work to idle workers. */
static struct error *dispatch(struct matrix *matrix)
{
	if (matrix->counts->is_budget_spent)
		return NULL;
	for (unsigned i = 0; i < worker_pool_count(matrix->pool) && !matrix->is_serial_running;
	     i++) {
		struct worker_slot *slot = &matrix->slots[i];

		while (worker_pool_is_idle(matrix->pool, i) && !matrix->is_serial_running) {
			struct error *err = NULL;

			if (take_again(matrix, slot))
				err = matrix_task_submit(matrix, i);
			else if (take_new(matrix, slot))
				err = begin(matrix, i);
			else if (matrix_repeat_is_due(matrix))
				err = matrix_repeat_submit(matrix, i);
			else
				break;
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

/* Counts what the progress shows: mutants, or cells in the full scenario. */
static uint64_t count_done(const struct plan *plan)
{
	return plan_is_full(plan) ? plan_count_done(plan) : plan_count_finished(plan);
}

/* Shows only what is on the disk. */
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

/*
 * When the time is up, no more cells begin. Those in flight are finished, so that each run makes
 * progress.
 */
static bool is_over(struct matrix *matrix)
{
	struct matrix_counts *counts = matrix->counts;

	bool is_finished = plan_is_finished(matrix->plan);

	counts->is_cancelled = matrix->opts->cancelled && *matrix->opts->cancelled;
	counts->is_budget_spent = !is_finished && matrix->opts->budget_ms &&
				  clock_ms() - matrix->started_ms >= matrix->opts->budget_ms;
	if (counts->is_budget_spent)
		worker_pool_stop_batches(matrix->pool);
	return counts->is_cancelled || is_finished ||
	       (counts->is_budget_spent && !worker_pool_count_busy(matrix->pool));
}

static struct error *loop(struct matrix *matrix)
{
	while (!is_over(matrix)) {
		struct error *err = dispatch(matrix);
		struct worker_pool_result taken;
		bool is_found = false;

		if (!err && worker_pool_count_busy(matrix->pool))
			err = worker_pool_wait(matrix->pool, FLUSH_MS, &taken, &is_found);
		if (!err && is_found)
			err = matrix->slots[taken.worker].batch.cells.count
				      ? matrix_batch_step(matrix, &taken)
				      : matrix_task_step(matrix, &taken);
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

struct error *matrix_run(const struct matrix_opts *opts, struct plan *plan,
			 struct worker_pool *pool, struct store *store, const struct events *events,
			 struct matrix_counts *ret)
{
	struct matrix_counts counts = { 0 };
	struct matrix matrix = {
		.opts = opts,
		.plan = plan,
		.pool = pool,
		.store = store,
		.events = events,
		.counts = &counts,
		.slots = xcalloc(worker_pool_count(pool), sizeof(struct worker_slot)),
		.nr_fallbacks = xcalloc(opts->tests->nr_tests + 1, 1),
		.refusals = xcalloc(opts->tests->nr_tests + 1, sizeof(struct refusal)),
		.is_unsplit = xcalloc(opts->tests->nr_tests + 1, sizeof(bool)),
		.nr_doubts = xcalloc(opts->tests->nr_tests + 1, 1),
		.nr_barren = xcalloc(opts->tests->nr_tests + 1, sizeof(uint32_t)),
		.started_ms = clock_ms(),
		.switches = xcalloc(REMT_SESSION_MAX_ON, sizeof(struct remt_switch)),
	};
	struct error *err, *more;

	for (unsigned i = 0; i < worker_pool_count(pool); i++)
		matrix.slots[i].test = PLAN_NO_TEST;
	matrix.nr_before = count_done(plan);
	err = loop(&matrix);
	more = flush(&matrix, true);
	if (err)
		error_destroy(more);
	else
		err = more;
	events->progress(events->arg, NULL);
	if (opts->tells_fallbacks)
		matrix_tell_refusals(&matrix);
	for (unsigned i = 0; i < worker_pool_count(pool); i++) {
		batch_deinit(&matrix.slots[i].batch);
		vec_deinit(&matrix.slots[i].held);
	}
	free(matrix.slots);
	vec_deinit(&matrix.again);
	vec_deinit(&matrix.repeats);
	free(matrix.nr_fallbacks);
	free(matrix.is_unsplit);
	free(matrix.nr_doubts);
	free(matrix.nr_barren);
	free(matrix.refusals);
	free(matrix.switches);
	vec_deinit(&matrix.references.known);
	if (err)
		return err;
	*ret = counts;
	return NULL;
}
