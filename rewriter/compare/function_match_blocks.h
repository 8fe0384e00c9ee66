/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches the blocks of two matching functions (rewriter/compare/function_match.h). */
#ifndef REWRITER_COMPARE_FUNCTION_MATCH_BLOCKS_H
#define REWRITER_COMPARE_FUNCTION_MATCH_BLOCKS_H

#include "rewriter/compare/function_match.h"

/*
 * Fills MATCH, whose functions are set. IS_OPEN: references to two functions without a match count
 * as equal.
 */
void function_match_blocks(const struct function_matches *matches, bool is_open,
			   struct function_match *match);

/*
 * Returns the functions that instruction AT of block match number WHICH refers to,
 * FUNCTION_MATCH_NONE if it refers to none. False: the blocks have no such instruction.
 */
bool function_match_called(const struct function_matches *matches,
			   const struct function_match *match, size_t which, uint32_t at,
			   uint32_t *ret_old, uint32_t *ret_new);

#endif
