/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference between two versions of a program: which nodes are equivalent, and which edges of
 * the old version are dangerous. A dangerous edge leads to where the new version may behave
 * otherwise (Definitions 2.4 and 2.5 of "Regression Mutation Testing").
 *
 * Under PAIRS_EQUIVALENT two nodes are equivalent only if all that they execute and mention is the
 * same. So as long as a run of the old version takes no dangerous edge, the new version, started
 * alike, executes the corresponding nodes with equal values of all variables. So calls through
 * pointers have the same targets, too: a target comes from initial values, which are compared, and
 * from nodes that are equivalent. The other rules promise less (enum pairs_rule).
 *
 *   difference_find()
 *   … use …
 *   difference_deinit()
 */
#ifndef GRAPH_DIFFERENCE_H
#define GRAPH_DIFFERENCE_H

#include "graph/pairs.h"

struct difference {
	struct pairs pairs;
	uint32_t *new_block;	 /* by old block: its equivalent new block, or PROGRAM_NONE */
	uint32_t *old_block;	 /* mapN. By new block: its equivalent old block, or PROGRAM_NONE */
	bool *edge_is_dangerous; /* by old edge */
	uint32_t nr_dangerous;
};

/*
 * Compares OLD with NEW and fills RET. Both must have been made with one struct names, and must
 * outlive RET, which the caller ends with difference_deinit().
 */
void difference_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		     struct difference *ret);
void difference_deinit(struct difference *difference);

/* Marks all edges that leave OLD_BLOCK as dangerous. */
void difference_mark_edges(struct difference *difference, uint32_t old_block);
/* Marks one edge as dangerous. Edges are numbered over all units. */
void difference_mark_edge(struct difference *difference, uint32_t old_edge);

/*
 * Returns the first dangerous edge of OLD_FUNCTION, numbered over all units, or PROGRAM_NONE if no
 * edge of the function is dangerous.
 */
uint32_t difference_find_edge(const struct difference *difference, uint32_t old_function);

/* True if NEW_BLOCK has no equivalent, or if an edge that leaves its equivalent is dangerous. */
bool difference_is_changed(const struct difference *difference, uint32_t new_block);

enum function_change {
	/*
	 * No edge of the function is dangerous: all nodes that control can reach have equivalents.
	 */
	FUNCTION_SAME,
	FUNCTION_CHANGED,
	FUNCTION_REMOVED, /* an old function without a partner */
	FUNCTION_ADDED,	  /* a new function without a partner */
};

enum function_change difference_of_old(const struct difference *difference, uint32_t old_function);
enum function_change difference_of_new(const struct difference *difference, uint32_t new_function);
/* True if the partner of OLD_FUNCTION lies in a unit other than the partner of its unit. */
bool difference_has_moved(const struct difference *difference, uint32_t old_function);

#endif
