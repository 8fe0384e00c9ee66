/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/baseline/baseline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/compare.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "runner/baseline/baseline_mapped.h"
#include "runner/baseline/busy.h"
#include "runner/job/output.h"

enum {
	NR_SERVED_RUNS = 2, /* from a fork-server: one that starts it, one that shows its price */
	MEMORY_KB = 8 * 1024 * 1024,
	PROCESSES = 4096,
	PROGRESS_MS = 100,
	LOADED_RUN = 0, /* number of the run beside busy processes */
};

#define OUTPUT_BYTES ((uint64_t)1 << 30)

/* One test on its way through the runs by workers. */
struct test_progress {
	uint32_t test;
	unsigned run; /* number of the run in flight: 2 … nr_runs, the served ones; LOADED_RUN */
	char *cover_dir;	    /* of the covering run; owned */
	uint64_t *cpu_us, *wall_us; /* of the other runs; owned by the stage */
	size_t nr_timed;
	bool was_lost;	 /* its worker died: the run is tried once more */
	bool was_killed; /* by SIGKILL, which is no limit's: the same */
};

struct stage {
	const struct baseline_opts *opts;
	const struct test_list *list;
	const struct modules *modules;
	struct coverage_reader *reader;
	struct worker_pool *pool;
	const struct events *events;
	struct baseline *baselines;
	struct test_progress *progresses; /* per worker */
	const char *phase;
	uint32_t nr_done;
	uint64_t started_ms;
};

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

static bool is_cancelled(const struct stage *stage)
{
	return stage->opts->cancelled && *stage->opts->cancelled;
}

static void report_progress(const struct stage *stage, const char *phase)
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

/* Where the output of a failing run of test INDEX is kept. */
static char *log_path(const struct stage *stage, uint32_t index)
{
	return xasprintf("%s/baseline-%" PRIu32 ".out", stage->opts->logs, index + 1);
}

static void keep_output(const struct stage *stage, uint32_t index, const char *output)
{
	_cleanup_free_ char *data = NULL;
	_cleanup_free_ char *path = log_path(stage, index);
	struct baseline *baseline = &stage->baselines[index];
	size_t size;
	struct error *err = fs_read_file(output, &data, &size);

	if (!err)
		err = fs_write_file(path, data, size);
	if (!err && !baseline->output)
		baseline->output = TAKE(path);
	error_destroy(err);
}

/* True if it has executed a subject that a tracer must plant breakpoints in. */
static bool must_follow(const struct stage *stage, const struct coverage *coverage)
{
	const struct subject_list *subjects = stage->opts->subjects;

	for (size_t i = 0; subjects && i < subjects->count; i++) {
		for (size_t j = 0; subjects->items[i]->is_static && j < coverage->images.count;
		     j++) {
			const struct coverage_image *image = &coverage->images.items[j];

			if (sorted_has_u64(image->units.items, image->units.count,
					   subjects->items[i]->module.uid))
				return true;
		}
	}
	return false;
}

static struct error *traced_judge(struct stage *stage, uint32_t index, const char *folder,
				  const struct baseline_traced *traced)
{
	struct baseline *baseline = &stage->baselines[index];
	_cleanup_free_ char *output = path_join(folder, "output");
	struct error *err = coverage_read(stage->reader, folder, &baseline->coverage);

	if (err)
		return err;
	baseline->nr_probes = 1;
	baseline->is_followed = must_follow(stage, &baseline->coverage);
	err = hash_file(output, &baseline->output_hash);
	if (!err && stage->opts->keeps_outputs) {
		err = expectation_read(output, &baseline->expected);
		baseline->has_long_output = !baseline->expected;
	}
	if (err)
		return err;
	baseline_judge_traced(baseline, stage->opts, &stage->list->tests[index], traced, output);
	baseline_judge_mapped(baseline, stage->modules, traced);
	footprint_note(&baseline->footprint, stage->modules, traced, &baseline->coverage,
		       stage->opts->scratch, stage->opts->runtime);
	coverage_forget_units(&baseline->coverage);
	if (baseline->is_quarantined || baseline_result_fails(baseline->result))
		keep_output(stage, index, output);
	return NULL;
}

/* The same as job_is_killed() says of a run by a worker. */
static bool traced_was_killed(const struct baseline_tracing *tracing,
			      const struct baseline_traced *traced)
{
	_cleanup_free_ char *output = path_join(tracing->folder, "output");

	return test_was_killed(traced->status) || (traced->status && output_says_killed(output));
}

/* Ends what baseline_trace_start() began; a run that died by SIGKILL is repeated once. */
static struct error *traced_wait(struct stage *stage, struct baseline_tracing *tracing,
				 struct baseline_traced *ret)
{
	struct error *err = baseline_trace_wait(tracing, ret);

	if (err || is_cancelled(stage) || ret->is_timeout || !traced_was_killed(tracing, ret))
		return err;
	baseline_traced_deinit(ret);
	*ret = (struct baseline_traced){ 0 };
	err = baseline_trace_repeat(tracing);
	return err ? err : baseline_trace_wait(tracing, ret);
}

static struct error *traced_finish(struct stage *stage, uint32_t index,
				   struct baseline_tracing *tracing)
{
	struct baseline_traced traced = { 0 };
	struct error *err = traced_wait(stage, tracing, &traced);

	if (!err && !is_cancelled(stage))
		err = traced_judge(stage, index, tracing->folder, &traced);
	baseline_traced_deinit(&traced);
	baseline_trace_deinit(tracing);
	stage->nr_done++;
	report_progress(stage, "tracing the tests");
	return error_wrap(err, "tracing test %s", stage->list->tests[index].name);
}

