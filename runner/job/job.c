/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives the verdict and its description from a result. */
#include "runner/job/job.h"

#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>

#include "common/kernel.h"
#include "common/signals.h"
#include "common/xalloc.h"

#define FEW_TASKS 512

uint64_t job_max_tasks(void)
{
	return kernel_is_from(6, 14) ? JOB_MAX_TASKS : FEW_TASKS;
}

bool job_is_killed(const struct job_result *result)
{
	if (result->error[0])
		return false;
	/* An unexpected output may be the shell's message about it. */
	return result->says_killed ||
	       (result->limit == LIMIT_NONE && test_was_killed(result->status));
}

static enum verdict verdict_of_limit(enum limit_hit limit)
{
	switch (limit) {
	case LIMIT_NONE: break;
	case LIMIT_CPU:
	case LIMIT_WALL:
	case LIMIT_ENDLESS:
	case LIMIT_HITS: return VERDICT_KILLED_TIMEOUT;
	case LIMIT_MEMORY:
	case LIMIT_PROCESSES: return VERDICT_KILLED_MEMORY;
	case LIMIT_OUTPUT: return VERDICT_KILLED_OUTPUT;
	case LIMIT_DIFFERENCE:
	case LIMIT_STEP: return VERDICT_KILLED_FAIL;
	}
	return VERDICT_UNKNOWN;
}

static bool is_judged_by_output(const struct job_result *result)
{
	return result->match == OUTPUT_OTHER ||
	       (result->match == OUTPUT_SHORTER && result->limit == LIMIT_NONE &&
		(result->result == TEST_PASSED || result->result == TEST_SKIPPED));
}

enum verdict job_verdict(const struct job_result *result)
{
	if (result->error[0] || !result->nr_switched)
		return VERDICT_UNKNOWN;
	if (is_judged_by_output(result) || result->has_failed_step)
		return VERDICT_KILLED_FAIL;
	if (result->limit != LIMIT_NONE)
		return verdict_of_limit(result->limit);
	switch (result->result) {
	case TEST_PASSED:
	case TEST_SKIPPED: /* no harness counts that as a failure */
		return result->is_unsure ? VERDICT_UNKNOWN : VERDICT_SURVIVED;
	case TEST_FAILED: return VERDICT_KILLED_FAIL;
	case TEST_CRASHED: return VERDICT_KILLED_CRASH;
	}
	return VERDICT_UNKNOWN;
}

char *job_describe(const struct job_result *result)
{
	char scratch[SIGNALS_NAME_SIZE];

	/* Counted from 1, as cmp(1) does. */
	if (is_judged_by_output(result))
		return xasprintf("output differs at byte %" PRIu64, result->match_bytes + 1);
	if (result->has_failed_step)
		return xstrdup("a step failed");
	switch (result->limit) {
	case LIMIT_CPU: return xasprintf("CPU limit after %" PRIu64 " ms", result->cpu_us / 1000);
	case LIMIT_WALL:
		return xasprintf("time limit after %" PRIu64 " ms", result->wall_us / 1000);
	case LIMIT_HITS:
		return xasprintf("hit budget after %" PRIu64 " executions", result->nr_hits);
	case LIMIT_MEMORY: return xasprintf("memory limit at %" PRIu64 " kB", result->max_rss_kb);
	case LIMIT_OUTPUT:
		return xasprintf("output limit at %" PRIu64 " bytes", result->output_bytes);
	case LIMIT_PROCESSES: return xstrdup("limit of processes");
	case LIMIT_ENDLESS: return xstrdup("endless loop");
	case LIMIT_DIFFERENCE: return xstrdup("output differs");
	case LIMIT_STEP: return xstrdup("a step failed");
	case LIMIT_NONE: break;
	}
	if (result->is_unsure && job_verdict(result) == VERDICT_UNKNOWN)
		return xasprintf("passes after %" PRIu64 " ms of the processor: too near to the "
				 "limit to be sure",
				 result->cpu_us / 1000);
	if (job_verdict(result) == VERDICT_SURVIVED)
		return xstrdup(result->result == TEST_SKIPPED ? "the test skipped itself" : "");
	if (test_was_killed(result->status))
		return xstrdup("SIGKILL, again when repeated");
	if (WIFSIGNALED(result->status))
		return xstrdup(signals_name(WTERMSIG(result->status), scratch));
	if (WEXITSTATUS(result->status) > 128 && WEXITSTATUS(result->status) <= 128 + 64)
		return xasprintf("exit %d (%s)", WEXITSTATUS(result->status),
				 signals_name(WEXITSTATUS(result->status) - 128, scratch));
	return xasprintf("exit %d", WEXITSTATUS(result->status));
}
