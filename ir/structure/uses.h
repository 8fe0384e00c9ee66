/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the values of a function are defined and used. As each value is assigned at one place, each
 * use of it is reached by that definition and no other: these are all definition-use pairs of values.
 * memory.h has those of memory.
 */
#ifndef IR_STRUCTURE_USES_H
#define IR_STRUCTURE_USES_H

#include "common/lists.h"
#include "ir/function.h"

/* Points of a block, besides its statements, whose points are their indices. */
#define IR_AT_ENTRY UINT32_MAX	     /* of block 0: a parameter's value comes from the caller */
#define IR_AT_PHIS  (UINT32_MAX - 1) /* in a phi: before all statements */
#define IR_AT_END   (UINT32_MAX - 2)

struct ir_point {
	uint32_t block, at;
};

struct ir_use {
	uint32_t value;
	struct ir_point point;
	uint32_t predecessor; /* of a phi: the block that the value comes from; else UINT32_MAX */
};

struct ir_uses {
	struct ir_point *definitions; /* by value; block UINT32_MAX: it is never assigned */
	struct ir_use *uses;	      /* in the order of the function; one for each operand */
	uint32_t nr_uses;
	struct lists of; /* by value: indices of its uses */
};

void ir_uses(const struct ir_function *function, struct ir_uses *ret);

void ir_uses_deinit(struct ir_uses *uses);
#define _cleanup_ir_uses_ _cleanup_(ir_uses_deinit)

/* Calls SEE with DATA for each value that STATEMENT uses, also in places and in addresses. */
void ir_statement_uses(const struct ir_statement *statement,
		       void (*see)(void *data, uint32_t value), void *data);
void ir_end_uses(const struct ir_end *end, void (*see)(void *data, uint32_t value), void *data);

#endif
