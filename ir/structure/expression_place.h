/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of memory in expressions. */
#ifndef IR_STRUCTURE_EXPRESSION_PLACE_H
#define IR_STRUCTURE_EXPRESSION_PLACE_H

#include "ir/structure/expression.h"

/* Adds what lies at PLACE, in parentheses where an operator that binds as OUTER needs them. */
void expression_place(struct expression *expression, const struct ir_place *place,
		      enum expression_binding outer);

/* Adds the address of PLACE, likewise. */
void expression_address(struct expression *expression, const struct ir_place *place,
			enum expression_binding outer);

/* Adds the pointer OPERANDS[0] moved by OPERANDS[1] bytes, likewise: (char *)p + 8. */
void expression_moved(struct expression *expression, const struct ir_operand *operands,
		      enum expression_binding outer);

#endif