/* Run 1 of all tests, `jobs` at a time; serial ones have the machine for themselves. */
static struct error *stage_trace(struct stage *stage)
{
	uint32_t nr_tests = (uint32_t)stage->list->nr_tests;
	_cleanup_free_ struct baseline_tracing *tracings = xcalloc(nr_tests + 1, sizeof(*tracings));
	uint32_t first = 0, next = 0;
	struct error *err = NULL;

	while (first < next || (next < nr_tests && !err && !is_cancelled(stage))) {
		bool is_room = next < nr_tests && !err && !is_cancelled(stage) &&
			       next - first < stage->opts->jobs &&
			       (next == first || (!stage->list->tests[next].serial &&
						  !stage->list->tests[first].serial));

		if (is_room) {
			err = baseline_trace_start(stage->opts, &stage->list->tests[next],
						   stage->modules, next, &tracings[next]);
			next += !err;
			continue;
		}
		struct error *more = traced_finish(stage, first, &tracings[first]);

		first++;
		if (err)
			error_destroy(more);
		else
			err = more;
	}
	return err;
}

/* True if more runs can tell more of it: a test that fails may be unstable. */
static bool is_open(const struct baseline *baseline)
{
	return !baseline->reason && baseline->result != TEST_SKIPPED;
}

/* The last two ordinary runs cover, but never the second run: limits come from the others. */
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
	_cleanup_free_ char *log = log_path(stage, progress->test);
	struct job job = {
		.id = progress->test,
		.test = &stage->list->tests[progress->test],
		.mode = is_served ? WORKER_FORKSERVER : WORKER_EXEC,
		.session_mode = is_covering(stage, progress->run) ? REMT_MODE_COVER : REMT_MODE_OFF,
		.is_followed = baseline->is_followed,
		.server_device = baseline->server_device,
		.server_inode = baseline->server_inode,
		.limits = {
			.wall_ms = stage->opts->timeout_ms,
			.memory_kb = MEMORY_KB,
			.output_bytes = OUTPUT_BYTES,
			.processes = PROCESSES,
		},
		.keep.output = baseline->output ? NULL : log,
		.probe = is_covering(stage, progress->run) ? progress->run - first_covering(stage) : 0,
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

/* Ends the progress of a test. */
static void test_progress_finish(struct stage *stage, struct test_progress *progress)
{
	struct baseline *baseline = &stage->baselines[progress->test];

	baseline_judge_end(baseline, stage->opts);
	if (progress->run != LOADED_RUN)
		note_times(baseline, progress);
	if (!baseline->output) {
		_cleanup_free_ char *log = log_path(stage, progress->test);

		if (baseline->is_quarantined)
			baseline->output = TAKE(log);
		else
			unlink(log);
	}
	if (!baseline_could_kill(baseline))
		coverage_deinit(&baseline->coverage);
	stage->nr_done++;
	report_progress(stage, stage->phase);
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

/* Takes the result of a run; goes on to the test's next one or ends its progress. */
static struct error *test_progress_step(struct stage *stage, const struct worker_pool_result *taken)
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
	if (!is_open(&stage->baselines[progress->test]) || progress->run == LOADED_RUN ||
	    progress->run >= last_run(stage, progress->test)) {
		test_progress_finish(stage, progress);
		return NULL;
	}
	progress->run++;
	return test_progress_submit(stage, taken->worker);
}

static struct error *test_progress_start(struct stage *stage, unsigned worker, uint32_t test,
					 unsigned first_run)
{
	struct test_progress *progress = &stage->progresses[worker];

	progress->test = test;
	progress->run = first_run;
	progress->nr_timed = 0;
	progress->was_lost = progress->was_killed = false;
	return test_progress_submit(stage, worker);
}

/* The tests that one round through the list takes. */
struct round {
	bool is_failing; /* in their first run */
	bool is_serial;
	bool is_loaded; /* those that take part after all other runs, once more under load */
};

static bool is_of_round(const struct baseline *baseline, const struct round *round)
{
	if (round->is_loaded)
		return baseline_takes_part(baseline);
	return is_open(baseline) && baseline_result_fails(baseline->result) == round->is_failing;
}

/* Next test of ROUND from *next on that needs runs; false: none. */
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
		bool may_start = !is_cancelled(stage) && worker != WORKER_POOL_NO_WORKER &&
				 (!round->is_serial || !worker_pool_count_busy(stage->pool));
		struct worker_pool_result taken;
		struct error *err;
		bool is_found;

		if (may_start && next_test(stage, round, &next, &test)) {
			err = test_progress_start(stage, worker, test,
						  round->is_loaded ? LOADED_RUN : 2);
			if (err)
				return err;
			continue;
		}
		if (!worker_pool_count_busy(stage->pool) || is_cancelled(stage))
			return NULL;
		err = worker_pool_wait(stage->pool, PROGRESS_MS, &taken, &is_found);
		if (!err && is_found)
			err = test_progress_step(stage, &taken);
		if (err)
			return err;
	}
}

/* A test that fails each time ends the campaign, so these come first. */
static bool is_stopping(const struct stage *stage)
{
	for (uint32_t i = 0; i < stage->list->nr_tests && !stage->opts->quarantine_failing; i++)
		if (stage->baselines[i].is_failing)
			return true;
	return false;
}

/* One run of each test beside busy processes; with several workers also beside other tests. */
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

		if (!is_open(baseline) && !baseline_could_kill(baseline))
			coverage_deinit(&baseline->coverage);
		if (!baseline_takes_part(baseline))
			baseline->mode = WORKER_EXEC;
		stage->nr_done += !is_open(baseline);
	}
	for (size_t i = 0; i < ARRAY_SIZE(rounds) && !err && !is_stopping(stage); i++)
		err = stage_work(stage, &rounds[i]);
	return err || is_cancelled(stage) || is_stopping(stage) ? err : stage_load(stage);
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
