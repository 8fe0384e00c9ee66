/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs one test by a worker, run after run, and sums the results up. */
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "runner/baseline/baseline_state.h"

enum {
	NR_SERVED_RUNS = 2, /* from a fork-server: one to start it, one to show its cost */
	MEMORY_KB = 8 * 1024 * 1024,
};

#define OUTPUT_BYTES ((uint64_t)1 << 30)

/*
 * The last two ordinary runs have coverage, but never the second run: limits come from the others.
 */
static unsigned first_covering(const struct stage *stage)
{
	return stage->opts->nr_runs > 3 ? stage->opts->nr_runs - 1 : 3;
}

static bool is_covering(const struct stage *stage, unsigned run)
{
	return run >= first_covering(stage) && run <= stage->opts->nr_runs;
}

static unsigned last_run(const struct stage *stage, uint32_t test)
{
	bool is_served = stage->baselines[test].mode == WORKER_FORKSERVER;

	return stage->opts->nr_runs + (is_served ? NR_SERVED_RUNS : 0);
}

static struct error *test_progress_submit(struct stage *stage, unsigned worker)
{
	struct test_progress *progress = &stage->progresses[worker];
	struct baseline *baseline = &stage->baselines[progress->test];
	bool is_served = progress->run > stage->opts->nr_runs;
	_cleanup_free_ char *log = stage_log_path(stage, progress->test);
	struct job job = {
		.id = progress->test,
		.test = &stage->list->tests[progress->test],
		.mode = is_served ? WORKER_FORKSERVER : WORKER_EXEC,
		.session_mode = is_covering(stage, progress->run) ? REMT_MODE_COVER : REMT_MODE_OFF,
		.exec.is_followed = baseline->is_followed,
		.server.device = baseline->server_device,
		.server.inode = baseline->server_inode,
		.limits = {
			.wall_ms = stage->opts->timeout_ms,
			.memory_kb = MEMORY_KB,
			.output_bytes = OUTPUT_BYTES,
			.processes = job_max_tasks(),
		},
		.keep.output = baseline->output ? NULL : log,
		.exec.probe = is_covering(stage, progress->run) ? progress->run - first_covering(stage) : 0,
	};

	if (is_covering(stage, progress->run)) {
		free(progress->cover_dir);
		progress->cover_dir = xasprintf("%s/cover-%u", stage->opts->scratch, worker);
		struct error *err = fs_remove_tree(progress->cover_dir);

		if (!err)
			err = fs_make_directories(progress->cover_dir, 0700);
		if (err)
			return err;
		job.keep.coverage = progress->cover_dir;
	}
	return worker_pool_submit(stage->pool, worker, &job);
}

static struct error *cover_judge(struct stage *stage, struct test_progress *progress)
{
	struct baseline *baseline = &stage->baselines[progress->test];
	struct coverage coverage;
	struct error *err = coverage_read(stage->reader, progress->cover_dir, &coverage);

	if (err)
		return err;
	struct coverage_change change = coverage_merge(&baseline->coverage, &coverage);

	baseline->has_changing_coverage |= change.reach;
	baseline->has_changing_infection |= change.infection;
	baseline->nr_probes++;
	coverage_deinit(&coverage);
	return fs_remove_tree(progress->cover_dir);
}

static uint64_t median(uint64_t *values, size_t count)
{
	if (!count)
		return 0;
	qsort(values, count, sizeof(*values), compare_u64);
	return values[count / 2];
}

static void note_times(struct baseline *baseline, struct test_progress *progress)
{
	baseline->cpu_us = median(progress->cpu_us, progress->nr_timed);
	baseline->wall_us = median(progress->wall_us, progress->nr_timed);
	if (baseline->mode == WORKER_EXEC || !baseline->cost_us)
		baseline->cost_us = baseline->wall_us;
}

static void test_progress_finish(struct stage *stage, struct test_progress *progress)
{
	struct baseline *baseline = &stage->baselines[progress->test];

	baseline_judge_end(baseline, stage->opts);
	if (progress->run != LOADED_RUN)
		note_times(baseline, progress);
	if (!baseline->output) {
		_cleanup_free_ char *log = stage_log_path(stage, progress->test);

		if (baseline->is_quarantined)
			baseline->output = TAKE(log);
		else
			unlink(log);
	}
	if (!baseline_could_kill(baseline))
		coverage_deinit(&baseline->coverage);
	stage->nr_done++;
	stage_report(stage, stage->phase);
}

static struct error *test_progress_judge(struct stage *stage, struct test_progress *progress,
					 const struct job_result *result)
{
	struct baseline *baseline = &stage->baselines[progress->test];
	bool covers = is_covering(stage, progress->run);

	if (progress->run == LOADED_RUN) {
		baseline_judge_loaded(baseline, stage->opts, result);
		return NULL;
	}
	if (progress->run > stage->opts->nr_runs) {
		baseline_judge_served(baseline, result);
		return NULL;
	}
	baseline_judge_run(baseline, result, covers);
	if (covers)
		return cover_judge(stage, progress);
	progress->cpu_us[progress->nr_timed] = result->cpu_us;
	progress->wall_us[progress->nr_timed++] = result->wall_us;
	return NULL;
}

struct error *test_progress_step(struct stage *stage, const struct worker_pool_result *taken)
{
	struct test_progress *progress = &stage->progresses[taken->worker];
	bool is_killed = job_is_killed(&taken->result);
	bool is_repeated =
		(taken->is_lost && !progress->was_lost) || (is_killed && !progress->was_killed);
	struct error *err;

	progress->was_lost = taken->is_lost;
	progress->was_killed = is_killed;
	if (is_repeated)
		return test_progress_submit(stage, taken->worker);
	err = test_progress_judge(stage, progress, &taken->result);
	if (err)
		return err;
	if (!baseline_is_open(&stage->baselines[progress->test]) || progress->run == LOADED_RUN ||
	    progress->run >= last_run(stage, progress->test)) {
		test_progress_finish(stage, progress);
		return NULL;
	}
	progress->run++;
	return test_progress_submit(stage, taken->worker);
}

struct error *test_progress_start(struct stage *stage, unsigned worker, uint32_t test,
				  unsigned first_run)
{
	struct test_progress *progress = &stage->progresses[worker];

	progress->test = test;
	progress->run = first_run;
	progress->nr_timed = 0;
	progress->was_lost = progress->was_killed = false;
	return test_progress_submit(stage, worker);
}
