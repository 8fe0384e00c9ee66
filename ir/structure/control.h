/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Control dependence (Ferrante, Ottenstein and Warren, TOPLAS 1987, section 3.1): block y depends on
 * the edge from x to s if y post-dominates s, but does not post-dominate x unless it is x itself.
 * Whether y is executed was then decided by the end of x. Edges that calls take are edges, too: where
 * longjmp() may come out, the block with the call decides.
 */
#ifndef IR_STRUCTURE_CONTROL_H
#define IR_STRUCTURE_CONTROL_H

#include "common/lists.h"
#include "ir/structure/dominators.h"

struct ir_edge {
	uint32_t from, to; /* blocks */
};

struct ir_control {
	struct ir_edge *edges; /* those that something depends on */
	uint32_t nr_edges;
	struct lists deciders; /* by block: indices of the edges that it depends on, ascending */
	struct lists decided;  /* by edge: the blocks that depend on it, the innermost first */
};

/* POSTDOMINATORS are FUNCTION's. */
void ir_control(const struct ir_function *function, const struct ir_dominators *postdominators,
		struct ir_control *ret);

void ir_control_deinit(struct ir_control *control);
#define _cleanup_ir_control_ _cleanup_(ir_control_deinit)

#endif
