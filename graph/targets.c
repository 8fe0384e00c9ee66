/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/targets.h"

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
