/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of the IR, except those that end a block. */
#ifndef PLUGIN_IR_STATEMENT_H
#define PLUGIN_IR_STATEMENT_H

#include "plugin/ir/body.h"

/* Adds what STMT does; nothing for notes to the compiler or to debuggers. */
void statement_write(body *b, gimple *stmt);

/* Adds what a call does, call.cc. */
void call_write(body *b, gcall *call);

/* Adds a mark with its alternatives, mark.cc. */
void mark_write(body *b, gcall *call);

/*
 * Where a statement puts its result: in a value, from which a statement of its own takes it to
 * memory if LHS lies there.
 */
struct result {
	unsigned value;
	tree lhs;
};
result result_begin(body *b, tree lhs);
void result_end(body *b, const result &r);

/* Adds `VALUE = CODE FIRST [SECOND]`. SECOND may be NULL. */
void operation_write(body *b, enum remt_ir_operation op, unsigned value, tree first, tree second);

#endif
