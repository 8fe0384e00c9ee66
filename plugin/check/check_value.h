/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a check looks at. */
#ifndef PLUGIN_CHECK_CHECK_VALUE_H
#define PLUGIN_CHECK_CHECK_VALUE_H

#include "plugin/base/gcc.h"

#include "remt/checks.h"

struct check_value {
	enum remt_check_kind kind;
	tree value;	 /* a name, or an address that is always the same */
	tree limit;	 /* of a text or bytes: how many there are at most; NULL: nobody says */
	unsigned factor; /* so many times `limit`; 0 counts as 1 */
};

/* The operands of a condition or value, and what they were computed from; constants are left out. */
void check_values_of_condition(gcond *cond, auto_vec<check_value> *ret);
/* What the call of a function is given that compares it. */
void check_values_of_call(gimple *call, auto_vec<check_value> *ret);

/* True if the call is of a function that fails a test where its arguments are not as they should be. */
bool check_is_assertion(gimple *stmt);

/* Appends to BB what makes a word of 64 bits, or two, of VALUE. */
void check_value_append(basic_block bb, const check_value &value, auto_vec<tree> *words);

#endif
