/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expands one function, block by block in the order of its copies (atg/copies.h). */
#include <stdlib.h>

#include "atg/copies.h"
#include "atg/maker.h"
#include "common/xalloc.h"

struct walk {
	struct instance instance;
	struct copies copies;
	struct flows *arrivals; /* by copy */
};

static uint32_t nr_values(const struct walk *walk)
{
	return walk->instance.function->nr_values + 1;
}

/* Goes from where the walk is to the block TARGET of the function. */
static void go_to(struct walk *walk, const struct copy *copy, uint32_t target)
{
	struct maker *maker = walk->instance.maker;
	const struct ir_block *row = &walk->instance.function->blocks[copy->block];
	uint32_t next = COPY_BEYOND;

	for (uint32_t i = 0; i < row->nr_successors; i++) {
		if (row->successors[i] == target)
			next = copy->targets[i];
	}
	if (next == COPY_BEYOND) {
		maker_leave_beyond(maker, "more rounds of a loop than --bound");
		return;
	}
	/* The phis of the target have their values on this way. */
	const struct ir_block *to = &walk->instance.function->blocks[target];
	struct ir_operand *phis = xcalloc(to->nr_phis + UINT32_C(1), sizeof(*phis));
	uint32_t at = 0;

	while (at < to->nr_predecessors && to->predecessors[at] != copy->block)
		at++;
	for (uint32_t i = 0; i < to->nr_phis; i++)
		phis[i] = instance_operand(&walk->instance, &to->phis[i].operands[at]);
	for (uint32_t i = 0; i < to->nr_phis; i++)
		maker->now.values[to->phis[i].value] = phis[i];
	free(phis);
	vec_push(&walk->arrivals[next].items, maker_go(maker, 0, nr_values(walk)));
}

/* Branches on CONDITION to the function's blocks YES and, if there is one, NO; else it stays on that way. */
static void branch(struct walk *walk, const struct copy *copy, struct ir_operand condition,
		   uint32_t yes, uint32_t no)
{
	struct maker *maker = walk->instance.maker;
	struct flow other;
	struct flows one = { 0 };
	uint64_t number;

	if (maker_is_number(&condition, &number)) {
		if (number || no != UINT32_MAX)
			go_to(walk, copy, number ? yes : no);
		maker->is_dead = number;
		return;
	}
	maker_branch(maker, condition);
	other = maker_go(maker, 1, nr_values(walk));
	vec_push(&one.items, maker_go(maker, 0, nr_values(walk)));
	maker_join(maker, &one, nr_values(walk));
	go_to(walk, copy, yes);
	one = (struct flows){ 0 };
	vec_push(&one.items, other);
	maker_join(maker, &one, nr_values(walk));
	if (no != UINT32_MAX)
		go_to(walk, copy, no);
}

static struct ir_operand compare(struct walk *walk, enum remt_ir_operation operation,
				 const struct ir_operand *a, const struct ir_operand *b)
{
	struct maker *maker = walk->instance.maker;
	struct ir_operand left = instance_operand(&walk->instance, a);

	return maker_binary(maker, operation, maker->truth, left,
			    instance_operand(&walk->instance, b));
}

/* Returns a constant of a case as a number of the type that is chosen by: those of char keep their own. */
static struct ir_operand case_number(const struct ir_end *end, const struct ir_operand *number)
{
	struct ir_operand ret = *number;

	if (ret.kind == REMT_IR_NUMBER)
		ret.type = end->operands[0].type;
	return ret;
}

static void choose_case(struct walk *walk, const struct copy *copy, const struct ir_end *end)
{
	struct maker *maker = walk->instance.maker;

	for (uint32_t i = 0; i < end->nr_cases && !maker->is_dead; i++) {
		const struct ir_case *row = &end->cases[i];
		const struct ir_operand low = case_number(end, &row->low),
					high = case_number(end, &row->high);
		struct ir_operand condition =
			compare(walk, REMT_IR_OP_GREATER_EQUAL, &end->operands[0], &low);

		condition = maker_binary(
			maker, REMT_IR_OP_AND, maker->truth, condition,
			compare(walk, REMT_IR_OP_LESS_EQUAL, &end->operands[0], &high));
		branch(walk, copy, condition, row->block, UINT32_MAX);
	}
	if (!maker->is_dead)
		go_to(walk, copy, end->blocks[0]);
}

