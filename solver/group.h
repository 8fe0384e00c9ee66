/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions that share inputs, directly or by others: each group can be solved alone. */
#ifndef SOLVER_GROUP_H
#define SOLVER_GROUP_H

#include "common/vec.h"
#include "term/evaluate.h"

struct group {
	VEC(uint32_t) conditions; /* ascending, each once */
	VEC(uint32_t) inputs;	  /* that they have, ascending */
};

struct groups {
	struct group *items;
	size_t number;
};

/*
 * Divides CONDITIONS, which are sorted and no constants, into groups; into one if IS_WHOLE. EVALUATOR is for
 * walks.
 */
void groups_make(struct evaluator *evaluator, const uint32_t *conditions, size_t number,
		 bool is_whole, struct groups *ret);

void groups_deinit(struct groups *groups);
#define _cleanup_groups_ _cleanup_(groups_deinit)

#endif
