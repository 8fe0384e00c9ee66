/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dominators and post-dominators of a function's blocks (Lengauer and Tarjan, TOPLAS 1979, section 1;
 * computed as by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001).
 *
 * Block a dominates block b if all paths from the entry to b go through a. Block b post-dominates a
 * if all paths from a to the function's end go through b. The end is a node of its own, whose number
 * is the number of blocks. Control comes there where the function returns, and where it does not go
 * on. A loop that never ends is taken to go there from one of its blocks.
 *
 * Calls are taken to return. Where a callee calls exit(), control does not come to what post-dominates
 * the call.
 */
#ifndef IR_STRUCTURE_DOMINATORS_H
#define IR_STRUCTURE_DOMINATORS_H

#include "ir/function.h"

#define IR_NO_BLOCK UINT32_MAX

/* Nodes are the blocks and, as the last one, the function's end. */
struct ir_dominators {
	uint32_t nr_nodes;   /* blocks and the end */
	uint32_t root;	     /* block 0, or the end */
	uint32_t *immediate; /* by node; IR_NO_BLOCK: of the root, and of what it can't reach */
	uint32_t *entered;   /* by node: when a walk through the tree comes to it, from 1 on; */
	uint32_t *left;	     /* and when it has seen all below; both 0 for what is not reached */
};

void ir_dominators(const struct ir_function *function, struct ir_dominators *ret);
void ir_postdominators(const struct ir_function *function, struct ir_dominators *ret);

/*
 * True if ABOVE is BELOW or (post-)dominates it. A node that the root can't reach has no dominators,
 * not even itself.
 */
bool ir_is_dominated(const struct ir_dominators *tree, uint32_t below, uint32_t above);

void ir_dominators_deinit(struct ir_dominators *tree);
#define _cleanup_ir_dominators_ _cleanup_(ir_dominators_deinit)

#endif
