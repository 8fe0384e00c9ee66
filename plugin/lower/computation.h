/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a statement computes as the original goes: a mark reads as what it stands for. */
#ifndef PLUGIN_LOWER_COMPUTATION_H
#define PLUGIN_LOWER_COMPUTATION_H

#include "plugin/mark/site.h"

struct computation {
	enum tree_code code; /* NOP_EXPR: the first operand itself */
	tree first, second;  /* second: NULL if there is none */
};

/* False: STMT is no assignment of one or two operands, and no mark. */
bool computation_find(gimple *stmt, computation *ret);

/* The statement that defines the name OP; NULL: OP is no name, or one of a parameter. */
gimple *computation_definition(tree op);

/* True for a call of the program's; of others nothing is said. */
bool computation_is_call(gimple *stmt);

/* The name of the function that STMT calls, without __builtin_; NULL: it calls none, or through a pointer. */
const char *computation_callee(gimple *stmt);

/* The way that the last statement of BB takes whatever the values are, because it asks a mark of
 * choice; NULL: any. */
edge computation_only_way(basic_block bb);

#endif
