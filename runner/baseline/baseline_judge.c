/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the runs of a test and decides whether, and in which mode, it takes part. */
#include "runner/baseline/baseline_judge.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/xalloc.h"
#include "sites/elf_file.h"
#include "store/store.h"

bool baseline_takes_part(const struct baseline *baseline)
{
	return baseline->result == TEST_PASSED && !baseline->is_quarantined && !baseline->reason;
}

bool baseline_knows_infection(const struct baseline *baseline)
{
	enum { NR_PROBES = 3 };

	return baseline_takes_part(baseline) && baseline->nr_probes >= NR_PROBES &&
	       !baseline->has_changing_coverage && !baseline->has_changing_infection;
}

bool baseline_could_kill(const struct baseline *baseline)
{
	return baseline_takes_part(baseline) || (baseline->is_quarantined && !baseline->is_failing);
}

unsigned baseline_changes(const struct baseline *baseline)
{
	return (baseline->has_changing_output ? STORE_CHANGE_OUTPUT : 0) |
	       (baseline->has_changing_coverage ? STORE_CHANGE_COVERAGE : 0);
}

bool baseline_is_unsteady(const struct baseline *baseline)
{
	return baseline->has_changing_coverage ||
	       (baseline->has_changing_output && baseline->is_judged_by_output);
}

bool baseline_result_fails(enum test_result result)
{
	return result == TEST_FAILED || result == TEST_CRASHED;
}

void baseline_forget_output(struct baseline *baseline)
{
	expectation_destroy(baseline->expected);
	baseline->expected = NULL;
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
	case LIMIT_ENDLESS: return "an endless loop";
	case LIMIT_DIFFERENCE: return "the end of the expected output";
	case LIMIT_STEP: return "a step that failed";
	}
	return "a limit";
}

bool baseline_is_unattached(const struct baseline_traced *traced, const struct coverage *coverage,
			    const struct coverage_image *executed)
{
	size_t nr_executed = 0, nr_seen = 0;

	for (size_t j = 0; j < traced->executed.count; j++)
		nr_executed += traced->executed.items[j].pid == executed->pid &&
			       strcmp(traced->executed.items[j].exe, executed->exe) == 0;
	for (size_t j = 0; j < coverage->images.count; j++)
		nr_seen += coverage->images.items[j].pid == executed->pid &&
			   strcmp(coverage->images.items[j].exe, executed->exe) == 0;
	return nr_seen < nr_executed;
}

/* Returns the first instrumented file that ran without the run-time, although it could have it. */
static const char *find_unattached(const struct baseline_traced *traced,
				   const struct coverage *coverage)
{
	for (size_t i = 0; i < traced->executed.count; i++) {
		const struct coverage_image *executed = &traced->executed.items[i];

		if (baseline_is_unattached(traced, coverage, executed) &&
		    !elf_file_is_static(executed->exe))
			return executed->exe;
	}
	return NULL;
}

/*
 * A fork-server can stand for the test if only one process image has units, and that is the command
 * itself.
 */
