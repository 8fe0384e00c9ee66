/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function's blocks with its loops unwound (Zhang, "Automatic Test Generation System for Software", 2021, section
 * 3.3: "we use loop unwinding to convert cyclic programs to acyclic"): a copy of a block for each combination of how
 * often the loops around it went round, up to a bound.
 */
#ifndef ATG_COPIES_H
#define ATG_COPIES_H

#include "common/vec.h"
#include "ir/function.h"
#include "ir/structure/dominators.h"

#define COPIES_MAX_DEPTH 6 /* loops in loops */
#define COPY_BEYOND	 UINT32_MAX

struct copy {
	uint32_t block;
	uint8_t rounds[COPIES_MAX_DEPTH]; /* of the loops around the block, the outermost first */
	uint32_t *targets; /* by the block's `successors`: index of a copy, or COPY_BEYOND */
};

struct copies {
	VEC(struct copy) items;
	uint32_t *order;     /* indices, each after those that lead to it */
	const char *refusal; /* why there are none; NULL: there are */
	/* private */
	const struct ir_function *function;
	struct ir_dominators dominators;
	unsigned bound, max_copies;
	VEC(uint32_t) headers;
	bool **contains; /* by loop, by block */
	uint32_t *
		*nesting; /* by block: the loops around it, the outermost first, then UINT32_MAX */
};

/* Unwinds FUNCTION, of which no edge back to a loop's head is taken more than BOUND times in a row. */
void copies_init(struct copies *ret, const struct ir_function *function, unsigned bound,
		 unsigned max_copies);
void copies_deinit(struct copies *copies);

#endif
