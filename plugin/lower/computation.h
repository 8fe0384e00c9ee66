/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a statement computes while all sites are off: a mark reads as its original operation. */
#ifndef PLUGIN_LOWER_COMPUTATION_H
#define PLUGIN_LOWER_COMPUTATION_H

#include "plugin/mark/site.h"

struct computation {
	enum tree_code code; /* NOP_EXPR: the first operand as it is */
	tree first, second;  /* second is NULL if there is none */
};

/*
 * Finds what STMT computes. False: STMT is neither a mark nor an assignment of one or two operands.
 */
bool computation_find(gimple *stmt, computation *ret);

/* Returns the statement that defines the name OP. NULL: OP is no name, or a parameter. */
gimple *computation_definition(tree op);

/* True for a call that the program makes; marks and GCC's internal functions don't count. */
bool computation_is_call(gimple *stmt);

/*
 * Returns the name of the function that STMT calls, without __builtin_. NULL: STMT is no call, or
 * calls through a pointer.
 */
const char *computation_callee(gimple *stmt);

/*
 * Returns the edge that the last statement of BB takes whatever the values are, since it asks a
 * mark of choice; NULL: it may take any.
 */
edge computation_only_way(basic_block bb);

#endif
