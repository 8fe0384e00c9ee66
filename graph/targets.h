/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions whose address is used, anywhere in a program: where calls through pointers may go. */
#ifndef GRAPH_TARGETS_H
#define GRAPH_TARGETS_H

#include "graph/program.h"

/* By function, true for those; owned by the caller. */
bool *targets_find(const struct program *program) RETURNS_NONNULL MUST_CHECK;

/* Of these, the ones that collected variables lead to: lists of constructors and the like, whose
 * functions are called though no call is seen. Owned by the caller. */
bool *targets_find_collected(const struct program *program) RETURNS_NONNULL MUST_CHECK;

#endif
