/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A number that copies of one function have in common if GCC will most probably make the same code of them: their
 * values, memory and flow are the same, whatever the compiler's numbers, the names of what it has made, the order of
 * operands where that does not matter, and which way a condition is written.
 */
#ifndef PLUGIN_LOWER_COPY_HASH_H
#define PLUGIN_LOWER_COPY_HASH_H

#include "plugin/base/gcc.h"

/* A comparison of values: its relation, and the constant it is with; 0: it is with no constant. */
struct comparison {
	enum tree_code code;
	HOST_WIDE_INT constant;
	bool is_unsigned;
};

/* Returns the number of the current function, which is in SSA form. */
unsigned long long copy_hash(void);

/* The same of all but the relations of comparisons, and constants in these, which it adds to RET in a fixed order. */
unsigned long long copy_hash_shape(vec<comparison> *ret);

/*
 * True if the comparisons A and B of two functions of one shape are so alike that what GCC may find out about values
 * makes them the same: one differs, and at most for the values below some value, for it, or for those above it.
 */
bool comparisons_are_close(const vec<comparison> &a, const vec<comparison> &b);

#endif
