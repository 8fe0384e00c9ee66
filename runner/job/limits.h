/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which limit of a run is exceeded: pure comparison, most telling limit first. */
#ifndef RUNNER_JOB_LIMITS_H
#define RUNNER_JOB_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/job/job.h"

/* What a run has used so far. */
struct use {
	uint64_t cpu_us;
	uint64_t longest_us; /* processor time of one process by itself, as was seen at some time */
	uint64_t nr_hits;    /* of switched-on sites */
	uint64_t wall_us;
	uint64_t idle_us;     /* of it, since anything of the run was seen to run or to wait for a
				 processor or a disk */
	uint64_t resident_kb; /* largest seen */
	uint64_t output_bytes;
	uint64_t nr_tasks;
	bool is_budget_spent; /* the run-time ended a process for its hits */
	bool is_view_full;    /* files took all the room that they may */
	bool is_output_other; /* than the one that was expected */
	bool has_failed_step; /* nothing that follows makes the test pass */
};

/* HAS_ENDED: the run is over by itself, so the wall clock and the number of tasks don't matter any
 * more. */
enum limit_hit limits_check(const struct limits *limits, const struct use *use, bool has_ended);

/* True if a run that met no limit has used so much processor time that the next one may meet it. */
bool limits_is_unsure(const struct limits *limits, const struct use *use);

#endif
