/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branches: the conditions of the source that decide a jump by themselves (operator OLNG), each
 * with two ways, and the ways that a test goes.  A way that no run goes is an uncovered branch in
 * the sense of section 2.3 of "Isomorphic Regression Testing" (Zhang et al., FSE 2016).
 */
#ifndef ISO_BRANCH_H
#define ISO_BRANCH_H

#include "runner/coverage.h"
#include "runner/inventory.h"

#define BRANCH_NONE UINT32_MAX

/* Ways; bits. */
enum branch_way {
	BRANCH_TRUE = 1,
	BRANCH_FALSE = 2,
	BRANCH_BOTH = 3,
};

/* The way that is not in WAYS, if the other one is; 0: there is none. */
static inline uint8_t branch_missing_way(uint8_t ways)
{
	return ways == BRANCH_TRUE ? BRANCH_FALSE : ways == BRANCH_FALSE ? BRANCH_TRUE : 0;
}

struct branch {
	uint32_t place;	  /* of the inventory */
	uint32_t negated; /* mutants of it: negated, */
	uint32_t always;  /* always true: infected where it was false, */
	uint32_t never;	  /* always false */
};

struct branches {
	VEC(struct branch) items;
	uint32_t *of_place; /* by place: index; BRANCH_NONE */
};

/* All of the inventory, which outlives RET. */
void branches_find(const struct inventory *inventory, struct branches *ret);
void branches_deinit(struct branches *branches);

/* The ways (bits) of each branch that the runs of COVERAGE went; RET has one byte per branch, and
 * gains bits. */
void branches_add_ways(const struct branches *branches, const struct inventory *inventory,
		       const struct coverage *coverage, uint8_t *ret);

/* What mutant of INVENTORY OP is the operator of a branch. */
bool branch_is_operator(const char *op);

#endif
