/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions whose address is used anywhere in a program. Calls through pointers may go to them.
 */
#ifndef GRAPH_TARGETS_H
#define GRAPH_TARGETS_H

#include "graph/program.h"

/* Returns by function whether its address is used. The caller frees the array. */
bool *targets_find(const struct program *program) RETURNS_NONNULL MUST_CHECK;

/*
 * Returns by function whether a collected variable leads to it: a subset of targets_find(). Lists
 * of constructors are such variables; their functions are called though the program shows no call.
 * The caller frees the array.
 */
bool *targets_find_collected(const struct program *program) RETURNS_NONNULL MUST_CHECK;

#endif
