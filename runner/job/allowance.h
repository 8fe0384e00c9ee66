/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of each resource a mutated run may use, computed from what the unmutated run used. CPU
 * time and hits come first, as they do not depend on the load of the machine. The wall clock is a
 * backstop for runs that wait; the harness's own limit applies if the unmutated test keeps to it.
 */
#ifndef RUNNER_JOB_ALLOWANCE_H
#define RUNNER_JOB_ALLOWANCE_H

#include <stdint.h>

#include "runner/job/job.h"

struct allowance_opts {
	double timeout_factor; /* times the CPU and wall time of the baseline */
	uint64_t min_cpu_ms;
	uint64_t min_wall_ms;
	uint64_t memory_kb;    /* 0: from the baseline */
	uint64_t output_bytes; /* 0: from the baseline */
	uint64_t processes;
	double hit_factor; /* times the site's executions in the baseline */
	uint64_t min_hits;
};

/* The most that a test used of each resource in its baseline runs, and what its harness grants. */
struct allowance_use {
	uint64_t cpu_us, wall_us, max_rss_kb, output_bytes;
	uint64_t longest_us; /* most processor time of one process; 0: not known */
	uint64_t harness_ms; /* limit of the wall clock; 0: none */
};

void allowance_defaults(struct allowance_opts *ret);
/*
 * Limits of a mutated run. COUNT: executions of the mutant's site in the baseline; SCALE multiplies
 * the times.
 */
struct limits allowance_limits(const struct allowance_opts *opts, const struct allowance_use *use,
			       uint64_t count, unsigned scale);
/*
 * Limits of a mutant's first run, which has less processor time: a run that exceeds it is suspected
 * of a timeout and must be confirmed.
 */
struct limits allowance_suspecting(const struct allowance_opts *opts,
				   const struct allowance_use *use, uint64_t count);
/*
 * Limits of the run that confirms a timeout: twice the time, and no budget of hits. The same work
 * takes more or less time depending on what runs beside it. So a run is unsure if it passes after
 * more than the limit, but less than twice of it.
 */
struct limits allowance_confirming(const struct allowance_opts *opts,
				   const struct allowance_use *use, uint64_t count);

/*
 * Returns a number, never 0. If two tests have equal numbers, any run of either that ends by itself
 * has equal limits, whatever its mutant, on an equally loaded machine.
 */
uint64_t allowance_identity(const struct allowance_opts *opts, const struct allowance_use *use);

#endif
