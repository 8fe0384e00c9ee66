/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distance from a node to the nearest change, in the control flow of the new version. */
#ifndef ISO_DISTANCE_H
#define ISO_DISTANCE_H

#include "graph/difference.h"

/*
 * Returns how many edges lead from BLOCK to the nearest node that is changed (see
 * difference_is_changed()); PROGRAM_NONE if none can be reached. The search follows the edges of
 * the function and calls by name, but no calls through pointers.
 */
uint32_t distance_to_change(const struct difference *changes, uint32_t block);

#endif
