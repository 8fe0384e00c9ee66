/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference of two versions of a program: which nodes are equivalent, and along which edges of
 * the old version control goes where the new one may behave otherwise (Definitions 2.4 and 2.5 of
 * "Regression Mutation Testing").
 *
 * As long as a run of the old version goes along no dangerous edge, the new one, started alike,
 * executes the nodes that mapN maps to those of that run, with equal values of all variables: nodes
 * are equivalent only if all that they execute and mention is the same.
 * So are the targets of their calls through pointers: nothing but such nodes, and initial values,
 * which are compared, computed these.
 */
#ifndef GRAPH_DIFFERENCE_H
#define GRAPH_DIFFERENCE_H

#include "graph/pairs.h"

struct difference {
	struct pairs pairs;
	uint32_t *new_block;	 /* by old block: its equivalent; PROGRAM_NONE */
	uint32_t *old_block;	 /* mapN, by new block; PROGRAM_NONE: there is no equivalent */
	bool *edge_is_dangerous; /* by old edge */
	uint32_t nr_dangerous;
};

/* OLD and NEW, which share their names, outlive RET. */
void difference_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		     struct difference *ret);
void difference_deinit(struct difference *difference);

/* Marks all edges out of an old block. */
void difference_mark_edges(struct difference *difference, uint32_t old_block);
/* Marks one: number over all units. */
void difference_mark_edge(struct difference *difference, uint32_t old_edge);

/* The first dangerous edge of a function, as its number over all units; PROGRAM_NONE: none. */
uint32_t difference_find_edge(const struct difference *difference, uint32_t old_function);

/* True for a node of the new version that has no equivalent, or behind which control goes
 * otherwise.
 */
bool difference_is_changed(const struct difference *difference, uint32_t new_block);

enum function_change {
	FUNCTION_SAME, /* no edge in it is dangerous: all nodes that control can reach have
			  equivalents */
	FUNCTION_CHANGED,
	FUNCTION_REMOVED, /* of an old one: it has no partner */
	FUNCTION_ADDED,	  /* of a new one: the same */
};

enum function_change difference_of_old(const struct difference *difference, uint32_t old_function);
enum function_change difference_of_new(const struct difference *difference, uint32_t new_function);
/* True if it has a partner in another unit. */
bool difference_has_moved(const struct difference *difference, uint32_t old_function);

#endif
