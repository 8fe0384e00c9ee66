/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers the records of all units one after the other, and groups the public definitions by name
 * (Definition 2.2 of "Regression Mutation Testing"). Calls are resolved on demand: which definition
 * the linker took is not decided, so all that are possible are returned.
 *
 * Targets of calls through pointers are not resolved here (graph/targets.c).
 */
#include "graph/program.h"

#include <stdlib.h>

#include "common/xalloc.h"

enum { MAX_ALIASES = 16 /* longest chain of aliases that is followed */ };

struct program *program_create(struct names *names)
{
	struct program *program = xcalloc(1, sizeof(*program));

	program->names = names;
	return program;
}

void program_destroy(struct program *program)
{
	if (!program)
		return;
	for (size_t i = 0; i < program->units.count; i++)
		vec_deinit(&program->units.items[i].modules);
	vec_deinit(&program->units);
	free(program->block_function);
	free(program->function_unit);
	free(program->symbol_unit);
	free(program->symbol_name);
	free(program->symbol_function);
	free(program->definitions);
	free(program->first_definition);
	free(program);
}

uint32_t program_add(struct program *program, const char *source, const struct site_table *table)
{
	struct program_unit unit = {
		.table = table,
		.source = names_number(program->names, source),
		.first_block = program->nr_blocks,
		.first_edge = program->nr_edges,
		.first_function = program->nr_functions,
		.first_symbol = program->nr_symbols,
		.first_site = program->nr_sites,
	};

	vec_push(&program->units, unit);
	program->nr_blocks += table->header->blocks.count;
	program->nr_edges += table->header->edges.count;
	program->nr_functions += table->header->functions.count;
	program->nr_symbols += table->header->symbols.count;
	program->nr_sites += table->header->sites.count;
	return (uint32_t)program->units.count - 1;
}

void program_link(struct program *program, uint32_t unit, uint32_t module, bool is_library)
{
	struct program_unit *linked = &program->units.items[unit];

	linked->is_in_library |= is_library;
	vec_push(&linked->modules, module);
}

uint32_t *program_numbers(uint32_t count)
{
	uint32_t *numbers = xcalloc(count + 1, sizeof(*numbers));

	for (uint32_t i = 0; i < count; i++)
		numbers[i] = PROGRAM_NONE;
	return numbers;
}

static void number_unit(struct program *program, uint32_t index)
{
	const struct program_unit *unit = &program->units.items[index];
	const struct site_table *table = unit->table;

	for (uint32_t i = 0; i < table->header->symbols.count; i++) {
		uint32_t symbol = unit->first_symbol + i;

		program->symbol_unit[symbol] = index;
		program->symbol_name[symbol] = names_number(
			program->names, site_table_string(table, table->symbols[i].name_str));
	}
	for (uint32_t i = 0; i < table->header->functions.count; i++) {
		const struct remt_function *function = &table->functions[i];
		uint32_t number = unit->first_function + i;

		program->function_unit[number] = index;
		program->symbol_function[unit->first_symbol + function->symbol] = number;
		for (uint32_t b = 0; b < function->nr_blocks; b++)
			program->block_function[unit->first_block + function->first_block + b] =
				number;
	}
}

/* Sorts the public definitions by name: counts them, then gives each name its part of the array. */
static void group_definitions(struct program *program)
{
	uint32_t *first, *next;

	program->nr_names = names_count(program->names);
	first = xcalloc(program->nr_names + 1, sizeof(*first));
	next = xcalloc(program->nr_names + 1, sizeof(*next));
	program->definitions = xcalloc(program->nr_symbols + 1, sizeof(*program->definitions));
	for (uint32_t s = 0; s < program->nr_symbols; s++)
		first[program->symbol_name[s] + 1] +=
			program_symbol_is_public(program_symbol(program, s));
	for (uint32_t n = 0; n < program->nr_names; n++) {
		first[n + 1] += first[n];
		next[n] = first[n];
	}
	for (uint32_t s = 0; s < program->nr_symbols; s++) {
		if (program_symbol_is_public(program_symbol(program, s)))
			program->definitions[next[program->symbol_name[s]]++] = s;
	}
	program->first_definition = first;
	free(next);
}

void program_finish(struct program *program)
{
	program->block_function = program_numbers(program->nr_blocks);
	program->function_unit = program_numbers(program->nr_functions);
	program->symbol_unit = program_numbers(program->nr_symbols);
	program->symbol_name = program_numbers(program->nr_symbols);
	program->symbol_function = program_numbers(program->nr_symbols);
	for (uint32_t i = 0; i < program->units.count; i++)
		number_unit(program, i);
	group_definitions(program);
}

const struct program_unit *program_unit_of_function(const struct program *program,
						    uint32_t function)
{
	return &program->units.items[program->function_unit[function]];
}

