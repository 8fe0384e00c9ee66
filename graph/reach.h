/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dangerous-edge reachability (Definition 2.7 of "Regression Mutation Testing"): from which nodes
 * of the old version a run of a test could come to a dangerous edge, whatever values a mutant
 * makes.
 *
 * Calls and returns match (CFL reachability, section 4.2.2): from a node control goes on in its
 * function and in what that calls, and after its return at the calls that the test's programs can
 * come to. Calls through pointers, and unknown functions outside, go to any function whose address
 * is used. Where the program has threads, forks, handlers of signals or long jumps, control may be
 * anywhere in what can be reached at all.
 */
#ifndef GRAPH_REACH_H
#define GRAPH_REACH_H

#include "graph/difference.h"

/* One process image of a test. */
struct reach_image {
	const bool
		*has_unit; /* by old unit: it is linked into the program or one of its libraries */
	const uint32_t *called_back; /* functions that code outside finds by their names, such as
					malloc() of the program's own */
	size_t nr_called_back;
	bool is_coarse; /* code outside may do anything at any time */
};

struct reach {
	bool *danger;	/* by old block: a dangerous edge can be reached from it */
	bool *can_run;	/* by old function: control can come there at all */
	bool is_loading; /* functions may be found by their names */
	bool is_coarse; /* anything that can be reached counts as reached from everywhere */
};

/* Of one image, from main(), constructors and destructors. */
void reach_find(const struct difference *difference, const struct reach_image *image,
		struct reach *ret);
void reach_deinit(struct reach *reach);

#endif
