/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/targets.h"

#include <stdlib.h>

#include "common/vec.h"
#include "common/xalloc.h"

static void add_definitions(const struct program *program, uint32_t symbol, bool *targets)
{
	uint32_t at = 0, definition;

	while ((definition = program_next_definition(program, symbol, &at)) != PROGRAM_NONE) {
		uint32_t function = program_definition_function(program, definition);

		if (function != PROGRAM_NONE)
			targets[function] = true;
	}
}

bool *targets_find(const struct program *program)
{
	bool *targets = xcalloc(program->nr_functions + 1, sizeof(*targets));

	for (size_t u = 0; u < program->units.count; u++) {
		const struct program_unit *unit = &program->units.items[u];

		for (uint32_t i = 0; i < unit->table->header->references.count; i++)
			add_definitions(program, unit->first_symbol + unit->table->references[i],
					targets);
	}
	return targets;
}

struct walk {
	const struct program *program;
	bool *is_known; /* by symbol: it was visited before */
	VEC(uint32_t) work;
	bool *targets;
};

static void walk_to(struct walk *walk, uint32_t symbol)
{
	if (walk->is_known[symbol])
		return;
	walk->is_known[symbol] = true;
	vec_push(&walk->work, symbol);
}

static void walk_on(struct walk *walk, uint32_t symbol)
{
	const struct program *program = walk->program;
	const struct program_unit *unit = &program->units.items[program->symbol_unit[symbol]];
	const struct remt_symbol *row = program_symbol(program, symbol);
	uint32_t at = 0, definition;

	add_definitions(program, symbol, walk->targets);
	while ((definition = program_next_definition(program, symbol, &at)) != PROGRAM_NONE)
		walk_to(walk, definition);
	for (uint32_t i = 0; i < row->nr_references; i++)
		walk_to(walk,
			unit->first_symbol + unit->table->references[row->first_reference + i]);
}

bool *targets_find_collected(const struct program *program)
{
	struct walk walk = {
		.program = program,
		.is_known = xcalloc(program->nr_symbols + 1, sizeof(bool)),
		.targets = xcalloc(program->nr_functions + 1, sizeof(bool)),
	};

	for (uint32_t s = 0; s < program->nr_symbols; s++) {
		if (program_symbol(program, s)->flags & REMT_SYMBOL_COLLECTED)
			walk_to(&walk, s);
	}
	while (walk.work.count)
		walk_on(&walk, walk.work.items[--walk.work.count]);
	free(walk.is_known);
	vec_deinit(&walk.work);
	return walk.targets;
}
