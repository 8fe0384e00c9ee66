/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branches: a branch is a condition without && and ||, whose value alone decides a jump (operator
 * OLNG), or a conditional jump of a compiled file. It has two ways: true and false.
 *
 * A way that no run goes is an uncovered branch in the sense of section 2.3 of "Isomorphic
 * Regression Testing" (Zhang et al., FSE 2016).
 *
 *	branches_find()		once per inventory
 *	branches_add_ways()	once per run, with its coverage
 *	branches_deinit()
 */
#ifndef ISO_BRANCH_H
#define ISO_BRANCH_H

#include "runner/inventory/coverage.h"
#include "runner/inventory/inventory.h"

#define BRANCH_NONE UINT32_MAX

/* The ways of a branch; the values are bits of a set. */
enum branch_way {
	BRANCH_TRUE = 1,
	BRANCH_FALSE = 2,
	BRANCH_BOTH = 3,
};

/* Returns the other way if WAYS has exactly one; 0 if WAYS has both or none. */
static inline uint8_t branch_missing_way(uint8_t ways)
{
	return ways == BRANCH_TRUE ? BRANCH_FALSE : ways == BRANCH_FALSE ? BRANCH_TRUE : 0;
}

struct branch {
	uint32_t place;	  /* number of the branch's place in the inventory */
	uint32_t negated; /* mutant that negates the condition */
	/*
	 * mutant that makes the condition always true; it changes the value where that was false
	 */
	uint32_t always;
	/*
	 * mutant that makes the condition always false; it changes the value where that was true
	 */
	uint32_t never;
};

struct branches {
	VEC(struct branch) items;
	uint32_t *of_place; /* by place: index in `items`; BRANCH_NONE if the place is no branch */
};

/*
 * Finds all branches of INVENTORY. The caller gives RET to branches_deinit().
 */
void branches_find(const struct inventory *inventory, struct branches *ret);
void branches_deinit(struct branches *branches);

/*
 * Adds to RET, one byte of enum branch_way bits per branch, the ways that the runs of COVERAGE
 * went. Bits that are set in RET stay set.
 */
void branches_add_ways(const struct branches *branches, const struct inventory *inventory,
		       const struct coverage *coverage, uint8_t *ret);

/* True if OP, as in "OLNG:branch:negated", is of the operator OLNG. */
bool branch_is_operator(const char *op);

#endif
