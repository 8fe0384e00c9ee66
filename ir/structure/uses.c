/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/uses.h"

#include <stdlib.h>

#include "common/vec.h"
#include "common/xalloc.h"

/* Who wants to know. */
struct seer {
	void (*see)(void *data, uint32_t value);
	void *data;
};

static void see_place(const struct seer *seer, const struct ir_place *place);

static void see_operand(const struct seer *seer, const struct ir_operand *operand)
{
	if (operand->kind == REMT_IR_VALUE)
		seer->see(seer->data, operand->value);
	else if (operand->kind == REMT_IR_ADDRESS)
		see_place(seer, operand->place);
}

static void see_place(const struct seer *seer, const struct ir_place *place)
{
	if (!place)
		return;
	if (place->base == REMT_IR_POINTED)
		see_operand(seer, &place->pointer);
	for (uint32_t i = 0; i < place->nr_indices; i++)
		see_operand(seer, &place->indices[i].operand);
}

static void see_call(const struct seer *seer, const struct ir_call *call)
{
	if (!call->name && !call->is_direct)
		see_operand(seer, &call->pointer);
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		if (call->arguments[i].place)
			see_place(seer, call->arguments[i].place);
		else
			see_operand(seer, &call->arguments[i].operand);
	}
	if (call->target.kind == REMT_IR_TO_PLACE)
		see_place(seer, call->target.place);
}

void ir_statement_uses(const struct ir_statement *statement,
		       void (*see)(void *data, uint32_t value), void *data)
{
	struct seer seer = { see, data };

	for (uint32_t i = 0; i < statement->nr_operands; i++)
		see_operand(&seer, &statement->operands[i]);
	see_place(&seer, statement->place);
	see_place(&seer, statement->from);
	if (statement->call)
		see_call(&seer, statement->call);
}

void ir_end_uses(const struct ir_end *end, void (*see)(void *data, uint32_t value), void *data)
{
	struct seer seer = { see, data };

	for (uint32_t i = 0; i < end->nr_operands; i++)
		see_operand(&seer, &end->operands[i]);
	see_place(&seer, end->place);
}

/* A point in the walk over a function. */
struct finder {
	struct ir_point point;
	uint32_t predecessor;
	VEC(struct ir_use) uses;
	struct lists_maker of;
};

static void add_use(void *data, uint32_t value)
{
	struct finder *finder = data;
	struct ir_use use = { value, finder->point, finder->predecessor };

	lists_add(&finder->of, value, (uint32_t)finder->uses.count);
	vec_push(&finder->uses, use);
}

static void define(struct ir_uses *ret, uint32_t value, struct ir_point point)
{
	if (value != UINT32_MAX)
		ret->definitions[value] = point;
}

static void add_phis(const struct ir_block *block, struct finder *finder, struct ir_uses *ret)
{
	struct seer seer = { add_use, finder };

	finder->point.at = IR_AT_PHIS;
	for (uint32_t i = 0; i < block->nr_phis; i++) {
		define(ret, block->phis[i].value, finder->point);
		for (uint32_t p = 0; p < block->nr_predecessors; p++) {
			finder->predecessor = block->predecessors[p];
			see_operand(&seer, &block->phis[i].operands[p]);
		}
	}
	finder->predecessor = UINT32_MAX;
}

static void add_block(const struct ir_block *block, struct finder *finder, struct ir_uses *ret)
{
	add_phis(block, finder, ret);
	for (uint32_t i = 0; i < block->nr_statements; i++) {
		const struct ir_statement *statement = &block->statements[i];

		finder->point.at = i;
		define(ret, statement->value, finder->point);
		if (statement->call && statement->call->target.kind == REMT_IR_TO_VALUE)
			define(ret, statement->call->target.value, finder->point);
		ir_statement_uses(statement, add_use, finder);
	}
	finder->point.at = IR_AT_END;
	ir_end_uses(&block->end, add_use, finder);
}

void ir_uses(const struct ir_function *function, struct ir_uses *ret)
{
	struct finder finder = { .predecessor = UINT32_MAX };

	ret->definitions = xcalloc(function->nr_values + UINT32_C(1), sizeof(*ret->definitions));
	for (uint32_t i = 0; i < function->nr_values; i++) {
		struct ir_point none = { UINT32_MAX, 0 }, entry = { 0, IR_AT_ENTRY };

		ret->definitions[i] = function->values[i].parameter ? entry : none;
	}
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		finder.point.block = i;
		add_block(&function->blocks[i], &finder, ret);
	}
	lists_make(&finder.of, function->nr_values, &ret->of);
	ret->uses = finder.uses.items;
	ret->nr_uses = (uint32_t)finder.uses.count;
}

void ir_uses_deinit(struct ir_uses *uses)
{
	free(uses->definitions);
	free(uses->uses);
	lists_deinit(&uses->of);
}
