/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/targets.h"

#include <stdlib.h>

#include "common/xalloc.h"

int target_compare(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	if (x->signature != y->signature)
		return x->signature < y->signature ? -1 : 1;
	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return x->is_public - y->is_public;
}

static void add(const struct program *program, struct targets *targets, bool *is_known,
		uint32_t function)
{
	const struct program_unit *unit = program_unit_of_function(program, function);
	uint32_t symbol = unit->first_symbol + program_function(program, function)->symbol;
	struct target target = {
		.signature = program_function(program, function)->signature,
		.name = program->symbol_name[symbol],
		.is_public = program_symbol(program, symbol)->flags & REMT_SYMBOL_PUBLIC,
		.function = function,
	};

	if (is_known[function])
		return;
	is_known[function] = true;
	vec_push(&targets->targets, target);
}

void targets_find(const struct program *program, struct targets *ret)
{
	bool *is_known = xcalloc(program->nr_functions + 1, sizeof(*is_known));

	*ret = (struct targets){ 0 };
	for (size_t u = 0; u < program->units.count; u++) {
		const struct program_unit *unit = &program->units.items[u];

		for (uint32_t i = 0; i < unit->table->header->references.count; i++) {
			struct program_span definitions = program_definitions(
				program, unit->first_symbol + unit->table->references[i]);

			for (uint32_t d = 0; d < definitions.count; d++) {
				uint32_t function =
					program_definition_function(program, definitions.items[d]);

				if (function != PROGRAM_NONE)
					add(program, ret, is_known, function);
			}
		}
	}
	free(is_known);
	if (ret->targets.count)
		qsort(ret->targets.items, ret->targets.count, sizeof(*ret->targets.items),
		      target_compare);
}

void targets_deinit(struct targets *targets)
{
	vec_deinit(&targets->targets);
}
