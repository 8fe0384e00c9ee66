/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Definition-use pairs of memory: for each statement that reads memory, the statements that may have
 * written what it reads (reaching definitions: Aho, Lam, Sethi and Ullman, "Compilers", 2006,
 * section 9.2.4). A definition is passed by where a later one covers it. Accesses outside of the
 * object that a pointer leads to are not foreseen.
 */
#ifndef IR_STRUCTURE_MEMORY_H
#define IR_STRUCTURE_MEMORY_H

#include "ir/structure/uses.h"

struct ir_reading {
	struct ir_point point;
	const struct ir_place *place; /* NULL: all that a call can reach */
};

struct ir_memory {
	const struct ir_function *function;
	struct ir_reading *readings;
	struct ir_point *writings; /* the first: {0, IR_AT_ENTRY}, what the caller left */
	uint32_t nr_readings, nr_writings;
	/* private */
	uint32_t *first;  /* by block: its first writing; one more at the end */
	uint32_t *found;  /* writings, the answer */
	bool *is_found;	  /* by writing */
	uint32_t *stamps; /* by block: the question that looked at it last */
	uint32_t *stack;  /* of blocks that are to be looked at */
	uint32_t depth, question;
};

/* Finds what FUNCTION reads and writes. FUNCTION has to outlive RET. */
void ir_memory_init(struct ir_memory *ret, const struct ir_function *function);

/*
 * Returns the indices of the writings that may reach READING, ascending; *NUMBER gets how many. They
 * are valid until the next call. Takes time as the function is long.
 */
const uint32_t *ir_memory_writers(struct ir_memory *memory, uint32_t reading, uint32_t *number);

void ir_memory_deinit(struct ir_memory *memory);
#define _cleanup_ir_memory_ _cleanup_(ir_memory_deinit)

#endif
