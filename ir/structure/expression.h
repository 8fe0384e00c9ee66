/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a value is, much as C writes it and in the names of the source. A value of a variable has the
 * variable's name; of any other value the operation that makes it is written out. Conversions are
 * casts, unless C makes them itself where they stand.
 *
 * The IR does not know what a pointer leads to. What lies behind one is *p, p[3] (elements of the
 * size that is read), p->[+8] (a member, by its offset in bytes) or p->[+8.3:2] (a bit-field, with
 * its first bit and its bits). Arithmetic of pointers counts bytes: (char *)p + 8.
 */
#ifndef IR_STRUCTURE_EXPRESSION_H
#define IR_STRUCTURE_EXPRESSION_H

#include "common/strbuf.h"
#include "ir/structure/uses.h"

/* How strongly an operator binds its operands; those of C, from the weakest. */
enum expression_binding {
	BINDS_ANYTHING,
	BINDS_CONDITION, /* ?: */
	BINDS_OR,	 /* | */
	BINDS_XOR,
	BINDS_AND,
	BINDS_EQUALITY,
	BINDS_ORDER, /* < and the like */
	BINDS_SHIFT,
	BINDS_SUM,
	BINDS_PRODUCT,
	BINDS_UNARY,
	BINDS_POSTFIX,
};

/* What is written, and where its values come from. */
struct expression {
	struct strbuf *out;
	const struct ir_function *function;
	const struct ir_uses *uses;
	size_t start;	   /* where it begins in `out` */
	unsigned nr_steps; /* statements that were looked at: damaged IR may go round in circles */
	bool has_gaps;	   /* something is written as "..." */
};

/* Adds OPERAND, in parentheses where an operator that binds as OUTER needs them. */
void expression_operand(struct expression *expression, const struct ir_operand *operand,
			enum expression_binding outer);

/* Adds "...". */
void expression_gap(struct expression *expression);

/* Adds "(" or ")" if IS_NEEDED. */
void expression_open(struct expression *expression, bool is_needed);
void expression_close(struct expression *expression, bool is_needed);

/* Adds an operand of a comparison with OTHER: 'a' beside a character. */
void expression_compared(struct expression *expression, const struct ir_operand *operand,
			 const struct ir_operand *other, enum expression_binding outer);

/* Returns the operator of a comparison; NULL: OPERATION is another one. */
const char *expression_comparison(enum remt_ir_operation operation);

/* Adds OPERATION, of two operands. */
void expression_binary(struct expression *expression, enum remt_ir_operation operation,
		       const struct ir_operand *operands, enum expression_binding outer);

const struct ir_type *expression_type(const struct expression *expression,
				      const struct ir_operand *operand);

/* Returns the statement that makes OPERAND; NULL: it is a variable's, a phi's, or no value. */
const struct ir_statement *expression_statement(struct expression *expression,
						const struct ir_operand *operand);

/* The same behind copies, if its OPERATION has NUMBER operands; else NULL. */
const struct ir_statement *expression_operation(struct expression *expression,
						const struct ir_operand *operand,
						enum remt_ir_operation operation, uint32_t number);

/* Returns the constant that OPERAND is, or that a mark holds; NULL: it is none. */
const struct ir_operand *expression_number(struct expression *expression,
					   const struct ir_operand *operand);

#endif
