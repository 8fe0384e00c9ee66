/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dangerous-edge reachability (Definition 2.7 of "Regression Mutation Testing"): from which nodes
 * of the old version a run of a test could reach a dangerous edge, whatever values a mutant
 * computes.
 *
 * Calls and returns match (CFL reachability, section 4.2.2). From a node, control goes on in its
 * function and in the functions that this one calls. When a function returns, control goes on
 * behind each call of that function that the image can execute. Calls through pointers, and calls
 * of unknown functions outside the program, may go to any function whose address is used. If the
 * program has threads, forks or signal handlers, control may be anywhere in what can be reached at
 * all. Edges tell where long jumps go: from each call in a function to where its setjmp() returns.
 *
 *   reach_find()
 *   … use …
 *   reach_deinit()
 */
#ifndef GRAPH_REACH_H
#define GRAPH_REACH_H

#include "graph/difference.h"

/* One process image of a test. */
struct reach_image {
	/* By old unit: the unit is linked into the program or one of its libraries. */
	const bool *has_unit;
	/*
	 * Old functions that code outside the program finds by their names, such as a malloc() of
	 * the program's own.
	 */
	const uint32_t *called_back;
	size_t nr_called_back;
	bool is_coarse; /* code outside may do anything at any time */
};

struct reach {
	bool *danger;	    /* by old block: a dangerous edge can be reached from it */
	bool *can_run;	    /* by old function: control can come there at all */
	bool is_loading;    /* the program may find functions by their names */
	bool is_coarse;	    /* what can be reached at all counts as reached from everywhere */
	bool is_concurrent; /* so it is for more than handlers of signals: threads or processes, say */
};

/*
 * Computes the reachability of one image. Control begins in main(), constructors, destructors, and
 * functions that code outside finds by name. The caller ends RET with reach_deinit().
 */
void reach_find(const struct difference *difference, const struct reach_image *image,
		struct reach *ret);
void reach_deinit(struct reach *reach);

#endif
