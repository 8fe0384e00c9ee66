/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes all tests through their runs: the traced ones, those by workers, those under load. */
#include "runner/baseline/baseline_state.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "runner/baseline/busy.h"

enum { PROGRESS_MS = 100 };

void baseline_destroy(struct baseline *baselines, size_t count)
{
	for (size_t i = 0; baselines && i < count; i++) {
		free(baselines[i].reason);
		free(baselines[i].output);
		free(baselines[i].exec_reason);
		expectation_destroy(baselines[i].expected);
		coverage_deinit(&baselines[i].coverage);
		for (size_t j = 0; j < baselines[i].layouts.count; j++)
			layout_deinit(&baselines[i].layouts.items[j]);
		vec_deinit(&baselines[i].layouts);
		footprint_deinit(&baselines[i].footprint);
		vec_deinit(&baselines[i].unseen);
	}
	free(baselines);
}

bool stage_is_cancelled(const struct stage *stage)
{
	return stage->opts->cancelled && *stage->opts->cancelled;
}

void stage_report(const struct stage *stage, const char *phase)
{
	struct progress progress = {
		.phase = phase,
		.nr_done = stage->nr_done,
		.nr_total = stage->list->nr_tests,
		.elapsed_ms = clock_ms() - stage->started_ms,
		.left_ms = UINT64_MAX,
	};

	if (stage->nr_done)
		progress.left_ms = progress.elapsed_ms * (progress.nr_total - progress.nr_done) /
				   progress.nr_done;
	stage->events->progress(stage->events->arg, &progress);
}

char *stage_log_path(const struct stage *stage, uint32_t index)
{
	return xasprintf("%s/baseline-%" PRIu32 ".out", stage->opts->logs, index + 1);
}

bool baseline_is_open(const struct baseline *baseline)
{
	return !baseline->reason && baseline->result != TEST_SKIPPED;
}

/* The tests that one round through the list takes. */
struct round {
	bool is_failing; /* they failed in their first run */
	bool is_serial;
	bool is_loaded; /* tests that take part after all other runs, once more under load */
};

static bool is_of_round(const struct baseline *baseline, const struct round *round)
{
	if (round->is_loaded)
		return baseline_takes_part(baseline);
	return baseline_is_open(baseline) &&
	       baseline_result_fails(baseline->result) == round->is_failing;
}

/* Finds the next test of ROUND, from *NEXT on, that needs runs; false: none. */
static bool next_test(struct stage *stage, const struct round *round, uint32_t *next, uint32_t *ret)
{
	for (; *next < stage->list->nr_tests; ++*next) {
		const struct baseline *baseline = &stage->baselines[*next];

		if (stage->list->tests[*next].serial == round->is_serial &&
		    is_of_round(baseline, round)) {
			*ret = (*next)++;
			return true;
		}
	}
	return false;
}

static struct error *stage_work(struct stage *stage, const struct round *round)
{
	uint32_t next = 0, test;

	for (;;) {
		unsigned worker = worker_pool_idle(stage->pool);
		bool may_start = !stage_is_cancelled(stage) && worker != WORKER_POOL_NO_WORKER &&
				 (!round->is_serial || !worker_pool_count_busy(stage->pool));
		struct worker_pool_result taken;
		struct error *err;
		bool is_found;

		if (may_start && next_test(stage, round, &next, &test)) {
			err = test_progress_start(stage, worker, test,
						  round->is_loaded ? LOADED_RUN : FIRST_WORKER_RUN);
			if (err)
				return err;
			continue;
		}
		if (!worker_pool_count_busy(stage->pool) || stage_is_cancelled(stage))
			return NULL;
		err = worker_pool_wait(stage->pool, PROGRESS_MS, &taken, &is_found);
		if (!err && is_found)
			err = test_progress_step(stage, &taken);
		if (err)
			return err;
	}
}

/* A test that fails each time ends the campaign, so failing tests come first. */
static bool is_stopping(const struct stage *stage)
{
	for (uint32_t i = 0; i < stage->list->nr_tests && !stage->opts->quarantine_failing; i++)
		if (stage->baselines[i].is_failing)
			return true;
	return false;
}

/* Runs each test once beside busy processes; with several workers, also beside other tests. */
static struct error *stage_load(struct stage *stage)
{
	static const struct round rounds[] = { { .is_loaded = true },
					       { .is_loaded = true, .is_serial = true } };
	struct busy busy;
	struct error *err;

	stage->phase = "baseline under load";
	stage->started_ms = clock_ms();
	stage->nr_done = 0;
	for (uint32_t i = 0; i < stage->list->nr_tests; i++)
		stage->nr_done += !baseline_takes_part(&stage->baselines[i]);
	if (!stage->opts->nr_busy || stage->nr_done == stage->list->nr_tests)
		return NULL;
	err = busy_start(&busy, stage->opts->nr_busy);
	if (err)
		return err;
	for (size_t i = 0; i < ARRAY_SIZE(rounds) && !err; i++)
		err = stage_work(stage, &rounds[i]);
	busy_stop(&busy);
	return err;
}

static struct error *stage_run_all(struct stage *stage)
{
	static const struct round rounds[] = { { .is_failing = true },
					       { .is_failing = true, .is_serial = true },
					       { .is_failing = false },
					       { .is_failing = false, .is_serial = true } };
	struct error *err = stage_trace(stage);

	stage->nr_done = 0;
	stage->phase = "baseline";
	stage->started_ms = clock_ms();
	for (uint32_t i = 0; i < stage->list->nr_tests; i++) {
		struct baseline *baseline = &stage->baselines[i];

		if (!baseline_is_open(baseline) && !baseline_could_kill(baseline))
			coverage_deinit(&baseline->coverage);
		if (!baseline_takes_part(baseline))
			baseline->mode = WORKER_EXEC;
		stage->nr_done += !baseline_is_open(baseline);
	}
	for (size_t i = 0; i < ARRAY_SIZE(rounds) && !err && !is_stopping(stage); i++)
		err = stage_work(stage, &rounds[i]);
	return err || stage_is_cancelled(stage) || is_stopping(stage) ? err : stage_load(stage);
}

struct error *baseline_run(const struct baseline_opts *opts, const struct test_list *list,
			   const struct modules *modules, struct coverage_reader *reader,
			   struct worker_pool *pool, const struct events *events,
			   struct baseline **ret)
{
	struct stage stage = {
		.opts = opts,
		.list = list,
		.modules = modules,
		.reader = reader,
		.pool = pool,
		.events = events,
		.baselines = xcalloc(list->nr_tests + 1, sizeof(struct baseline)),
		.progresses = xcalloc(worker_pool_count(pool), sizeof(struct test_progress)),
	};
	struct error *err;

	stage.started_ms = clock_ms();
	for (unsigned i = 0; i < worker_pool_count(pool); i++) {
		stage.progresses[i].cpu_us = xcalloc(opts->nr_runs, sizeof(uint64_t));
		stage.progresses[i].wall_us = xcalloc(opts->nr_runs, sizeof(uint64_t));
	}
	err = stage_run_all(&stage);
	events->progress(events->arg, NULL);
	for (unsigned i = 0; i < worker_pool_count(pool); i++) {
		free(stage.progresses[i].cover_dir);
		free(stage.progresses[i].cpu_us);
		free(stage.progresses[i].wall_us);
	}
	free(stage.progresses);
	if (err) {
		baseline_destroy(stage.baselines, list->nr_tests);
		return err;
	}
	*ret = stage.baselines;
	return NULL;
}
