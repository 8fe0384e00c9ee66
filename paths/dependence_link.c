/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges within a function: values, memory, and which blocks are executed. */
#include "common/cleanup.h"
#include "ir/structure/control.h"
#include "paths/dependence_state.h"

/* Whose node uses values. */
struct user {
	struct dependence *dependence;
	const struct dependence_function *function;
	uint32_t node;
};

static void use_value(void *data, uint32_t value)
{
	const struct user *user = data;

	dependence_data(user->dependence, user->node, user->function->values + value);
}

void dependence_use(struct dependence *dependence, const struct dependence_function *function,
		    uint32_t node, const struct ir_statement *statement)
{
	struct user user = { dependence, function, node };

	ir_statement_uses(statement, use_value, &user);
}

void dependence_use_operand(struct dependence *dependence,
			    const struct dependence_function *function, uint32_t node,
			    const struct ir_operand *operand)
{
	const struct ir_statement statement = { .nr_operands = 1, .operands = { *operand } };

	dependence_use(dependence, function, node, &statement);
}

/* True if a condition may be noted in the middle of a block for it: an address or a divisor that inputs made. */
static bool may_decide(const struct ir_statement *statement)
{
	switch ((unsigned)statement->kind) {
	case REMT_IR_LOAD:
	case REMT_IR_STORE:
	case REMT_IR_MOVE:
	case REMT_IR_CLEAR: return true;
	case REMT_IR_BINARY:
	case REMT_IR_MARK:
		return statement->operation == REMT_IR_OP_DIVIDE ||
		       statement->operation == REMT_IR_OP_REMAINDER;
	default: return false;
	}
}

static void link_statement(struct dependence *dependence,
			   const struct dependence_function *function, uint32_t block,
			   const struct ir_statement *statement)
{
	uint32_t inner = function->inner + block, node;

	if (statement->call) {
		dependence_call(dependence, function, block, statement);
		return;
	}
	if (statement->kind == REMT_IR_END)
		return;
	node = statement->value != UINT32_MAX
		       ? function->values + statement->value
		       : dependence_add(dependence, 1, function->blocks + block);
	dependence_control(dependence, node, function->blocks + block);
	dependence_use(dependence, function, node, statement);
	if (may_decide(statement)) {
		dependence_data(dependence, node, inner);
		dependence_use(dependence, function, inner, statement);
	}
	if (statement->kind == REMT_IR_LOAD)
		dependence_read(dependence, function, node, statement->place);
	if (statement->kind == REMT_IR_MOVE)
		dependence_read(dependence, function, node, statement->from);
	if (statement->kind == REMT_IR_STORE || statement->kind == REMT_IR_MOVE ||
	    statement->kind == REMT_IR_CLEAR)
		dependence_write(dependence, function, node, statement->place);
}

/* What comes from a predecessor is used if control came from there, which branches decide. */
static void link_phi(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t at, const struct ir_phi *phi)
{
	const struct ir_block *block = &function->ir->blocks[at];
	uint32_t node = function->values + phi->value;

	dependence_control(dependence, node, function->blocks + at);
	for (uint32_t p = 0; p < block->nr_predecessors; p++) {
		uint32_t before = block->predecessors[p];
		uint32_t way = dependence_add(dependence, 1, function->blocks + before);

		dependence_data(dependence, node, way);
		dependence_control(dependence, way, function->ends + before);
		dependence_use_operand(dependence, function, way, &phi->operands[p]);
	}
}

static bool has_several_ways(const struct ir_block *block)
{
	return block->nr_successors > 1;
}

static void link_end(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t at)
{
	const struct ir_block *block = &function->ir->blocks[at];
	struct user user = { dependence, function, function->ends + at };

	dependence_control(dependence, user.node, function->blocks + at);
	if (block->end.kind == REMT_IR_RETURN) {
		dependence_data(dependence, function->result, user.node);
		if (block->end.place)
			dependence_read(dependence, function, user.node, block->end.place);
	}
	if (block->end.kind == REMT_IR_RETURN || has_several_ways(block))
		ir_end_uses(&block->end, use_value, &user);
	if (block->end.kind == REMT_IR_HALT && !function->is_main)
		dependence_control(dependence, NODE_HALTS, function->blocks + at);
}

static void link_control(struct dependence *dependence, const struct dependence_function *function)
{
	_cleanup_ir_dominators_ struct ir_dominators tree;
	_cleanup_ir_control_ struct ir_control control;

	ir_postdominators(function->ir, &tree);
	ir_control(function->ir, &tree, &control);
	for (uint32_t b = 0; b < function->ir->nr_blocks; b++) {
		dependence_control(dependence, function->blocks + b, function->called);
		dependence_control(dependence, function->blocks + b, NODE_HALTS);
		LISTS_EACH(&control.deciders, b, edge)
		dependence_control(dependence, function->blocks + b,
				   function->ends + control.edges[edge].from);
	}
}

/* What a function is passed: as values, and as variables in memory. */
static void link_parameters(struct dependence *dependence,
			    const struct dependence_function *function)
{
	const struct ir_function *ir = function->ir;

	for (uint32_t v = 0; v < ir->nr_values; v++) {
		uint32_t position = ir->values[v].parameter;

		if (position && position <= function->nr_parameters)
			dependence_data(dependence, function->values + v,
					function->parameters + position - 1);
	}
	for (uint32_t i = 0; i < function->nr_parameters; i++) {
		dependence_data(dependence, function->parameters + i, NODE_ARGUMENTS);
		if (ir->locals[i].flags & REMT_IR_MEMORY)
			dependence_data(dependence, dependence_local(dependence, function, i),
					function->parameters + i);
	}
}

void dependence_link(struct dependence *dependence, const struct dependence_function *function)
{
	const struct ir_function *ir = function->ir;

	link_control(dependence, function);
	link_parameters(dependence, function);
	dependence_control(dependence, function->called, NODE_INDIRECT);
	dependence_data(dependence, NODE_RESULTS, function->result);
	if (function->is_main)
		vec_push(&dependence->outputs, function->result);
	for (uint32_t b = 0; b < ir->nr_blocks; b++) {
		const struct ir_block *block = &ir->blocks[b];

		dependence_control(dependence, function->inner + b, function->blocks + b);
		for (uint32_t i = 0; i < block->nr_phis; i++)
			link_phi(dependence, function, b, &block->phis[i]);
		for (uint32_t i = 0; i < block->nr_statements; i++)
			link_statement(dependence, function, b, &block->statements[i]);
		link_end(dependence, function, b);
	}
}
