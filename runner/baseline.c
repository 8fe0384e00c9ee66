/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/baseline.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

enum {
	NR_SERVED_RUNS = 2, /* from a fork-server: one that starts it, one that shows its price */
	MEMORY_KB = 8 * 1024 * 1024,
	PROCESSES = 4096,
	PROGRESS_MS = 100,
};

#define OUTPUT_BYTES ((uint64_t)1 << 30)

/* One test on its way through the runs by workers. */
struct course {
	uint32_t test;
	unsigned run; /* number of the run in flight: 2 … nr_runs, then the served ones */
	bool is_active;
	char *cover_dir;	    /* of run 2; owned */
	uint64_t *cpu_us, *wall_us; /* per run; owned by the stage */
};

struct stage {
	const struct baseline_opts *opts;
	const struct test_list *list;
	const struct modules *modules;
	struct coverage_reader *reader;
	struct crew *crew;
	const struct events *events;
	struct baseline *baselines;
	struct course *courses; /* per worker */
	uint32_t nr_done;
	struct timespec started;
};

bool baseline_takes_part(const struct baseline *baseline)
{
	return baseline->result == TEST_PASSED && !baseline->is_quarantined && !baseline->reason;
}

void baseline_reject(struct baseline *baseline, bool is_quarantined, const char *format, ...)
{
	va_list args;

	if (baseline->reason)
		return;
	va_start(args, format);
	baseline->reason = xvasprintf(format, args);
	va_end(args);
	baseline->is_quarantined = is_quarantined;
}

void baseline_destroy(struct baseline *baselines, size_t count)
{
	for (size_t i = 0; baselines && i < count; i++) {
		free(baselines[i].reason);
		free(baselines[i].output);
		free(baselines[i].exec_reason);
		coverage_deinit(&baselines[i].coverage);
	}
	free(baselines);
}

static bool is_cancelled(const struct stage *stage)
{
	return stage->opts->cancelled && *stage->opts->cancelled;
}

static uint64_t elapsed_ms(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)((now.tv_sec - since->tv_sec) * 1000 +
			  (now.tv_nsec - since->tv_nsec) / 1000000);
}

static void report_progress(const struct stage *stage, const char *phase)
{
	struct progress progress = {
		.phase = phase,
		.nr_done = stage->nr_done,
		.nr_total = stage->list->nr_tests,
		.elapsed_ms = elapsed_ms(&stage->started),
		.left_ms = UINT64_MAX,
	};

	if (stage->nr_done)
		progress.left_ms = progress.elapsed_ms * (progress.nr_total - progress.nr_done) /
				   progress.nr_done;
	stage->events->progress(stage->events->arg, &progress);
}

