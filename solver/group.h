/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions that share inputs, directly or by others: each group can be solved alone. */
#ifndef SOLVER_GROUP_H
#define SOLVER_GROUP_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/vec.h"
#include "term/evaluate.h"
#include "term/support.h"

struct group {
	VEC(uint32_t) conditions; /* each once */
	VEC(uint32_t) inputs;	  /* that they have, ascending */
};

struct groups {
	struct group *items;
	size_t number;
	size_t nr_held; /* other groups, of which all conditions hold */
};

/*
 * Divides CONDITIONS, each of which comes once and is no constant, into groups, into one if IS_WHOLE, and keeps those
 * that have one which does not hold: HOLDS tells by condition. EVALUATOR is for walks.
 */
void groups_make(struct supports *supports, struct evaluator *evaluator, const uint32_t *conditions,
		 size_t number, const bool *holds, bool is_whole, struct groups *ret);

void groups_deinit(struct groups *groups);
#define _cleanup_groups_ _cleanup_(groups_deinit)

/* True if INPUTS fulfil GROUP. */
bool group_holds(struct evaluator *evaluator, const struct group *group,
		 const unsigned char *inputs) MUST_CHECK;

/* Copies the values of GROUP's inputs from INPUTS, or to them. */
void group_save(const struct group *group, const unsigned char *inputs, unsigned char *values);
void group_restore(const struct group *group, const unsigned char *values, unsigned char *inputs);

#endif
