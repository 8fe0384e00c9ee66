/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spreads danger backwards from the dangerous edges, and down from the calls that danger follows: the
 * second and the third step of reach.c. */
#include "graph/reach_state.h"

static bool leaves_dangerously(const struct finder *finder, uint32_t block)
{
	const struct program_unit *unit = program_unit_of_block(finder->program, block);
	const struct remt_block *row = &unit->table->blocks[block - unit->first_block];

	for (uint32_t e = 0; e < row->nr_edges; e++) {
		if (finder->difference->edge_is_dangerous[unit->first_edge + row->first_edge + e])
			return true;
	}
	return false;
}

static void mark_danger(struct finder *finder, uint32_t block)
{
	if (finder->reach->danger[block])
		return;
	finder->reach->danger[block] = true;
	vec_push(&finder->work, block);
}

/* Goes one step backwards from BLOCK, from which a dangerous edge can be reached: to its
 * predecessors in the function, and from the entry of the function to the calls of it. */
static void spread_danger(struct finder *finder, uint32_t block)
{
	uint32_t function = finder->program->block_function[block];

	LISTS_EACH(&finder->before, block, predecessor)
	mark_danger(finder, predecessor);
	if (block != program_entry(finder->program, function))
		return;
	LISTS_EACH(&finder->callers, function, caller)
	mark_danger(finder, caller);
	if (finder->is_target[function]) {
		for (size_t i = 0; i < finder->wild.count; i++)
			mark_danger(finder, finder->wild.items[i]);
	}
}

void reach_find_danger_below(struct finder *finder)
{
	for (uint32_t b = 0; b < finder->program->nr_blocks; b++) {
		uint32_t function = finder->program->block_function[b];

		if (function != PROGRAM_NONE && finder->reach->can_run[function] &&
		    leaves_dangerously(finder, b))
			mark_danger(finder, b);
	}
	while (finder->work.count)
		spread_danger(finder, finder->work.items[--finder->work.count]);
}

static bool is_entry_dangerous(const struct finder *finder, uint32_t function)
{
	return finder->reach->danger[program_entry(finder->program, function)];
}

/* Returns true if the functions that run at the end of the process can reach a dangerous edge. Then
 * all calls that end the process can, too. */
static bool find_danger_at_end(struct finder *finder)
{
	bool is_dangerous = false;

	for (size_t i = 0; i < finder->at_end.count; i++)
		is_dangerous |= is_entry_dangerous(finder, finder->at_end.items[i]);
	for (size_t i = 0; finder->may_call_at_end && i < finder->targets.count; i++)
		is_dangerous |= is_entry_dangerous(finder, finder->targets.items[i]);
	for (size_t i = 0; is_dangerous && i < finder->exits.count; i++)
		mark_danger(finder, finder->exits.items[i]);
	while (finder->work.count)
		spread_danger(finder, finder->work.items[--finder->work.count]);
	return is_dangerous;
}

static void return_to_danger(struct finder *finder, uint32_t function)
{
	if (finder->returns_to_danger[function])
		return;
	finder->returns_to_danger[function] = true;
	vec_push(&finder->work, function);
}

static void spread_to_callees(struct finder *finder, uint32_t block)
{
	LISTS_EACH(&finder->callees, block, callee)
	return_to_danger(finder, callee);
	if (!finder->is_wild[block] || finder->do_targets_return)
		return;
	finder->do_targets_return = true;
	for (size_t i = 0; i < finder->targets.count; i++)
		return_to_danger(finder, finder->targets.items[i]);
}

static bool goes_on_to_danger(const struct finder *finder, uint32_t block)
{
	const struct program_unit *unit = program_unit_of_block(finder->program, block);
	const struct remt_block *row = &unit->table->blocks[block - unit->first_block];
	uint32_t first = program_entry(finder->program, finder->program->block_function[block]);

	for (uint32_t e = 0; e < row->nr_edges; e++) {
		const struct remt_edge *edge = &unit->table->edges[row->first_edge + e];

		if (finder->difference->edge_is_dangerous[unit->first_edge + row->first_edge + e] ||
		    finder->reach->danger[first + edge->target])
			return true;
	}
	return false;
}

/* Notes for all functions that FUNCTION calls that danger follows their return. With ONLY_TO_DANGER
 * this is done only for calls after which FUNCTION itself can reach danger. */
static void each_call(struct finder *finder, uint32_t function, bool only_to_danger)
{
	uint32_t first = program_entry(finder->program, function);

	for (uint32_t b = 0; b < program_function(finder->program, function)->nr_blocks; b++) {
		if (program_call(finder->program, first + b) &&
		    (!only_to_danger || goes_on_to_danger(finder, first + b)))
			spread_to_callees(finder, first + b);
	}
}

/*
 * Marks the roots after whose return danger can follow: all of them if danger is at the end of the
 * process, and constructors if any root can reach it.
 */
static void begin_returns(struct finder *finder, bool is_end_dangerous)
{
	bool is_start_dangerous = false;

	for (size_t i = 0; i < finder->roots.count; i++)
		is_start_dangerous |= is_entry_dangerous(finder, finder->roots.items[i]);
	for (size_t i = 0; i < finder->roots.count; i++) {
		uint32_t root = finder->roots.items[i];
		const struct remt_symbol *symbol =
			&program_unit_of_function(finder->program, root)
				 ->table->symbols[program_function(finder->program, root)->symbol];
		bool is_constructor =
			symbol->flags & REMT_SYMBOL_CONSTRUCTOR || finder->is_collected[root];

		if (is_end_dangerous || (is_constructor && is_start_dangerous))
			return_to_danger(finder, root);
	}
}

/* Functions such as qsort() may call back more than once, so any target may follow another one. */
static void repeat_targets(struct finder *finder)
{
	bool is_dangerous = false;

	for (size_t i = 0; finder->wild.count && i < finder->targets.count; i++)
		is_dangerous |= is_entry_dangerous(finder, finder->targets.items[i]);
	for (size_t i = 0; is_dangerous && i < finder->targets.count; i++)
		return_to_danger(finder, finder->targets.items[i]);
}

void reach_find_danger_above(struct finder *finder)
{
	begin_returns(finder, find_danger_at_end(finder));
	repeat_targets(finder);
	for (uint32_t f = 0; f < finder->program->nr_functions; f++) {
		if (finder->reach->can_run[f])
			each_call(finder, f, true);
	}
	while (finder->work.count)
		each_call(finder, finder->work.items[--finder->work.count], false);
}
