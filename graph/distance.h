/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far it is from each node of a program to the nearest of some nodes, as a number of edges. Calls lead
 * into the functions that they may reach, those that libraries call back, too, and the ends of functions
 * behind all calls of them: calls and returns are not matched, as distances say what to try first and prove
 * nothing (graph/reach.h does).
 */
#ifndef GRAPH_DISTANCE_H
#define GRAPH_DISTANCE_H

#include "graph/program.h"

#define DISTANCE_NONE UINT32_MAX

/*
 * Returns, by block, the number of edges to the nearest block of which IS_GOAL, by block, is true;
 * DISTANCE_NONE: no edge leads to one. The caller frees.
 */
uint32_t *distance_find(const struct program *program,
			const bool *is_goal) RETURNS_NONNULL MUST_CHECK;

#endif
