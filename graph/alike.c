/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares single nodes by their records in the site tables: hash of the code, names and types of
 * variables, names of symbols, signature of the call. The edges of the nodes are not compared;
 * graph/difference.h does that.
 */
#include "graph/alike.h"

#include <string.h>

struct node {
	const struct program *program;
	const struct program_unit *unit;
	const struct remt_block *block;
	const struct remt_function *function;
};

static struct node node_of(const struct program *program, uint32_t block)
{
	return (struct node){
		.program = program,
		.unit = program_unit_of_block(program, block),
		.block = program_block(program, block),
		.function = program_function(program, program->block_function[block]),
	};
}

static const char *variable_name(const struct node *node, const struct remt_variable *variable)
{
	return site_table_string(node->unit->table, variable->name_str);
}

static bool is_same_variable(const struct node *a, uint32_t old, const struct node *b, uint32_t new)
{
	const struct remt_variable *x, *y;

	if (old == UINT32_MAX || new == UINT32_MAX)
		return old == new;
	x = &a->unit->table->variables[a->function->first_variable + old];
	y = &b->unit->table->variables[b->function->first_variable + new];
	return x->type == y->type && x->parameter == y->parameter &&
	       strcmp(variable_name(a, x), variable_name(b, y)) == 0;
}

/*
 * True if symbol OLD of the unit of A and symbol NEW of the unit of B have the same name and
 * linkage.
 */
static bool is_same_name(const struct node *a, uint32_t old, const struct node *b, uint32_t new)
{
	return a->program->symbol_name[a->unit->first_symbol + old] ==
		       b->program->symbol_name[b->unit->first_symbol + new] &&
	       program_symbol_is_static(&a->unit->table->symbols[old]) ==
		       program_symbol_is_static(&b->unit->table->symbols[new]);
}

static bool is_same_call(const struct node *a, const struct node *b)
{
	const struct remt_call *old = &a->unit->table->calls[a->block->first_call];
	const struct remt_call *new = &b->unit->table->calls[b->block->first_call];

	if (!a->block->nr_calls)
		return true;
	if (old->flags != new->flags || old->signature != new->signature ||
	    (old->callee == UINT32_MAX) != (new->callee == UINT32_MAX))
		return false;
	return old->callee == UINT32_MAX || is_same_name(a, old->callee, b, new->callee);
}

bool alike_nodes(const struct difference *changes, uint32_t old_block, uint32_t new_block)
{
	struct node a = node_of(changes->pairs.old, old_block);
	struct node b = node_of(changes->pairs.new, new_block);

	if (a.block->hash != b.block->hash || a.block->nr_uses != b.block->nr_uses ||
	    a.block->nr_references != b.block->nr_references ||
	    a.block->nr_calls != b.block->nr_calls)
		return false;
	for (uint32_t i = 0; i < a.block->nr_uses; i++) {
		if (!is_same_variable(&a, a.unit->table->uses[a.block->first_use + i], &b,
				      b.unit->table->uses[b.block->first_use + i]))
			return false;
	}
	for (uint32_t i = 0; i < a.block->nr_references; i++) {
		if (!is_same_name(&a, a.unit->table->references[a.block->first_reference + i], &b,
				  b.unit->table->references[b.block->first_reference + i]))
			return false;
	}
	return is_same_call(&a, &b);
}

uint32_t alike_next_changed(const struct difference *changes, uint32_t old_block,
			    uint32_t new_block, uint32_t *at)
{
	struct node a = node_of(changes->pairs.old, old_block);
	struct node b = node_of(changes->pairs.new, new_block);
	const struct site_table *old = a.unit->table, *new = b.unit->table;
	uint32_t count = a.block->nr_references;

	while (*at < count + a.block->nr_calls) {
		uint32_t i = (*at)++;
		uint32_t x = i < count ? old->references[a.block->first_reference + i]
				       : old->calls[a.block->first_call].callee;
		uint32_t y = i < count ? new->references[b.block->first_reference + i]
				       : new->calls[b.block->first_call].callee;

		if (x != UINT32_MAX && changes->pairs.symbol_is_changed[a.unit->first_symbol + x])
			return b.unit->first_symbol + y;
	}
	return PROGRAM_NONE;
}