static const char *result_word(enum test_result result)
{
	switch (result) {
	case TEST_PASSED: return "passes";
	case TEST_FAILED: return "fails";
	case TEST_SKIPPED: return "is skipped";
	case TEST_CRASHED: return "crashes";
	}
	return "has no result";
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

/* Names the first instrumented file that ran without a coverage file of its process. */
static const char *find_unattached(const struct baseline_traced *traced,
				   const struct coverage *coverage)
{
	for (size_t i = 0; i < traced->executed.count; i++) {
		const struct coverage_image *executed = &traced->executed.items[i];
		size_t nr_executed = 0, nr_seen = 0;

		for (size_t j = 0; j < traced->executed.count; j++)
			nr_executed += traced->executed.items[j].pid == executed->pid &&
				       strcmp(traced->executed.items[j].exe, executed->exe) == 0;
		for (size_t j = 0; j < coverage->images.count; j++)
			nr_seen += coverage->images.items[j].pid == executed->pid &&
				   strcmp(coverage->images.items[j].exe, executed->exe) == 0;
		if (nr_seen < nr_executed)
			return executed->exe;
	}
	return NULL;
}

/* A fork-server can stand for the test if one process image alone has units, and it is the command
 * itself. */
static void find_server(struct baseline *baseline, const struct baseline_traced *traced,
			const struct coverage *coverage)
{
	const struct coverage_image *server = NULL;
	size_t nr_images = 0;
	struct stat info;

	for (size_t i = 0; i < coverage->images.count; i++)
		if (coverage->images.items[i].has_units) {
			server = &coverage->images.items[i];
			nr_images++;
		}
	if (nr_images != 1)
		baseline->exec_reason = xasprintf("%zu instrumented processes", nr_images);
	else if (server->pid != traced->pid)
		baseline->exec_reason = xstrdup("the instrumented process is not the test's own");
	else if (!server->has_reached_main)
		baseline->exec_reason = xstrdup("main was not seen");
	else if (stat(server->exe, &info) < 0)
		baseline->exec_reason = xasprintf("%s is gone", server->exe);
	if (baseline->exec_reason)
		return;
	baseline->mode = WORKER_FORKSERVER;
	baseline->server_device = info.st_dev;
	baseline->server_inode = info.st_ino;
}

static struct error *traced_judge(struct stage *stage, uint32_t index, const char *folder,
				  const struct baseline_traced *traced)
{
	struct baseline *baseline = &stage->baselines[index];
	_cleanup_free_ char *output = path_join(folder, "output");
	struct test_end end = { .status = traced->status, .output = output };
	struct error *err = coverage_read(stage->reader, folder, &baseline->coverage);

	if (err)
		return err;
	baseline->result = test_judge(&stage->list->tests[index], &end);
	if (traced->is_timeout)
		baseline_reject(baseline, true, "takes more than %u s when run alone",
				stage->opts->timeout_ms / 1000);
	else if (baseline->result == TEST_FAILED || baseline->result == TEST_CRASHED)
		baseline_reject(baseline, true, "%s when run alone", result_word(baseline->result));
	if (baseline->reason)
		keep_output(stage, index, output);
	const char *unattached = find_unattached(traced, &baseline->coverage);

	if (unattached)
		baseline_reject(baseline, false,
				"executed %s without the run-time (static, setuid, env -i?)",
				unattached);
	if (stage->opts->mode == BASELINE_EXEC)
		baseline->exec_reason = xstrdup("--mode=exec");
	else
		find_server(baseline, traced, &baseline->coverage);
	return NULL;
}

static struct error *traced_finish(struct stage *stage, uint32_t index, pid_t child)
{
	_cleanup_free_ char *folder = xasprintf("%s/trace-%" PRIu32, stage->opts->scratch, index);
	struct baseline_traced traced = { 0 };
	struct error *err = baseline_trace_wait(child, folder, &traced);

	if (!err && !is_cancelled(stage))
		err = traced_judge(stage, index, folder, &traced);
	baseline_traced_deinit(&traced);
	error_destroy(fs_remove_tree(folder));
	stage->nr_done++;
	report_progress(stage, "tracing the tests");
	return error_wrap(err, "tracing test %s", stage->list->tests[index].name);
}

/* Run 1 of all tests, `jobs` at a time; serial ones have the machine for themselves. */
static struct error *stage_trace(struct stage *stage)
{
	uint32_t nr_tests = (uint32_t)stage->list->nr_tests;
	_cleanup_free_ pid_t *children = xcalloc(nr_tests + 1, sizeof(*children));
	uint32_t first = 0, next = 0;
	struct error *err = NULL;

	while (first < next || (next < nr_tests && !err && !is_cancelled(stage))) {
		bool is_room = next < nr_tests && !err && !is_cancelled(stage) &&
			       next - first < stage->opts->jobs &&
			       (next == first || (!stage->list->tests[next].serial &&
						  !stage->list->tests[first].serial));

		if (is_room) {
			_cleanup_free_ char *folder =
				xasprintf("%s/trace-%" PRIu32, stage->opts->scratch, next);

			err = baseline_trace(stage->opts, &stage->list->tests[next], stage->modules,
					     folder, &children[next]);
			next += !err;
			continue;
		}
		struct error *more = traced_finish(stage, first, children[first]);

		first++;
		if (err)
			error_destroy(more);
		else
			err = more;
	}
	return err;
}

static unsigned last_run(const struct stage *stage, uint32_t test)
{
	bool is_served = stage->baselines[test].mode == WORKER_FORKSERVER;

	return stage->opts->nr_runs + (is_served ? NR_SERVED_RUNS : 0);
}

static struct error *course_submit(struct stage *stage, unsigned worker)
{
	struct course *course = &stage->courses[worker];
	struct baseline *baseline = &stage->baselines[course->test];
	bool is_served = course->run > stage->opts->nr_runs;
	_cleanup_free_ char *log = log_path(stage, course->test);
	struct job job = {
		.id = course->test,
		.test = &stage->list->tests[course->test],
		.mode = is_served ? WORKER_FORKSERVER : WORKER_EXEC,
		.session_mode = course->run == 2 ? REMT_MODE_COVER : REMT_MODE_OFF,
		.server_device = baseline->server_device,
		.server_inode = baseline->server_inode,
		.limits = {
			.wall_ms = stage->opts->timeout_ms,
			.memory_kb = MEMORY_KB,
			.output_bytes = OUTPUT_BYTES,
			.processes = PROCESSES,
		},
		.keep_output = log,
	};

	if (course->run == 2) {
		free(course->cover_dir);
		course->cover_dir = xasprintf("%s/cover-%u", stage->opts->scratch, worker);
		struct error *err = fs_remove_tree(course->cover_dir);

		if (!err)
			err = fs_make_directories(course->cover_dir, 0700);
		if (err)
			return err;
		job.cover_dir = course->cover_dir;
	}
	return crew_submit(stage->crew, worker, &job);
}

static const char *limit_word(enum limit_hit limit)
{
	switch (limit) {
	case LIMIT_NONE: return "no limit";
	case LIMIT_CPU: return "the CPU limit";
	case LIMIT_WALL: return "the time limit";
	case LIMIT_HITS: return "the hit budget";
	case LIMIT_MEMORY: return "the memory limit";
	case LIMIT_OUTPUT: return "the output limit";
	case LIMIT_PROCESSES: return "the limit of processes";
	}
	return "a limit";
}

/* What a run from a fork-server adds: it must agree, or the test is run by exec. */
static void served_judge(struct baseline *baseline, const struct job_result *result)
{
	const char *why = NULL;

	if (result->error[0])
		why = result->error;
	else if (result->mode != WORKER_FORKSERVER)
		why = result->fallback[0] ? result->fallback : "the fork-server did not start";
	else if (result->limit != LIMIT_NONE || result->result != baseline->result)
		why = "the test behaves differently under it";
	if (why) {
		baseline->mode = WORKER_EXEC;
		baseline->exec_reason = xstrdup(why);
		return;
	}
	baseline->cost_us = result->wall_us;
}

static void run_judge(struct baseline *baseline, unsigned run, const struct job_result *result)
{
	if (result->error[0])
		baseline_reject(baseline, true, "could not be run: %s", result->error);
	else if (result->limit != LIMIT_NONE)
		baseline_reject(baseline, true, "reached %s when run alone",
				limit_word(result->limit));
	else if (result->result != baseline->result && run == 2)
		baseline_reject(baseline, true, "%s in its folder, %s in a view of it",
				result_word(baseline->result), result_word(result->result));
	else if (result->result != baseline->result)
		baseline_reject(baseline, true, "is unstable: %s, then %s",
				result_word(baseline->result), result_word(result->result));
}

static void use_note(struct baseline *baseline, const struct job_result *result)
{
	struct allowance_use *use = &baseline->use;

#define KEEP_MOST(field)                                                                           \
	if (result->field > use->field)                                                            \
	use->field = result->field
	KEEP_MOST(cpu_us);
	KEEP_MOST(wall_us);
	KEEP_MOST(max_rss_kb);
	KEEP_MOST(output_bytes);
#undef KEEP_MOST
}

static struct error *cover_judge(struct stage *stage, struct course *course)
{
	struct baseline *baseline = &stage->baselines[course->test];
	struct coverage coverage;
	struct error *err = coverage_read(stage->reader, course->cover_dir, &coverage);

	if (err)
		return err;
	baseline->has_changing_coverage |= coverage_merge(&baseline->coverage, &coverage);
	coverage_deinit(&coverage);
	return fs_remove_tree(course->cover_dir);
}

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t median(uint64_t *values, size_t count)
{
	if (!count)
		return 0;
	qsort(values, count, sizeof(*values), compare_u64);
	return values[count / 2];
}

/* Ends the course of a test. */
static void course_finish(struct stage *stage, struct course *course)
{
	struct baseline *baseline = &stage->baselines[course->test];
	size_t nr_runs =
		course->run > stage->opts->nr_runs ? stage->opts->nr_runs - 1 : course->run - 1;

	/* The covering run, the first, is many times slower: it counts only if there is no other.
	 */
	size_t nr_slow = nr_runs > 1 ? 1 : 0;

	baseline->cpu_us = median(course->cpu_us + nr_slow, nr_runs - nr_slow);
	baseline->wall_us = median(course->wall_us + nr_slow, nr_runs - nr_slow);
	if (baseline->mode == WORKER_EXEC || !baseline->cost_us)
		baseline->cost_us = baseline->wall_us;
	if (!baseline->output) {
		_cleanup_free_ char *log = log_path(stage, course->test);

		if (baseline->is_quarantined)
			baseline->output = TAKE(log);
		else
			unlink(log);
	}
	if (!baseline_takes_part(baseline))
		coverage_deinit(&baseline->coverage);
	course->is_active = false;
	stage->nr_done++;
	report_progress(stage, "baseline");
}

/* Takes the result of a run; goes on to the test's next one or ends its course. */
static struct error *course_step(struct stage *stage, const struct crew_result *taken)
{
	struct course *course = &stage->courses[taken->worker];
	struct baseline *baseline = &stage->baselines[course->test];
	struct error *err = NULL;

	if (course->run > stage->opts->nr_runs) {
		served_judge(baseline, &taken->result);
	} else {
		run_judge(baseline, course->run, &taken->result);
		/* What the covering run took says nothing of a mutated one. */
		if (course->run == 3)
			baseline->use.cpu_us = baseline->use.wall_us = 0;
		use_note(baseline, &taken->result);
		course->cpu_us[course->run - 2] = taken->result.cpu_us;
		course->wall_us[course->run - 2] = taken->result.wall_us;
		if (course->run == 2)
			err = cover_judge(stage, course);
	}
	if (err)
		return err;
	if (!baseline_takes_part(baseline) || course->run >= last_run(stage, course->test)) {
		course_finish(stage, course);
		return NULL;
	}
	course->run++;
	return course_submit(stage, taken->worker);
}

/* Next test from *next on whose `serial` is IS_SERIAL and that needs runs; false: none. */
static bool next_test(struct stage *stage, uint32_t *next, bool is_serial, uint32_t *ret)
{
	for (; *next < stage->list->nr_tests; ++*next)
		if (stage->list->tests[*next].serial == is_serial &&
		    baseline_takes_part(&stage->baselines[*next])) {
			*ret = (*next)++;
			return true;
		}
	return false;
}

static struct error *stage_work(struct stage *stage, bool is_serial)
{
	uint32_t next = 0, test;

	for (;;) {
		unsigned worker = crew_idle(stage->crew);
		bool may_start = !is_cancelled(stage) && worker != CREW_NO_WORKER &&
				 (!is_serial || !crew_count_busy(stage->crew));
		struct crew_result taken;
		struct error *err;
		bool is_found;

		if (may_start && next_test(stage, &next, is_serial, &test)) {
			struct course *course = &stage->courses[worker];

			course->test = test;
			course->run = 2;
			course->is_active = true;
			err = course_submit(stage, worker);
			if (err)
				return err;
			continue;
		}
		if (!crew_count_busy(stage->crew) || is_cancelled(stage))
			return NULL;
		err = crew_wait(stage->crew, PROGRESS_MS, &taken, &is_found);
		if (!err && is_found)
			err = course_step(stage, &taken);
		if (err)
			return err;
	}
}

static struct error *stage_run_all(struct stage *stage)
{
	struct error *err = stage_trace(stage);

	for (uint32_t i = 0; i < stage->list->nr_tests; i++)
		if (!baseline_takes_part(&stage->baselines[i])) {
			coverage_deinit(&stage->baselines[i].coverage);
			stage->baselines[i].mode = WORKER_EXEC;
		}
	stage->nr_done = 0;
	for (uint32_t i = 0; i < stage->list->nr_tests; i++)
		stage->nr_done += !baseline_takes_part(&stage->baselines[i]);
	if (!err)
		err = stage_work(stage, false);
	if (!err)
		err = stage_work(stage, true);
	return err;
}

struct error *baseline_run(const struct baseline_opts *opts, const struct test_list *list,
			   const struct modules *modules, struct coverage_reader *reader,
			   struct crew *crew, const struct events *events, struct baseline **ret)
{
	struct stage stage = {
		.opts = opts,
		.list = list,
		.modules = modules,
		.reader = reader,
		.crew = crew,
		.events = events,
		.baselines = xcalloc(list->nr_tests + 1, sizeof(struct baseline)),
		.courses = xcalloc(crew_count(crew), sizeof(struct course)),
	};
	struct error *err;

	clock_gettime(CLOCK_MONOTONIC, &stage.started);
	for (unsigned i = 0; i < crew_count(crew); i++) {
		stage.courses[i].cpu_us = xcalloc(opts->nr_runs, sizeof(uint64_t));
		stage.courses[i].wall_us = xcalloc(opts->nr_runs, sizeof(uint64_t));
	}
	err = stage_run_all(&stage);
	events->progress(events->arg, NULL);
	for (unsigned i = 0; i < crew_count(crew); i++) {
		free(stage.courses[i].cover_dir);
		free(stage.courses[i].cpu_us);
		free(stage.courses[i].wall_us);
	}
	free(stage.courses);
	if (err) {
		baseline_destroy(stage.baselines, list->nr_tests);
		return err;
	}
	*ret = stage.baselines;
	return NULL;
}
