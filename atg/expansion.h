/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function as a circuit: without loops, calls and memory, so that each value is one thing (Zhang, "Automatic Test
 * Generation System for Software", 2021, section 3.3; circuits with memory are treated so in hardware, by time-frame
 * expansion). Loops are unwound, callees of the unit take the place of their calls, and each cell of memory is a value
 * that writes replace: of a write whose address is not known, each cell that it may hit is a choice.
 *
 * The result is a function of the IR: what statements mean is said elsewhere (equiv/side.h). Its parameters are the
 * inputs. It ends in one block, which returns nothing: `outputs` are the values there.
 *
 * The marks of one site are kept. Of all other sites the original is taken.
 *
 * What is not told ends in the output OUT: ways with too many rounds, accesses beyond an object or to a part of a
 * cell, calls of what has no body here. Nothing is said of these ways. Where C defines what they do, or other callers
 * would bring larger objects, BEYOND says so: that there is no test can't be said of a function that comes there.
 */
#ifndef ATG_EXPANSION_H
#define ATG_EXPANSION_H

#include "atg/start.h"
#include "common/deadline.h"
#include "common/error.h"
#include "ir/function.h"

struct expansion_options {
	uint32_t site, alternative;
	unsigned bound;	     /* rounds of a loop */
	unsigned max_copies; /* of a function's blocks */
	unsigned max_blocks; /* of all */
	unsigned max_depth;  /* calls in calls */
	const struct deadline *deadline;
};

#define MAX_END_ARGUMENTS 6

/*
 * Outputs that each expansion has; cells of memory follow. VAGUE: the way came to a call of which neither the result nor
 * what it does to memory is told, and goes on as if it did nothing; CALLS differs where such calls are others, or get
 * other arguments. ENDED tells by which call that does not return the program ends, and ARGUMENTS with what.
 */
enum {
	OUTPUT_OUT,
	OUTPUT_BEYOND,
	OUTPUT_VAGUE,
	OUTPUT_CALLS,
	OUTPUT_ENDED,
	OUTPUT_ARGUMENTS,
	OUTPUT_RESULT = OUTPUT_ARGUMENTS + MAX_END_ARGUMENTS,
	OUTPUT_CELLS,
};

struct expansion_input {
	uint32_t value;
	const struct start_cell *cell; /* NULL: memory that nobody has set */
};

struct expansion_output {
	struct ir_operand operand;
	char *name; /* "v[2]"; owned */
};

struct expansion {
	struct ir_unit unit;
	struct ir_function function;
	VEC(struct expansion_input) inputs; /* by parameter, from 0 on */
	VEC(struct expansion_output) outputs;
	VEC(struct ir_function *) callees; /* whose statements are in it; owned */
	uint32_t last;			   /* the block with the outputs */
	const char *refusal;		   /* why there is nothing; NULL: there is */
	bool is_too_large;		   /* and with smaller bounds there may be something */
	const char *left_out; /* what some ways come to that is not told; NULL: nothing */
	const char *beyond;   /* what the last bound is that some way leaves; NULL: none does */
};

/* Expands FUNCTION, which begins with START. Both have to outlive RET; for expansion_deinit() in any case. */
void expansion_init(struct expansion *ret, const struct ir_function *function,
		    const struct start *start, const struct expansion_options *options);
void expansion_deinit(struct expansion *expansion);

#endif
