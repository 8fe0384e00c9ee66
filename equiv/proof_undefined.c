/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What C leaves undefined. Compilers fold an expression as if nothing undefined happened in it, also without
 * optimisation: what goes into a mutated expression, or is made of it, counts even where both sides do it alike.
 */
#include "equiv/proof_difference.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* The values of expressions that a mutated one is in. */
struct near {
	const struct equiv_function *function;
	bool *is_near; /* by value */
};

static const struct ir_statement *statement_of(const struct equiv_function *function,
					       uint32_t value)
{
	struct ir_point point = function->uses.definitions[value];

	if (point.block >= function->function->nr_blocks ||
	    point.at >= function->function->blocks[point.block].nr_statements)
		return NULL;
	return &function->function->blocks[point.block].statements[point.at];
}

/* True if VALUE is a variable's of the source: an expression ends there. */
static bool is_named(const struct equiv_function *function, uint32_t value)
{
	return function->function->values[value].local != UINT32_MAX;
}

static void go_back(void *data, uint32_t value)
{
	struct near *near = data;
	const struct ir_statement *statement = statement_of(near->function, value);

	if (near->is_near[value] || is_named(near->function, value))
		return;
	near->is_near[value] = true;
	if (statement)
		ir_statement_uses(statement, go_back, near);
}

static void go_on(struct near *near, uint32_t value)
{
	const struct ir_uses *uses = &near->function->uses;

	if (is_named(near->function, value))
		return;
	LISTS_EACH(&uses->of, value, index)
	{
		struct ir_point point = uses->uses[index].point;
		const struct ir_block *block = &near->function->function->blocks[point.block];
		const struct ir_statement *statement;

		if (point.at >= block->nr_statements)
			continue;
		statement = &block->statements[point.at];
		if (statement->value == UINT32_MAX || near->is_near[statement->value])
			continue;
		ir_statement_uses(statement, go_back, near);
		near->is_near[statement->value] = true;
		go_on(near, statement->value);
	}
}

static void find_near(struct near *near, const struct side *side)
{
	near->function = side->function;
	near->is_near = xcalloc(side->function->function->nr_values + 1, sizeof(bool));
	for (size_t i = 0; i < side->marks.count; i++) {
		const struct ir_statement *statement = side->marks.items[i].statement;

		ir_statement_uses(statement, go_back, near);
		near->is_near[statement->value] = true;
		go_on(near, statement->value);
	}
}

static bool is_alike(const struct undefined *a, const struct undefined *b)
{
	return a->statement == b->statement && a->condition == b->condition && a->a == b->a &&
	       a->b == b->b;
}

static bool has_alike(const struct side *side, const struct undefined *undefined)
{
	for (size_t i = 0; i < side->undefined.count; i++) {
		if (is_alike(&side->undefined.items[i], undefined))
			return true;
	}
	return false;
}

static uint32_t add_new(struct side *side, const struct side *other, const struct near *near,
			uint32_t ret)
{
	for (size_t i = 0; i < side->undefined.count; i++) {
		const struct undefined *undefined = &side->undefined.items[i];
		const struct ir_statement *statement = undefined->statement;

		if (statement &&
		    (statement->value == UINT32_MAX || !near->is_near[statement->value]) &&
		    has_alike(other, undefined))
			continue;
		ret = world_or(side->world, ret, undefined->condition);
	}
	return ret;
}

uint32_t newly_undefined(struct side *original, struct side *mutant)
{
	struct near near = { 0 };
	uint32_t ret = world_truth(original->world, false);

	find_near(&near, original);
	ret = add_new(original, mutant, &near, ret);
	ret = add_new(mutant, original, &near, ret);
	free(near.is_near);
	return ret;
}

uint32_t certainly_undefined(struct side *original)
{
	uint32_t ret = world_truth(original->world, false);

	for (size_t i = 0; i < original->undefined.count; i++) {
		if (original->undefined.items[i].is_certain)
			ret = world_or(original->world, ret,
				       original->undefined.items[i].condition);
	}
	return ret;
}

uint32_t possibly_undefined(struct side *mutant)
{
	uint32_t ret = world_truth(mutant->world, false);

	for (size_t i = 0; i < mutant->undefined.count; i++)
		ret = world_or(mutant->world, ret, mutant->undefined.items[i].condition);
	return ret;
}
