/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that a check looks at. */
#ifndef PLUGIN_CHECK_CHECK_VALUE_H
#define PLUGIN_CHECK_CHECK_VALUE_H

#include "plugin/base/gcc.h"

#include "remt/checks.h"

struct check_value {
	enum remt_check_kind kind;
	tree value;	 /* an SSA name, or an address that never changes */
	tree limit;	 /* for text and bytes: greatest number of elements; NULL: not limited */
	unsigned factor; /* bytes per element of `limit`; 0 counts as 1 */
};

/* Adds the operands of COND and the values that they were computed from; constants are left out. */
void check_values_of_condition(gcond *cond, auto_vec<check_value> *ret);
/* Adds the arguments of CALL, of a function that compares them. */
void check_values_of_call(gimple *call, auto_vec<check_value> *ret);

/* True if STMT calls a function that fails the test if its arguments are not as expected. */
bool check_is_assertion(gimple *stmt);

/*
 * Appends to BB the computation of one word of 64 bits for VALUE, or of two (text and bytes), and
 * adds them to WORDS.
 */
void check_value_append(basic_block bb, const check_value &value, auto_vec<tree> *words);

#endif
