/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many elements pointers lead to, and bytes of the input that numbers take. */
#ifndef CALLER_AMOUNT_H
#define CALLER_AMOUNT_H

#include "caller/request.h"

/*
 * Returns how many elements the target of POINTER has if it is no text and no untyped memory.
 * HAS_LENGTH: a parameter says its length, so that it is an array.
 */
unsigned amount_of_elements(const struct program_options *options, const struct entry *pointer,
			    bool has_length);
/*
 * Returns how many elements of ARRAY, which is peeled, are filled, all dimensions counted: whole rows, if its elements are
 * filled one by one (HAS_ROWS).
 */
uint64_t amount_of_array(const struct program_options *options, const struct entries *entries,
			 const struct entry *array, bool has_rows);
/* Returns the greatest length of what the parameter POINTER leads to. */
unsigned amount_at_most(const struct program_options *options, const struct entry *pointer);
/* Returns how many bytes of the input a number up to MOST takes. */
unsigned amount_of_bytes(uint64_t most);

#endif
