/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of each resource a mutated run may use, from what the unmutated
 * one used.  CPU time and hits come first: they do not depend on the load of the
 * machine.  The wall clock is a backstop for runs that wait, and what the harness limits, if
 * the unmutated test keeps to that.
 */
#ifndef RUNNER_JOB_ALLOWANCE_H
#define RUNNER_JOB_ALLOWANCE_H

#include <stdint.h>

#include "runner/job/job.h"

struct allowance_opts {
	double timeout_factor; /* times the baseline's CPU and wall time */
	uint64_t min_cpu_ms;
	uint64_t min_wall_ms;
	uint64_t memory_kb;    /* 0: from the baseline */
	uint64_t output_bytes; /* 0: from the baseline */
	uint64_t processes;
	double hit_factor; /* times the site's executions */
	uint64_t min_hits;
};

/* What a test used in its baseline runs: the most of each; and what its harness gives it. */
struct allowance_use {
	uint64_t cpu_us, wall_us, max_rss_kb, output_bytes;
	uint64_t longest_us; /* processor time of one process by itself; 0: not known */
	uint64_t harness_ms; /* limit of the wall clock; 0: none */
};

void allowance_defaults(struct allowance_opts *ret);
/* SCALE: 1, or how many times as much time; COUNT: executions of the mutant's site in the
 * baseline. */
struct limits allowance_limits(const struct allowance_opts *opts, const struct allowance_use *use,
			       uint64_t count, unsigned scale);
/*
 * Of the first run of a mutant: after less processor time than it may take it is suspected of a
 * timeout, and goes on in a confirming run.
 */
struct limits allowance_suspecting(const struct allowance_opts *opts,
				   const struct allowance_use *use, uint64_t count);
/*
 * Of the run that confirms a timeout: it has no budget of hits, and twice the time.  What a
 * processor takes for the same work differs with what runs beside it, so that a mutant near the
 * limit would meet it in one run and not in the next: one that passes after more than the
 * limit, but less than twice of it, is unsure.
 */
struct limits allowance_confirming(const struct allowance_opts *opts,
				   const struct allowance_use *use, uint64_t count);

/* Equal numbers: all limits of a run that ends by itself are equal, whatever its mutant, on an
 * equally loaded machine; never 0. */
uint64_t allowance_identity(const struct allowance_opts *opts, const struct allowance_use *use);

#endif
