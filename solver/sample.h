/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples: inputs near those at hand, with values that the conditions mention. They settle most
 * questions that have an answer, at a fraction of what a proof costs.
 */
#ifndef SOLVER_SAMPLE_H
#define SOLVER_SAMPLE_H

#include "solver/group.h"

/*
 * Tries NR_SAMPLES samples for GROUP; true: one fulfils all its conditions, and INPUTS are that one.
 * Else they are as they were. The samples follow from SEED, GROUP and INPUTS.
 */
bool sample_group(struct evaluator *evaluator, const struct group *group, unsigned nr_samples,
		  uint64_t seed, unsigned char *inputs) MUST_CHECK;

/* True if INPUTS fulfil all conditions of GROUP. */
bool group_holds(struct evaluator *evaluator, const struct group *group,
		 const unsigned char *inputs) MUST_CHECK;

#endif
