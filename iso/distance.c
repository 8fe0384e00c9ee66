/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/distance.h"

#include "common/vec.h"
#include "common/xalloc.h"

struct walk {
	const struct program *program;
	uint32_t *steps;   /* by block: distance from the start; PROGRAM_NONE: not met */
	VEC(uint32_t) met; /* blocks in the order of their distance */
};

static void meet(struct walk *walk, uint32_t block, uint32_t steps)
{
	if (walk->steps[block] != PROGRAM_NONE)
		return;
	walk->steps[block] = steps;
	vec_push(&walk->met, block);
}

static void enter_callees(struct walk *walk, uint32_t block, uint32_t steps)
{
	const struct program *program = walk->program;
	const struct remt_call *call = program_call(program, block);
	uint32_t at = 0, symbol;

	if (!call || call->callee == UINT32_MAX)
		return;
	symbol = program_unit_of_block(program, block)->first_symbol + call->callee;
	for (uint32_t definition = program_next_definition(program, symbol, &at);
	     definition != PROGRAM_NONE;
	     definition = program_next_definition(program, symbol, &at)) {
		uint32_t function = program_definition_function(program, definition);

		if (function != PROGRAM_NONE && program_function(program, function)->nr_blocks)
			meet(walk, program_entry(program, function), steps + 1);
	}
}

static void follow(struct walk *walk, uint32_t block)
{
	const struct program *program = walk->program;
	const struct remt_block *node = program_block(program, block);
	const struct remt_edge *edges =
		program_unit_of_block(program, block)->table->edges + node->first_edge;
	uint32_t entry = program_entry(program, program->block_function[block]);

	enter_callees(walk, block, walk->steps[block]);
	for (uint32_t i = 0; i < node->nr_edges; i++)
		meet(walk, entry + edges[i].target, walk->steps[block] + 1);
}

uint32_t distance_to_change(const struct difference *changes, uint32_t block)
{
	struct walk walk = { .program = changes->pairs.new };
	uint32_t found = PROGRAM_NONE;

	walk.steps = program_numbers(walk.program->nr_blocks);
	meet(&walk, block, 0);
	for (size_t i = 0; i < walk.met.count && found == PROGRAM_NONE; i++) {
		uint32_t met = walk.met.items[i];

		if (difference_is_changed(changes, met))
			found = walk.steps[met];
		else if (walk.program->block_function[met] != PROGRAM_NONE)
			follow(&walk, met);
	}
	free(walk.steps);
	vec_deinit(&walk.met);
	return found;
}
