/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands and places of statements. */
#ifndef PLUGIN_IR_OPERAND_H
#define PLUGIN_IR_OPERAND_H

#include "plugin/ir/body.h"

/* Writes OP, a GIMPLE value: an SSA name, a constant or the address of a place. */
void operand_write(body *b, stream *out, tree op);

/* Writes where REF, a declaration or a reference to memory, lies, and how it is read. */
void place_write(body *b, stream *out, tree ref);

/* True if OP is a place in memory. */
bool operand_is_place(tree op);

/* Returns the number of CODE with NR operands; REMT_IR_NR_OPERATIONS: there is none. */
enum remt_ir_operation operation_of(enum tree_code code);

#endif
