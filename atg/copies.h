/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function's blocks with its loops unwound (Zhang, "Automatic Test Generation System for Software", 2021, section
 * 3.3: "we use loop unwinding to convert cyclic programs to acyclic"): a copy of a block for each combination of how
 * often the loops around it went round, up to a bound. A round begins at the loop's head; who enters a loop at another
 * block is in a round before the first one.
 */
#ifndef ATG_COPIES_H
#define ATG_COPIES_H

#include "atg/loops.h"

#define COPY_BEYOND UINT32_MAX

struct copy {
	uint32_t block;
	uint8_t rounds[LOOPS_MAX_DEPTH]; /* of the loops around the block, the outermost first */
	uint32_t *targets; /* by the block's `successors`: index of a copy, or COPY_BEYOND */
};

struct copies {
	VEC(struct copy) items;
	uint32_t *order;     /* indices, each after those that lead to it */
	const char *refusal; /* why there are none; NULL: there are */
	/* private */
	const struct ir_function *function;
	unsigned bound, max_copies;
	struct loops loops;
};

/* Unwinds FUNCTION, in which no loop's head is come to from within the loop more than BOUND times in a row. */
void copies_init(struct copies *ret, const struct ir_function *function, unsigned bound,
		 unsigned max_copies);
void copies_deinit(struct copies *copies);

#endif
