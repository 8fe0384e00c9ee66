/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a result means. */
#include "runner/worker.h"

bool job_is_killed(const struct job_result *result)
{
	return !result->error[0] && result->limit == LIMIT_NONE && test_was_killed(result->status);
}

static enum verdict verdict_of_limit(enum limit_hit limit)
{
	switch (limit) {
	case LIMIT_NONE: break;
	case LIMIT_CPU:
	case LIMIT_WALL:
	case LIMIT_HITS: return VERDICT_KILLED_TIMEOUT;
	case LIMIT_MEMORY:
	case LIMIT_PROCESSES: return VERDICT_KILLED_MEMORY;
	case LIMIT_OUTPUT: return VERDICT_KILLED_OUTPUT;
	}
	return VERDICT_UNKNOWN;
}

enum verdict job_verdict(const struct job_result *result)
{
	if (result->error[0] || !result->nr_switched)
		return VERDICT_UNKNOWN;
	if (result->limit != LIMIT_NONE)
		return verdict_of_limit(result->limit);
	switch (result->result) {
	case TEST_PASSED: return VERDICT_SURVIVED;
	case TEST_FAILED:
	case TEST_SKIPPED: /* it ran before, so the mutant made the difference */
		return VERDICT_KILLED_FAIL;
	case TEST_CRASHED: return VERDICT_KILLED_CRASH;
	}
	return VERDICT_UNKNOWN;
}
