/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of building GIMPLE in SSA form: blocks, edges, statements at a block's end. */
#ifndef PLUGIN_BASE_BLOCKS_H
#define PLUGIN_BASE_BLOCKS_H

#include "plugin/base/gcc.h"

/* Returns the last statement of BB that is no note for debuggers; NULL if there is none. */
gimple *block_last(basic_block bb);

/* Returns a new, empty block in the same loop as AFTER. */
basic_block block_create(basic_block after);

void block_append(basic_block bb, gimple *stmt, location_t loc = UNKNOWN_LOCATION);

/* Appends NAME = FROM and returns NAME, which is fresh. */
tree block_append_load(basic_block bb, tree from, location_t loc = UNKNOWN_LOCATION);

/*
 * Appends NAME = FIRST CODE SECOND, or NAME = CODE FIRST without SECOND, and returns NAME, which is
 * fresh and of TYPE. The operation is not checked for overflow.
 */
tree block_append_operation(basic_block bb, tree type, enum tree_code code, tree first,
			    tree second = NULL_TREE);

/*
 * Appends NAME = CALL, of a function that does not throw, and returns NAME, which is fresh and of
 * TYPE.
 */
tree block_append_call(basic_block bb, tree type, gcall *call);

edge block_fallthru(basic_block from, basic_block to);

/* Makes both edges of the condition at the end of FROM; LIKELY is the probability of YES. */
void block_branch(basic_block from, basic_block yes, basic_block no, profile_probability likely);

#endif