static void find_server(struct baseline *baseline, const struct baseline_traced *traced)
{
	const struct coverage *coverage = &baseline->coverage;
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

void baseline_judge_traced(struct baseline *baseline, const struct baseline_opts *opts,
			   const struct test *test, const struct baseline_traced *traced,
			   const char *output)
{
	struct test_end end = { .status = traced->status, .output = output };
	const char *unattached;

	baseline->result = test_judge(test, &end);
	baseline->is_judged_by_output = test_reads_output(test);
	baseline->use.harness_ms = test->timeout_ms;
	if (traced->is_timeout)
		baseline_reject(baseline, true, "takes more than %u s when run alone",
				opts->timeout_ms / 1000);
	if (baseline->result != TEST_PASSED)
		return;
	unattached = find_unattached(traced, &baseline->coverage);
	if (unattached)
		baseline_reject(baseline, false,
				"executed %s without the run-time (setuid, env -i?)", unattached);
	if (opts->mode == BASELINE_EXEC)
		baseline->exec_reason = xstrdup("--mode=exec");
	else if (baseline->is_followed)
		baseline->exec_reason = xstrdup("a statically linked program has no fork-server");
	else
		find_server(baseline, traced);
}

static void use_note(struct allowance_use *use, const struct job_result *result)
{
#define KEEP_MOST(field)                                                                           \
	if (result->field > use->field)                                                            \
	use->field = result->field
	KEEP_MOST(cpu_us);
	KEEP_MOST(longest_us);
	KEEP_MOST(wall_us);
	KEEP_MOST(max_rss_kb);
	KEEP_MOST(output_bytes);
#undef KEEP_MOST
}

void baseline_judge_run(struct baseline *baseline, const struct job_result *result,
			bool is_covering)
{
	/* Failing in another way is the same result. */
	bool is_other = baseline_result_fails(baseline->result)
				? !baseline_result_fails(result->result)
				: result->result != baseline->result;

	if (result->error[0])
		baseline_reject(baseline, true, "could not be run: %s", result->error);
	else if (result->limit != LIMIT_NONE)
		baseline_reject(baseline, true, "reached %s when run alone",
				limit_word(result->limit));
	else if (is_other)
		baseline_reject(baseline, true, "is unstable: %s, then %s",
				result_word(baseline->result), result_word(result->result));
	else
		baseline->has_changing_output |= result->output_hash != baseline->output_hash;
	if (is_covering)
		return;
	use_note(&baseline->use, result);
	baseline->has_changing_entries |=
		!result->entered || (baseline->entered && baseline->entered != result->entered);
	baseline->entered = result->entered;
}

void baseline_judge_loaded(struct baseline *baseline, const struct baseline_opts *opts,
			   const struct job_result *result)
{
	const char *plural = opts->nr_busy == 1 ? "" : "es";

	if (result->error[0])
		baseline_reject(baseline, true, "could not be run: %s", result->error);
	else if (result->limit != LIMIT_NONE)
		baseline_reject(baseline, true,
				"is unstable under load: reached %s beside %u busy process%s",
				limit_word(result->limit), opts->nr_busy, plural);
	else if (result->result != baseline->result)
		baseline_reject(baseline, true,
				"is unstable under load: %s, then %s beside %u busy process%s",
				result_word(baseline->result), result_word(result->result),
				opts->nr_busy, plural);
	else
		baseline->has_changing_output |= result->output_hash != baseline->output_hash;
	if (result->wall_us / 1000 >= baseline->use.harness_ms)
		baseline->use.harness_ms = 0;
}

void baseline_judge_served(struct baseline *baseline, const struct job_result *result)
{
	const char *why = NULL;

	if (result->error[0])
		why = result->error;
	else if (result->mode != WORKER_FORKSERVER)
		why = result->fallback[0] ? result->fallback : "the fork-server did not start";
	else if (result->limit != LIMIT_NONE || result->result != baseline->result)
		why = "the test behaves differently under it";
	else if (baseline->expected && !baseline->has_changing_output &&
		 result->output_hash != baseline->output_hash)
		why = "the test prints other things under it";
	if (why) {
		baseline->mode = WORKER_EXEC;
		baseline->exec_reason = xstrdup(why);
		return;
	}
	baseline->cost_us = result->wall_us;
	baseline->served_us = result->cpu_us;
}

void baseline_judge_end(struct baseline *baseline, const struct baseline_opts *opts)
{
	unsigned unwanted = baseline_changes(baseline) & opts->quarantine_changing;

	if (!baseline->reason && baseline_result_fails(baseline->result)) {
		baseline->is_failing = true;
		baseline_reject(baseline, true, "%s when run alone", result_word(baseline->result));
	}
	if (baseline->has_changing_output)
		baseline_forget_output(baseline);
	if (unwanted & STORE_CHANGE_COVERAGE)
		baseline_reject(baseline, true, "reaches other places from run to run");
	if (unwanted & STORE_CHANGE_OUTPUT)
		baseline_reject(baseline, true, "prints other things from run to run");
}
