/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table_sample.h"

#include <stdio.h>

#include "common/attr.h"
#include "sites/table_builder.h"

uint64_t table_sample_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static uint32_t below(uint64_t *state, uint32_t limit)
{
	return (uint32_t)(table_sample_random(state) % limit);
}

static void add_site(struct table_builder *builder, uint64_t *state, uint32_t function)
{
	const struct remt_function *of = &builder->functions.items[function];
	uint32_t line = of->line + below(state, 20);
	struct remt_site site = {
		.function = function,
		.file = of->file,
		.line = line,
		.column = 1 + below(state, 40),
		.end_line = line,
		.end_column = 80,
		.block = of->nr_blocks ? of->first_block + below(state, of->nr_blocks) : UINT32_MAX,
		.first_mutant = (uint32_t)builder->mutants.count,
		.nr_mutants = 1 + below(state, 3),
		.line_hash = table_sample_random(state),
	};

	site.nr_safe = below(state, site.nr_mutants + 1);
	for (uint32_t i = 1; i <= site.nr_mutants; i++) {
		struct remt_mutant mutant = {
			.site = (uint32_t)builder->sites.count,
			.alternative = i,
			.op_str = table_builder_string(builder, "ORRN:<:<="),
			.line = line,
			.column = site.column,
			.end_line = line,
			.end_column = site.column + 1,
			.replacement_str = table_builder_string(builder, "<="),
			.description_str = table_builder_string(builder, "< becomes <="),
			.flags = below(state, 4),
		};

		vec_push(&builder->mutants, mutant);
	}
	if (site.block != UINT32_MAX) {
		struct remt_mark mark = { (uint32_t)builder->sites.count, site.block, 7, 8 };
		vec_push(&builder->marks, mark);
	}
	vec_push(&builder->sites, site);
}

/* Of NR symbols that are there. */
static void add_references(struct table_builder *builder, uint64_t *state, uint32_t nr_symbols,
			   uint32_t *first, uint32_t *nr)
{
	*first = (uint32_t)builder->references.count;
	*nr = below(state, 3);
	for (uint32_t i = 0; i < *nr; i++) {
		uint32_t symbol = below(state, nr_symbols);
		vec_push(&builder->references, symbol);
	}
}

static void add_blocks(struct table_builder *builder, uint64_t *state, uint32_t nr_blocks,
		       uint32_t nr_variables)
{
	for (uint32_t i = 0; i < nr_blocks; i++) {
		struct remt_block block = {
			.hash = table_sample_random(state),
			.neutral_hash = table_sample_random(state),
			.line = below(state, 100),
			.end_line = 100,
			.first_edge = (uint32_t)builder->edges.count,
			.nr_edges = below(state, 3),
			.first_call = (uint32_t)builder->calls.count,
			.nr_calls = below(state, 2),
			.first_use = (uint32_t)builder->uses.count,
			.nr_uses = below(state, 3),
		};

		for (uint32_t u = 0; u < block.nr_uses; u++) {
			uint32_t variable = nr_variables ? below(state, nr_variables) : UINT32_MAX;
			vec_push(&builder->uses, variable);
		}
		add_references(builder, state, (uint32_t)builder->symbols.count,
			       &block.first_reference, &block.nr_references);

		for (uint32_t e = 0; e < block.nr_edges; e++) {
			struct remt_edge edge = { below(state, nr_blocks), 1u << below(state, 6),
						  0 };
			vec_push(&builder->edges, edge);
		}
		for (uint32_t c = 0; c < block.nr_calls; c++) {
			struct remt_call call = {
				.callee = below(state, 2) ? UINT32_MAX : 0,
				.signature = table_sample_random(state),
			};
			vec_push(&builder->calls, call);
		}
		vec_push(&builder->blocks, block);
	}
}

static void add_function(struct table_builder *builder, uint64_t *state)
{
	char name[32];
	uint32_t index = (uint32_t)builder->functions.count;
	uint32_t line = 1 + below(state, 1000);
	struct remt_function function = {
		.file = below(state, (uint32_t)builder->files.count),
		.line = line,
		.end_line = line + 20,
		.first_block = (uint32_t)builder->blocks.count,
		.nr_blocks = below(state, 5),
		.flags = REMT_FUNCTION_CLONED,
		.number = index,
		.symbol = (uint32_t)builder->symbols.count,
		.first_variable = (uint32_t)builder->variables.count,
		.nr_variables = below(state, 4),
		.signature = table_sample_random(state),
	};
	struct remt_symbol symbol = { .flags = REMT_SYMBOL_FUNCTION | REMT_SYMBOL_DEFINED };

	snprintf(name, sizeof(name), "function_%u", index);
	function.name_str = table_builder_string(builder, name);
	function.asm_name_str = function.name_str;
	symbol.name_str = function.name_str;
	symbol.hash = table_sample_random(state);
	symbol.neutral_hash = table_sample_random(state);
	add_references(builder, state, index + 1, &symbol.first_reference, &symbol.nr_references);
	vec_push(&builder->symbols, symbol);
	for (uint32_t v = 0; v < function.nr_variables; v++) {
		struct remt_variable variable = { function.name_str, v, index };
		vec_push(&builder->variables, variable);
	}
	add_blocks(builder, state, function.nr_blocks, function.nr_variables);
	vec_push(&builder->functions, function);
	for (uint32_t n = below(state, 4); n; n--)
		add_site(builder, state, index);
}

void *table_sample(uint64_t seed, unsigned nr_functions, size_t *size)
{
	static const char *const files[] = { "src/main.c", "include/list.h" };
	struct table_builder builder;
	uint64_t state = seed * 2 + 1;

	table_builder_init(&builder);
	builder.header.comp_dir_str = table_builder_string(&builder, "/build");
	builder.header.input_str = table_builder_string(&builder, "src/main.c");
	builder.header.producer_str = table_builder_string(&builder, "GNU C17 12.2.0 -O2");
	builder.header.preset_str = table_builder_string(&builder, "default");
	builder.header.remt_version_str = table_builder_string(&builder, "0.1.0");
	builder.header.options_str = table_builder_string(&builder, "-O2 -fwrapv");
	builder.header.command_str = table_builder_string(&builder, "c\n-O2\n-fwrapv\n");
	builder.header.assembly = 0x1234;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		struct remt_file file = { table_builder_string(&builder, files[i]), 0,
					  table_sample_random(&state) };
		vec_push(&builder.files, file);
	}
	for (unsigned i = 0; i < nr_functions; i++)
		add_function(&builder, &state);
	struct remt_skip skip = { 1, 12, 3, REMT_SKIP_MACRO };
	vec_push(&builder.skips, skip);
	return table_builder_finish(&builder, size);
}
