/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * References: what a test uses when a function's clone is on, without a mutant.
 *
 * The switches make a clone slower than its function. A limit that is a multiple of the unmutated
 * run would end mutants that are merely slow. So before a timeout is confirmed, the test runs once
 * with the clone and the original at every site, and the confirming run's limits are multiples of
 * that.
 */
#ifndef RUNNER_JOB_REFERENCE_H
#define RUNNER_JOB_REFERENCE_H

#include <stdint.h>

#include "common/vec.h"
#include "remt/session.h"
#include "runner/job/allowance.h"
#include "runner/job/job.h"

struct reference {
	uint32_t test;
	uint32_t function;
	uint64_t uid; /* uid of the function's unit */
	struct allowance_use use;
};

struct reference_list {
	VEC(struct reference) known;
};

/*
 * Returns the reference of TEST with the function of ON, the mutant's first switch; NULL: not
 * known.
 */
const struct allowance_use *reference_find(const struct reference_list *list, uint32_t test,
					   const struct remt_switch *on);
void reference_add(struct reference_list *list, uint32_t test, const struct remt_switch *on,
		   const struct allowance_use *use);

/* Limits of a reference run of a test that used UNMUTATED; COUNT as in allowance_limits(). */
struct limits reference_limits(const struct allowance_opts *opts,
			       const struct allowance_use *unmutated, uint64_t count);

/*
 * Returns UNMUTATED with the times of RESULT, a reference run, where these are longer. The limit of
 * the harness grows by what the clone costs. The outcome of that run does not matter.
 */
struct allowance_use reference_measure(const struct job_result *result,
				       const struct allowance_use *unmutated);

/* Makes the switches select the clones with the original at each site. */
void reference_neutralise(struct remt_switch *on, uint32_t nr_on);

#endif
