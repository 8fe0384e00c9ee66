/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares two functions node by node, by a depth-first search that starts at both entries at once
 * (section 4.2.1 of "Regression Mutation Testing"). The search fills mapN (Definition 2.5) and
 * finds the dangerous edges (Definition 2.4).
 */
#ifndef GRAPH_MATCH_H
#define GRAPH_MATCH_H

#include "graph/difference.h"

/*
 * Compares OLD_FUNCTION with its partner NEW_FUNCTION and adds the result to DIFFERENCE. Two nodes
 * are equivalent if their texts are equal under one bijection of the variables of both functions,
 * and if nothing that they mention has changed. A node belongs to at most one pair: if code was
 * duplicated, the mutants of the second copy are new ones.
 */
void match_functions(struct difference *difference, uint32_t old_function, uint32_t new_function);

#endif
