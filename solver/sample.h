/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples: inputs near those at hand, with values that the conditions mention. They settle most
 * questions that have an answer, at a fraction of what a proof costs.
 */
#ifndef SOLVER_SAMPLE_H
#define SOLVER_SAMPLE_H

#include "solver/domain.h"

/*
 * Tries NR_SAMPLES samples of allowed values for the group of NARROWED; true: one fulfils all its conditions, and
 * INPUTS are that one. Else they are as they were. The samples follow from SEED, NARROWED and INPUTS.
 */
bool sample_group(struct evaluator *evaluator, const struct narrowed *narrowed, unsigned nr_samples,
		  uint64_t seed, unsigned char *inputs) MUST_CHECK;

#endif
