/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of both versions that read the same: the same code on variables and symbols of the same
 * names, wherever in their functions they are. */
#ifndef ISO_ALIKE_H
#define ISO_ALIKE_H

#include "graph/difference.h"

/* Values of what they mention may differ. */
bool alike_nodes(const struct difference *changes, uint32_t old_block, uint32_t new_block);

/* Of two such nodes: a symbol of the new version that they mention and that has changed;
 * PROGRAM_NONE: no more.  *AT begins as 0. */
uint32_t alike_next_changed(const struct difference *changes, uint32_t old_block,
			    uint32_t new_block, uint32_t *at);

#endif
