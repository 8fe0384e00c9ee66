/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Displaced nodes: nodes of the new version that have no equivalent because all ways to them lead
 * through changed code, although the nodes themselves are what nodes of the old version were.
 */
#ifndef GRAPH_DISPLACED_H
#define GRAPH_DISPLACED_H

#include "graph/difference.h"

/*
 * Returns, by node of the new version, the old node that it is equivalent to, or that it was before
 * it was displaced; PROGRAM_NONE if there is neither. The caller owns the array.
 *
 * The result does not say that the ways out of a displaced node lead to blocks again.
 */
uint32_t *displaced_find(const struct difference *changes) RETURNS_NONNULL MUST_CHECK;

#endif