static void leave_block(struct walk *walk, const struct copy *copy, const struct ir_end *end)
{
	struct maker *maker = walk->instance.maker;

	switch (end->kind) {
	case REMT_IR_GOTO: go_to(walk, copy, end->blocks[0]); break;
	case REMT_IR_IF:
		if (end->blocks[0] == end->blocks[1])
			go_to(walk, copy, end->blocks[0]);
		else
			branch(walk, copy,
			       compare(walk, end->operation, &end->operands[0], &end->operands[1]),
			       end->blocks[0], end->blocks[1]);
		break;
	case REMT_IR_SWITCH: choose_case(walk, copy, end); break;
	case REMT_IR_RETURN: {
		uint32_t result = nr_values(walk) - 1;

		if (end->place) {
			maker->expansion->left_out = "an object that is returned";
			maker_leave_beyond(maker, maker->expansion->left_out);
			break;
		}
		maker->now.values[result] =
			end->nr_operands ? instance_operand(&walk->instance, &end->operands[0])
					 : maker_number(maker, maker->word, 0);
		vec_push(&walk->instance.returns.items, maker_go(maker, 0, nr_values(walk)));
		break;
	}
	case REMT_IR_HALT:
	case REMT_IR_RESUME:
	case REMT_IR_JUMP: maker_leave_beyond(maker, "a jump out of functions"); break;
	}
	maker->is_dead = true;
}

static void expand_copy(struct walk *walk, uint32_t index)
{
	struct maker *maker = walk->instance.maker;
	const struct copy *copy = &walk->copies.items.items[index];
	const struct ir_block *row = &walk->instance.function->blocks[copy->block];

	if (!walk->arrivals[index].items.count)
		return;
	maker_join(maker, &walk->arrivals[index], nr_values(walk));
	for (uint32_t i = 0; i < row->nr_statements && !maker->is_dead; i++)
		instance_execute(&walk->instance, &row->statements[i]);
	if (!maker->is_dead)
		leave_block(walk, copy, &row->end);
}

static const char *find_refusal(const struct ir_function *function)
{
	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		if (function->blocks[b].nr_ways || function->blocks[b].end.kind == REMT_IR_JUMP)
			return "it has a computed goto, or longjmp() may lead into it";
	}
	return NULL;
}

static void begin(struct walk *walk, const struct ir_operand *arguments, uint32_t nr_arguments)
{
	struct maker *maker = walk->instance.maker;
	const struct ir_function *function = walk->instance.function;
	struct ir_operand *values = xcalloc(nr_values(walk), sizeof(*values));

	for (uint32_t i = 0; i < nr_values(walk); i++)
		values[i].kind = REMT_IR_UNDEFINED;
	for (uint32_t i = 0; i < function->nr_values; i++) {
		uint32_t parameter = function->values[i].parameter;

		if (parameter && parameter <= nr_arguments)
			values[i] = maker_convert(maker, arguments[parameter - 1],
						  function->values[i].type);
	}
	maker->now.values = values;
	/* A parameter in memory gets its argument there. */
	for (uint32_t i = 0, p = 0; i < function->nr_locals; i++) {
		const struct ir_local *local = &function->locals[i];
		const struct ir_place place = { .base = REMT_IR_LOCAL,
						.index = i,
						.type = local->type };

		if (!(local->flags & REMT_IR_PARAMETER))
			continue;
		if (local->flags & REMT_IR_MEMORY && p < nr_arguments)
			maker_store(maker, instance_address(&walk->instance, &place),
				    (uint32_t)maker->expansion->unit.types[local->type].size,
				    arguments[p]);
		p++;
	}
	vec_push(&walk->arrivals[0].items, maker_go(maker, 0, nr_values(walk)));
}

static void walk_deinit(struct walk *walk)
{
	for (size_t i = 0; i < walk->copies.items.count && walk->arrivals; i++) {
		for (size_t k = 0; k < walk->arrivals[i].items.count; k++)
			flow_deinit(&walk->arrivals[i].items.items[k]);
		vec_deinit(&walk->arrivals[i].items);
	}
	free(walk->arrivals);
	free(walk->instance.objects);
	copies_deinit(&walk->copies);
}

struct ir_operand maker_function(struct maker *maker, const struct ir_function *function,
				 const struct ir_operand *arguments, uint32_t nr_arguments,
				 unsigned depth)
{
	struct walk walk = { .instance = { .maker = maker, .function = function, .depth = depth } };
	struct ir_operand ret = { .kind = REMT_IR_UNDEFINED };
	const char *refusal = find_refusal(function);

	walk.instance.objects = xcalloc(function->nr_locals + UINT32_C(1), sizeof(uint32_t));
	for (uint32_t i = 0; i < function->nr_locals; i++)
		walk.instance.objects[i] = START_NONE;
	copies_init(&walk.copies, function, maker->options->bound, maker->options->max_copies);
	if (refusal || walk.copies.refusal) {
		if (refusal)
			maker_refuse(maker, refusal);
		else
			maker_refuse_size(maker, walk.copies.refusal);
		maker->is_dead = true;
	} else {
		walk.arrivals = xcalloc(walk.copies.items.count, sizeof(*walk.arrivals));
		begin(&walk, arguments, nr_arguments);
		for (size_t i = 0; i < walk.copies.items.count && !maker->expansion->refusal; i++)
			expand_copy(&walk, walk.copies.order[i]);
		maker_join(maker, &walk.instance.returns, nr_values(&walk));
		if (!maker->is_dead)
			ret = maker->now.values[nr_values(&walk) - 1];
	}
	walk_deinit(&walk);
	return ret;
}
