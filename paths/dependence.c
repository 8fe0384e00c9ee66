/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/dependence.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/xalloc.h"
#include "paths/change_state.h"
#include "paths/dependence_state.h"

uint32_t dependence_add(struct dependence *dependence, uint32_t number, uint32_t block)
{
	uint32_t first = (uint32_t)dependence->blocks.count;

	for (uint32_t i = 0; i < number; i++)
		vec_push(&dependence->blocks, block);
	return first;
}

void dependence_data(struct dependence *dependence, uint32_t from, uint32_t to)
{
	lists_add(&dependence->data_maker, from, to);
}

void dependence_control(struct dependence *dependence, uint32_t from, uint32_t to)
{
	lists_add(&dependence->control_maker, from, to);
}

/* ---- functions */

static uint64_t hash_place(uint64_t uid, uint32_t index)
{
	uint64_t place[2] = { uid, index };

	return hash_bytes(place, sizeof(place));
}

static uint64_t hash_name(const struct ir_unit *unit, const struct ir_symbol *symbol)
{
	uint64_t key[2] = { hash_string(symbol->name),
			    symbol->flags & REMT_IR_STATIC ? unit->uid : 0 };

	return hash_bytes(key, sizeof(key));
}

static uint32_t count_parameters(const struct ir_function *ir)
{
	uint32_t ret = 0;

	while (ret < ir->nr_locals && ir->locals[ret].flags & REMT_IR_PARAMETER)
		ret++;
	return ret;
}

/* A name that several functions have leads to none of them: DEPENDENCE_NONE. */
static void add_name(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t index)
{
	const struct ir_unit *unit = function->ir->unit;
	const struct ir_symbol *symbol = &unit->symbols[function->ir->entry->symbol];
	uint64_t name = hash_name(unit, symbol);

	if (slots_find(&dependence->by_name, name) == SLOTS_NONE)
		slots_add(&dependence->by_name, name, index);
	else
		slots_set(&dependence->by_name, name, (uint32_t)dependence->functions.count);
}

static void add_function(struct dependence *dependence, uint64_t uid, uint32_t index,
			 const struct ir_program_function *found)
{
	const struct ir_function *ir = &found->function;
	struct dependence_function function = {
		.uid = uid, .index = index, .ir = ir, .uses = &found->uses
	};
	uint32_t number = (uint32_t)dependence->functions.count;

	function.is_main = strcmp(ir->unit->symbols[ir->entry->symbol].name, "main") == 0;
	function.blocks = dependence_add(dependence, ir->nr_blocks, DEPENDENCE_NONE);
	function.ends = dependence_add(dependence, ir->nr_blocks, DEPENDENCE_NONE);
	function.inner = dependence_add(dependence, ir->nr_blocks, DEPENDENCE_NONE);
	for (uint32_t b = 0; b < ir->nr_blocks; b++)
		dependence->blocks.items[function.ends + b] =
			dependence->blocks.items[function.inner + b] = function.blocks + b;
	function.values = dependence_add(dependence, ir->nr_values, DEPENDENCE_NONE);
	for (uint32_t v = 0; v < ir->nr_values; v++) {
		struct ir_point point = found->uses.definitions[v];

		if (point.block != UINT32_MAX && point.at != IR_AT_ENTRY)
			dependence->blocks.items[function.values + v] =
				function.blocks + point.block;
	}
	function.called = dependence_add(dependence, 1, DEPENDENCE_NONE);
	function.result = dependence_add(dependence, 1, DEPENDENCE_NONE);
	function.nr_parameters = count_parameters(ir);
	function.parameters = dependence_add(dependence, function.nr_parameters, DEPENDENCE_NONE);
	slots_add(&dependence->by_place, hash_place(uid, index), number);
	vec_push(&dependence->functions, function);
	add_name(dependence, &function, number);
}

static void add_functions(struct dependence *dependence, const struct side *side)
{
	const struct program *program = side->version.program;

	for (uint32_t f = 0; f < program->nr_functions; f++) {
		const struct program_unit *unit = program_unit_of_function(program, f);
		uint64_t uid = unit->table->header->uid;
		uint32_t index = f - unit->first_function;
		const struct ir_program_function *found = ir_program_find(side->ir, uid, index);

		if (found &&
		    slots_find(&dependence->by_place, hash_place(uid, index)) == SLOTS_NONE)
			add_function(dependence, uid, index, found);
	}
}

