/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * References: what a test uses with the clone of a function on and no mutant.
 *
 * Switches make a clone slower than the function, and a limit that is a multiple of the
 * unmutated run would end mutants that are only that.  So before a timeout is
 * confirmed, the test runs once with the function's clone and the original at every site; the
 * confirming run's limits are multiples of that.
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
	uint32_t layout; /* number of the layout (runner/baseline/layouts.h); 0: this build's */
	uint32_t function;
	uint64_t uid; /* of the unit with the function */
	struct allowance_use use;
};

struct reference_list {
	VEC(struct reference) known;
};

/* That of TEST in LAYOUT with the function of ON, the mutant's first switch; NULL: not known. */
const struct allowance_use *reference_find(const struct reference_list *list, uint32_t test,
					   uint32_t layout, const struct remt_switch *on);
void reference_add(struct reference_list *list, uint32_t test, uint32_t layout,
		   const struct remt_switch *on, const struct allowance_use *use);

/* Of a reference run of the test that used UNMUTATED; COUNT as in allowance_limits(). */
struct limits reference_limits(const struct allowance_opts *opts,
			       const struct allowance_use *unmutated, uint64_t count);

/* UNMUTATED, with the times of the RESULT of a reference run where these are larger, and so much
 * more from the harness as the clone costs; whatever came of that run. */
struct allowance_use reference_measure(const struct job_result *result,
				       const struct allowance_use *unmutated);

/* Makes switches of a mutant lead into the clones and leave the originals there. */
void reference_neutralise(struct remt_switch *on, uint32_t nr_on);

#endif
