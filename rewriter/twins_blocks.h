/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches the blocks of two matching functions (rewriter/twins.h). */
#ifndef REWRITER_TWINS_BLOCKS_H
#define REWRITER_TWINS_BLOCKS_H

#include "rewriter/twins.h"

/* Fills TWIN, whose functions are set. IS_OPEN: references to two functions without a match count
 * as equal. */
void twins_match(const struct twins *twins, bool is_open, struct twin *twin);

/* Returns the functions that instruction AT of block match number WHICH refers to, TWINS_NONE if it
 * refers to none. False: the blocks have no such instruction. */
bool twins_called(const struct twins *twins, const struct twin *twin, size_t which, uint32_t at,
		  uint32_t *ret_old, uint32_t *ret_new);

#endif