const struct dependence_function *dependence_callee(const struct dependence *dependence,
						    const struct ir_unit *unit, uint32_t symbol)
{
	const struct ir_symbol *row = &unit->symbols[symbol];
	uint32_t index = slots_find(&dependence->by_name, hash_name(unit, row));

	if (index >= dependence->functions.count || row->flags & REMT_IR_ALIASED)
		return NULL;
	return &dependence->functions.items[index];
}

/* ---- the graph */

struct dependence *dependence_create(const struct change *change, unsigned version)
{
	struct dependence *dependence = xcalloc(1, sizeof(*dependence));
	uint32_t nr_nodes;

	dependence_add(dependence, NR_SINGLE_NODES, DEPENDENCE_NONE);
	dependence_data(dependence, NODE_ANYTHING, NODE_UNKNOWN);
	add_functions(dependence, &change->sides[version]);
	for (size_t f = 0; f < dependence->functions.count; f++)
		dependence_link(dependence, &dependence->functions.items[f]);
	nr_nodes = (uint32_t)dependence->blocks.count;
	lists_make(&dependence->data_maker, nr_nodes, &dependence->data);
	lists_make(&dependence->control_maker, nr_nodes, &dependence->control);
	return dependence;
}

void dependence_destroy(struct dependence *dependence)
{
	if (!dependence)
		return;
	vec_deinit(&dependence->functions);
	slots_deinit(&dependence->by_place);
	slots_deinit(&dependence->by_name);
	slots_deinit(&dependence->objects);
	vec_deinit(&dependence->blocks);
	lists_deinit(&dependence->data);
	lists_deinit(&dependence->control);
	vec_deinit(&dependence->outputs);
	free(dependence);
}

uint32_t dependence_nr_nodes(const struct dependence *dependence)
{
	return (uint32_t)dependence->blocks.count;
}

static const struct dependence_function *find_function(const struct dependence *dependence,
						       uint64_t uid, uint32_t index)
{
	uint32_t found = slots_find(&dependence->by_place, hash_place(uid, index));

	return found == SLOTS_NONE ? NULL : &dependence->functions.items[found];
}

uint32_t dependence_of_row(const struct dependence *dependence,
			   const struct remt_path_condition *row)
{
	const struct dependence_function *function =
		find_function(dependence, row->uid, row->function);

	if (!function || row->block >= function->ir->nr_blocks)
		return DEPENDENCE_NONE;
	return (row->kind == REMT_PATH_BRANCH ? function->ends : function->inner) + row->block;
}

uint32_t dependence_of_block(const struct dependence *dependence, uint64_t uid, uint32_t function,
			     uint32_t block)
{
	const struct dependence_function *found = find_function(dependence, uid, function);

	if (!found || block >= found->ir->nr_blocks)
		return DEPENDENCE_NONE;
	return found->blocks + block;
}

const uint32_t *dependence_outputs(const struct dependence *dependence, size_t *number)
{
	*number = dependence->outputs.count;
	return dependence->outputs.items;
}

/* ---- the closure */

struct closure {
	bool *is_met;
	VEC(uint32_t) work;
};

static void meet(struct closure *closure, uint32_t node)
{
	if (closure->is_met[node])
		return;
	closure->is_met[node] = true;
	vec_push(&closure->work, node);
}

void dependence_close(const struct dependence *dependence, const bool *is_executed,
		      const uint32_t *start, size_t number, bool *is_met)
{
	struct closure closure = { .is_met = is_met };

	for (size_t i = 0; i < number; i++)
		meet(&closure, start[i]);
	while (closure.work.count) {
		uint32_t node = closure.work.items[--closure.work.count];
		uint32_t block = dependence->blocks.items[node];

		LISTS_EACH(&dependence->control, node, decider)
		meet(&closure, decider);
		if (block != DEPENDENCE_NONE && !is_executed[block])
			continue;
		LISTS_EACH(&dependence->data, node, source)
		meet(&closure, source);
	}
	vec_deinit(&closure.work);
}
