/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells which limit a run exceeds: a pure comparison, the most telling limit first. */
#ifndef RUNNER_JOB_LIMITS_H
#define RUNNER_JOB_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/job/job.h"

/* What a run has used so far. */
struct use {
	uint64_t cpu_us;
	uint64_t longest_us; /* most processor time that one process was seen to have */
	uint64_t nr_hits;    /* executions of switched-on sites */
	uint64_t wall_us;
	/*
	 * Part of wall_us: since anything of the run was last seen to run, or to wait for a
	 * processor or a disk.
	 */
	uint64_t idle_us;
	uint64_t resident_kb; /* largest seen */
	uint64_t output_bytes;
	uint64_t nr_tasks;    /* with zombies, which have process ids, too */
	bool is_budget_spent; /* the run-time ended a process for its hits */
	bool is_view_full;    /* files took all their room */
	bool is_output_other; /* the output is not the expected one */
	bool has_failed_step; /* nothing that follows lets the test pass */
};

/*
 * HAS_ENDED: the run ended by itself, so that the wall clock and the number of tasks no longer
 * matter.
 */
enum limit_hit limits_check(const struct limits *limits, const struct use *use, bool has_ended);

/* True if a run that met no limit used so much processor time that the next one may meet it. */
bool limits_is_unsure(const struct limits *limits, const struct use *use);

#endif
