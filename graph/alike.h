/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nodes of the two versions that read the same: both have the same code on variables and symbols of
 * the same names. Where the nodes stand in their functions does not count.
 */
#ifndef GRAPH_ALIKE_H
#define GRAPH_ALIKE_H

#include "graph/difference.h"

/* True if the two nodes read the same. The values of the symbols that they mention may differ. */
bool alike_nodes(const struct difference *changes, uint32_t old_block, uint32_t new_block);

/*
 * Returns the next symbol of the new version that two nodes which read the same mention, and whose
 * value or definition has changed; PROGRAM_NONE if there is no more. *AT is 0 at the first call,
 * and the function moves it on.
 */
uint32_t alike_next_changed(const struct difference *changes, uint32_t old_block,
			    uint32_t new_block, uint32_t *at);

#endif
