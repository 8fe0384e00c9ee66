/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares use with limits. Those that do not depend on the load come first. They are also compared
 * after the end of a run, so that it does not matter whether the run was caught in time.
 */
#include "runner/job/limits.h"

/* Time of the switch at one execution of a switched-on site. The mutant's source has no switch. */
#define HIT_NS 5

static bool exceeds(uint64_t value, uint64_t limit)
{
	return limit && value > limit;
}

static uint64_t without_switches(const struct limits *limits, const struct use *use)
{
	uint64_t hits = use->nr_hits < limits->free_hits ? use->nr_hits : limits->free_hits;
	uint64_t switches_us = hits * HIT_NS / 1000;

	return use->cpu_us > switches_us ? use->cpu_us - switches_us : 0;
}

bool limits_is_unsure(const struct limits *limits, const struct use *use)
{
	return exceeds(without_switches(limits, use), limits->sure_cpu_ms * 1000);
}

enum limit_hit limits_check(const struct limits *limits, const struct use *use, bool has_ended)
{
	if (use->is_output_other)
		return LIMIT_DIFFERENCE;
	if (use->has_failed_step)
		return LIMIT_STEP;
	if (use->is_budget_spent)
		return LIMIT_HITS;
	if (exceeds(use->output_bytes, limits->output_bytes) || use->is_view_full)
		return LIMIT_OUTPUT;
	if (exceeds(use->resident_kb, limits->memory_kb))
		return LIMIT_MEMORY;
	if (exceeds(without_switches(limits, use), limits->cpu_ms * 1000))
		return LIMIT_CPU;
	if (has_ended)
		return LIMIT_NONE;
	if (exceeds(use->nr_tasks, limits->processes))
		return LIMIT_PROCESSES;
	if (exceeds(use->wall_us, limits->wall_ms * 1000) ||
	    exceeds(use->idle_us, limits->idle_ms * 1000))
		return LIMIT_WALL;
	return LIMIT_NONE;
}
