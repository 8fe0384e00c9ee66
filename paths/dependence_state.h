/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of dependence.h, for its sources alone. */
#ifndef PATHS_DEPENDENCE_STATE_H
#define PATHS_DEPENDENCE_STATE_H

#include "common/slots.h"
#include "common/vec.h"
#include "ir/structure/program.h"
#include "paths/dependence.h"

/* Nodes that a graph has once. */
enum {
	NODE_ANYTHING,	/* the contents of all that a pointer may lead to */
	NODE_UNKNOWN,	/* what was written by such pointers */
	NODE_LIBRARY,	/* what the C library keeps between calls, such as places in files */
	NODE_HALTS,	/* that no function but main() ended the program */
	NODE_INDIRECT,	/* calls of functions that are not known */
	NODE_ARGUMENTS, /* what these pass */
	NODE_RESULTS,	/* what they return */
	NR_SINGLE_NODES,
};

struct dependence_function {
	uint64_t uid;
	uint32_t index;
	const struct ir_function *ir;
	const struct ir_uses *uses;
	bool is_main;
	/* the first nodes of: its values; its blocks, that they are executed; their ends, which way is gone; what in them decides */
	uint32_t values, blocks, ends, inner;
	uint32_t called; /* that it is called */
	uint32_t result; /* what it returns */
	/* by position: the node of what is passed */
	uint32_t parameters, nr_parameters;
};

struct dependence {
	VEC(struct dependence_function) functions;
	struct slots by_place; /* by unit and index: in functions */
	struct slots
		by_name; /* by name, and unit if others can't see it: likewise; the first of the name */
	struct slots objects; /* nodes of variables, by name or place */
	uint32_t nr_nodes;
	VEC(uint32_t)
	blocks; /* by node: the node of the block that it is in; DEPENDENCE_NONE: it is always followed */
	struct lists_maker data_maker, control_maker;
	struct lists data, control; /* by node: what it depends on */
	VEC(uint32_t) outputs;
};

/* Adds NUMBER nodes of BLOCK, or DEPENDENCE_NONE; returns the first. */
uint32_t dependence_add(struct dependence *dependence, uint32_t number, uint32_t block);

void dependence_data(struct dependence *dependence, uint32_t from, uint32_t to);
void dependence_control(struct dependence *dependence, uint32_t from, uint32_t to);

/* Returns the function that SYMBOL of UNIT is; NULL: it has no IR, or it is not known which one is. */
const struct dependence_function *dependence_callee(const struct dependence *dependence,
						    const struct ir_unit *unit, uint32_t symbol);

/* Adds that NODE reads, or is what writes, PLACE of FUNCTION; NULL: what nobody knows. */
void dependence_read(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t node, const struct ir_place *place);
void dependence_write(struct dependence *dependence, const struct dependence_function *function,
		      uint32_t node, const struct ir_place *place);
/* The same of what OPERAND, if it is a pointer, leads to. */
void dependence_read_behind(struct dependence *dependence,
			    const struct dependence_function *function, uint32_t node,
			    const struct ir_operand *operand);
void dependence_write_behind(struct dependence *dependence,
			     const struct dependence_function *function, uint32_t node,
			     const struct ir_operand *operand);
/* Returns the node of the contents of a local variable. */
uint32_t dependence_local(struct dependence *dependence, const struct dependence_function *function,
			  uint32_t local);

/* Adds all edges of FUNCTION. */
void dependence_link(struct dependence *dependence, const struct dependence_function *function);
/* Adds those of the statement AT a place in BLOCK, which calls. */
void dependence_call(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t block, const struct ir_statement *statement);
/* Adds to NODE, as data, the values that OPERAND has, or that STATEMENT uses. */
void dependence_use_operand(struct dependence *dependence,
			    const struct dependence_function *function, uint32_t node,
			    const struct ir_operand *operand);
void dependence_use(struct dependence *dependence, const struct dependence_function *function,
		    uint32_t node, const struct ir_statement *statement);

#endif
