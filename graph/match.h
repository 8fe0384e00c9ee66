/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares two functions node by node: depth-first search from both entries at once (section 4.2.1
 * of "Regression Mutation Testing"), which fills mapN (Definition 2.5) and finds dangerous edges
 * (Definition 2.4).
 */
#ifndef GRAPH_MATCH_H
#define GRAPH_MATCH_H

#include "graph/difference.h"

/*
 * Compares the old function with its partner, and adds to DIFFERENCE. Two nodes are equivalent if
 * their texts are, under one bijection of the variables of both functions, and what they mention
 * has not changed. A node belongs to one pair at most: mutants in code that was doubled are not
 * those of before.
 */
void match_functions(struct difference *difference, uint32_t old_function, uint32_t new_function);

#endif
