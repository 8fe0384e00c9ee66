/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How near a change is, by the control flow of the new version. */
#ifndef ISO_DISTANCE_H
#define ISO_DISTANCE_H

#include "graph/difference.h"

/*
 * Nodes from BLOCK, of the new version, to the nearest one that has no equivalent in the old one,
 * in its function and in what is called by name from there on; PROGRAM_NONE: there is none.
 */
uint32_t distance_to_change(const struct difference *changes, uint32_t block);

#endif
