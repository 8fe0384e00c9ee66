/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searches backwards from the goals, breadth first. Two nodes stand for all calls through pointers, and of
 * functions outside that call back: all of them lead to the first, which leads to all functions whose address
 * is used; the ends of these lead to the second, which leads behind all such calls.
 */
#include "graph/distance.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/lists.h"
#include "common/xalloc.h"
#include "graph/library.h"
#include "graph/targets.h"

/* The second node of a function is its exit (plugin/describe/graph.cc). */
enum { EXIT = 1 };

struct search {
	const struct program *program;
	uint32_t calls_any, any_returns; /* the nodes for calls through pointers */
	struct lists_maker before;	 /* by node, those from which an edge leads to it */
};

static void add_edge(struct search *search, uint32_t from, uint32_t to)
{
	lists_add(&search->before, to, from);
}

/* Adds that FROM leads to all blocks behind BLOCK. */
static void add_returns(struct search *search, uint32_t from, const struct program_unit *unit,
			uint32_t first, const struct remt_block *block)
{
	for (uint32_t e = 0; e < block->nr_edges; e++)
		add_edge(search, from, first + unit->table->edges[block->first_edge + e].target);
}

static bool has_graph(const struct program *program, uint32_t function)
{
	return program_function(program, function)->nr_blocks > EXIT;
}

/* True if SYMBOL is a function outside the program that may call functions of the program's. */
static bool calls_back(const struct search *search, const struct program_unit *unit,
		       uint32_t symbol)
{
	uint32_t at = 0;

	return program_next_definition(search->program, unit->first_symbol + symbol, &at) ==
		       PROGRAM_NONE &&
	       library_effect(site_table_string(
		       unit->table, unit->table->symbols[symbol].name_str)) != LIBRARY_QUIET;
}

static void add_call(struct search *search, uint32_t number, const struct program_unit *unit,
		     uint32_t first, const struct remt_block *block)
{
	uint32_t callee = unit->table->calls[block->first_call].callee, at = 0, definition;
	bool is_wild = callee == UINT32_MAX || calls_back(search, unit, callee);

	if (is_wild) {
		add_edge(search, number, search->calls_any);
		add_returns(search, search->any_returns, unit, first, block);
	}
	if (callee == UINT32_MAX)
		return;
	while ((definition = program_next_definition(search->program, unit->first_symbol + callee,
						     &at)) != PROGRAM_NONE) {
		uint32_t function = program_definition_function(search->program, definition);

		if (function == PROGRAM_NONE || !has_graph(search->program, function))
			continue;
		uint32_t entry = program_entry(search->program, function);

		add_edge(search, number, entry);
		add_returns(search, entry + EXIT, unit, first, block);
	}
}

static void add_function(struct search *search, uint32_t function, bool is_target)
{
	const struct program_unit *unit = program_unit_of_function(search->program, function);
	const struct remt_function *row = program_function(search->program, function);
	uint32_t first = program_entry(search->program, function);

	for (uint32_t b = 0; b < row->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[row->first_block + b];

		add_returns(search, first + b, unit, first, block);
		if (block->nr_calls)
			add_call(search, first + b, unit, first, block);
	}
	if (!is_target || !has_graph(search->program, function))
		return;
	add_edge(search, search->calls_any, first);
	add_edge(search, first + EXIT, search->any_returns);
}

static void read_graph(struct search *search, struct lists *before)
{
	bool *targets = targets_find(search->program);

	for (uint32_t f = 0; f < search->program->nr_functions; f++)
		add_function(search, f, targets[f]);
	free(targets);
	lists_make(&search->before, search->program->nr_blocks + 2, before);
}

uint32_t *distance_find(const struct program *program, const bool *is_goal)
{
	struct search search = { .program = program,
				 .calls_any = program->nr_blocks,
				 .any_returns = program->nr_blocks + 1 };
	uint32_t nr_nodes = program->nr_blocks + 2, nr_found = 0;
	uint32_t *distances = program_numbers(nr_nodes);
	_cleanup_free_ uint32_t *found = xcalloc(nr_nodes, sizeof(*found));
	struct lists before;

	read_graph(&search, &before);
	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		if (!is_goal[b])
			continue;
		distances[b] = 0;
		found[nr_found++] = b;
	}
	for (uint32_t i = 0; i < nr_found; i++) {
		LISTS_EACH(&before, found[i], node)
		{
			if (distances[node] != DISTANCE_NONE)
				continue;
			distances[node] = distances[found[i]] + 1;
			found[nr_found++] = node;
		}
	}
	lists_deinit(&before);
	return distances;
}
