/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regions of analysis (Zhang, "Automatic Test Generation System for Software", 2021, section 2.3: minimal region of
 * analysis; section 2.5: its expansion). A region is a set of whole blocks. Control enters it at one of them, its
 * entry, which dominates the others; it has no way back into itself but by the entry, so each visit goes through
 * finitely many statements.
 *
 * The thesis asks for a single exit: a post-dominator, at which both versions are compared. Calls that do not return
 * and returns in the middle leave otherwise. So here each way out is an exit, and both versions have to take the same
 * one in the same state. A post-dominator bounds how far a region reaches, and proofs do not depend on it. An edge
 * back to the entry is an exit, too: what holds of one visit then holds of all of them.
 */
#ifndef EQUIV_REGION_H
#define EQUIV_REGION_H

#include "common/vec.h"
#include "ir/structure/dominators.h"
#include "ir/structure/uses.h"

/* A function, with what is asked of it again and again. */
struct equiv_function {
	const struct ir_function *function;
	struct ir_uses uses;
	struct ir_dominators dominators, postdominators;
	bool *is_header;     /* by block: an edge leads back to it from a block that it dominates */
	const char *refusal; /* why nothing is proven of it; NULL: there is no reason */
};

/* FUNCTION is borrowed. */
void equiv_function_init(struct equiv_function *ret, const struct ir_function *function);
void equiv_function_deinit(struct equiv_function *function);

struct region {
	uint32_t entry;
	uint32_t nr_blocks;
	uint32_t *blocks; /* each after those of its predecessors that are in the region */
	bool *contains;	  /* by block of the function */
	uint32_t *
		always_of; /* by block: the block from which each way through the region comes here; IR_NO_BLOCK: none */
};

/*
 * Makes the region of what ENTRY dominates, up to the block BOUND and to the heads of loops inside, which are not in
 * it. Nor is what control comes to from elsewhere. BOUND may be IR_NO_BLOCK. False: there is none, as control may go
 * round in it, or it has over MAX_BLOCKS blocks.
 */
bool region_make(const struct equiv_function *function, uint32_t entry, uint32_t bound,
		 uint32_t max_blocks, struct region *ret);

/* The region of the block ENTRY alone. */
void region_of_block(const struct equiv_function *function, uint32_t entry, struct region *ret);

void region_deinit(struct region *region);

/* The first and the last line of the statements in REGION; 0: none has a line. */
void region_lines(const struct equiv_function *function, const struct region *region,
		  uint32_t *first, uint32_t *last);

#endif
