/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes that were changed themselves. The depth-first search of graph/match.h finds no partner for anything that stands behind a
 * node that was put in or taken out: for what follows in runs that is right, but the developer's change is that one
 * node. These are hints about where to look; nothing is proven by them.
 */
#ifndef GRAPH_OWN_H
#define GRAPH_OWN_H

#include "graph/difference.h"

/* The caller frees the arrays. */
struct own {
	bool *old, *new; /* by block */
};

/*
 * Fills RET: nodes that have no equivalent and were not displaced (graph/displaced.h), and those from which an edge leads elsewhere
 * though both targets are none of these. Functions that have changed, and for which that would be none in both versions, have all of their
 * changed nodes.
 */
void own_find(const struct difference *difference, struct own *ret);

#endif