const struct program_unit *program_unit_of_block(const struct program *program, uint32_t block)
{
	return program_unit_of_function(program, program->block_function[block]);
}

/*
 * A unit without sites has the same first site as the next unit. The last unit with that first site
 * is the one that has the site.
 */
const struct program_unit *program_unit_of_site(const struct program *program, uint32_t site)
{
	size_t low = 0, high = program->units.count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (program->units.items[middle].first_site <= site)
			low = middle;
		else
			high = middle;
	}
	return &program->units.items[low];
}

const struct remt_block *program_block(const struct program *program, uint32_t block)
{
	const struct program_unit *unit = program_unit_of_block(program, block);

	return &unit->table->blocks[block - unit->first_block];
}

const struct remt_function *program_function(const struct program *program, uint32_t function)
{
	const struct program_unit *unit = program_unit_of_function(program, function);

	return &unit->table->functions[function - unit->first_function];
}

const struct remt_symbol *program_symbol(const struct program *program, uint32_t symbol)
{
	const struct program_unit *unit = &program->units.items[program->symbol_unit[symbol]];

	return &unit->table->symbols[symbol - unit->first_symbol];
}

const char *program_function_name(const struct program *program, uint32_t function)
{
	return site_table_string(program_unit_of_function(program, function)->table,
				 program_function(program, function)->name_str);
}

uint32_t program_symbol_of_function(const struct program *program, uint32_t function)
{
	return program_unit_of_function(program, function)->first_symbol +
	       program_function(program, function)->symbol;
}

uint32_t program_entry(const struct program *program, uint32_t function)
{
	return program_unit_of_function(program, function)->first_block +
	       program_function(program, function)->first_block;
}

/* True if a program can hold both units. */
static bool are_linked(const struct program_unit *a, const struct program_unit *b)
{
	size_t i = 0, j = 0;

	if (a == b || a->is_in_library || b->is_in_library)
		return true;
	while (i < a->modules.count && j < b->modules.count) {
		if (a->modules.items[i] == b->modules.items[j])
			return true;
		if (a->modules.items[i] < b->modules.items[j])
			i++;
		else
			j++;
	}
	return false;
}

bool program_are_linked(const struct program *program, uint32_t a, uint32_t b)
{
	return are_linked(&program->units.items[a], &program->units.items[b]);
}

uint32_t program_next_public(const struct program *program, uint32_t unit, uint32_t name,
			     uint32_t *at)
{
	if (name >= program->nr_names)
		return PROGRAM_NONE;
	while (program->first_definition[name] + *at < program->first_definition[name + 1]) {
		uint32_t symbol = program->definitions[program->first_definition[name] + (*at)++];

		if (unit == PROGRAM_NONE ||
		    are_linked(&program->units.items[unit],
			       &program->units.items[program->symbol_unit[symbol]]))
			return symbol;
	}
	return PROGRAM_NONE;
}

uint32_t program_next_definition(const struct program *program, uint32_t symbol, uint32_t *at)
{
	const struct remt_symbol *row = program_symbol(program, symbol);
	bool is_static = program_symbol_is_static(row);
	/* it has a body for inlining, which the compiler may use or not */
	bool is_inline = !(row->flags & REMT_SYMBOL_DEFINED) &&
			 program->symbol_function[symbol] != PROGRAM_NONE;
	uint32_t after_own;

	if (!*at) {
		*at = 1;
		if (is_static || is_inline)
			return symbol;
	}
	if (is_static)
		return PROGRAM_NONE;
	after_own = *at - 1;
	symbol = program_next_public(program, program->symbol_unit[symbol],
				     program->symbol_name[symbol], &after_own);
	*at = after_own + 1;
	return symbol;
}

uint32_t program_definition_function(const struct program *program, uint32_t symbol)
{
	for (int n = 0; n < MAX_ALIASES; n++) {
		const struct remt_symbol *row = program_symbol(program, symbol);
		const struct program_unit *unit =
			&program->units.items[program->symbol_unit[symbol]];

		if (program->symbol_function[symbol] != PROGRAM_NONE)
			return program->symbol_function[symbol];
		if (!(row->flags & REMT_SYMBOL_ALIAS) || !row->nr_references)
			return PROGRAM_NONE;
		symbol = unit->first_symbol +
			 unit->table->references[row->first_reference + row->nr_references - 1];
	}
	return PROGRAM_NONE;
}

const struct remt_call *program_call(const struct program *program, uint32_t block)
{
	const struct program_unit *unit = program_unit_of_block(program, block);
	const struct remt_block *row = &unit->table->blocks[block - unit->first_block];

	return row->nr_calls ? &unit->table->calls[row->first_call] : NULL;
}
