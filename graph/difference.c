/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs two versions (graph/pairs.c), compares the paired functions node by node (graph/match.c),
 * and compares what runs before main() and after it. Implements Definitions 2.4 (dangerous edges)
 * and 2.5 (mapN) of "Regression Mutation Testing".
 *
 * An old function without a partner has dangerous edges at its entry only: control can't come to
 * the others without taking one of these. Values and feasibility of paths are not analysed.
 */
#include "graph/difference.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "graph/match.h"

void difference_mark_edge(struct difference *difference, uint32_t old_edge)
{
	difference->nr_dangerous += !difference->edge_is_dangerous[old_edge];
	difference->edge_is_dangerous[old_edge] = true;
}

void difference_mark_edges(struct difference *difference, uint32_t old_block)
{
	const struct program *old = difference->pairs.old;
	const struct remt_block *block = program_block(old, old_block);
	uint32_t first = program_unit_of_block(old, old_block)->first_edge + block->first_edge;

	for (uint32_t i = 0; i < block->nr_edges; i++)
		difference_mark_edge(difference, first + i);
}

/* Assembly outside functions may add to the same lists. */
static bool is_collected(const struct remt_sites_header *header)
{
	return header->collected || header->assembly;
}

/* True if a collected variable of the unit leads to a changed value. */
static bool leads_elsewhere(const struct pairs *pairs, uint32_t old_unit)
{
	const struct program_unit *unit = &pairs->old->units.items[old_unit];

	for (uint32_t s = 0; s < unit->table->header->symbols.count; s++) {
		if (unit->table->symbols[s].flags & REMT_SYMBOL_COLLECTED &&
		    pairs->symbol_is_changed[unit->first_symbol + s])
			return true;
	}
	return false;
}

/* True if the linker collects something else from the old unit than from its partner. */
static bool is_collected_anew(const struct pairs *pairs, uint32_t old_unit)
{
	uint32_t partner = pairs->new_unit[old_unit];
	const struct remt_sites_header *before = pairs->old->units.items[old_unit].table->header;

	if (partner == PROGRAM_NONE)
		return is_collected(before);
	return !pairs_collect_alike(pairs, before,
				    pairs->new->units.items[partner].table->header) ||
	       leads_elsewhere(pairs, old_unit);
}

/* True if a program that holds the old unit begins or ends otherwise in the new version. */
static bool begins_anew(const struct pairs *pairs, uint32_t old_unit)
{
	uint32_t partner = pairs->new_unit[old_unit];

	for (uint32_t o = 0; o < pairs->old->units.count; o++) {
		if (program_are_linked(pairs->old, old_unit, o) && is_collected_anew(pairs, o))
			return true;
	}
	for (uint32_t n = 0; partner != PROGRAM_NONE && n < pairs->new->units.count; n++) {
		if (pairs->old_unit[n] == PROGRAM_NONE &&
		    is_collected(pairs->new->units.items[n].table->header) &&
		    program_are_linked(pairs->new, partner, n))
			return true;
	}
	return false;
}

/*
 * Compares constructors, destructors, and the lists that the linker collects. If they differ, the
 * edges at the entries of main(), constructors and destructors are dangerous.
 */
static void compare_beginnings(struct difference *difference)
{
	const struct program *old = difference->pairs.old;

	for (uint32_t f = 0; f < old->nr_functions; f++) {
		const struct program_unit *unit = program_unit_of_function(old, f);
		const struct remt_symbol *symbol =
			&unit->table->symbols[program_function(old, f)->symbol];

		if ((symbol->flags & (REMT_SYMBOL_CONSTRUCTOR | REMT_SYMBOL_DESTRUCTOR) ||
		     strcmp(program_function_name(old, f), "main") == 0) &&
		    begins_anew(&difference->pairs, old->function_unit[f]))
			difference_mark_edges(difference, program_entry(old, f));
	}
}

void difference_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		     struct difference *ret)
{
	*ret = (struct difference){
		.new_block = program_numbers(old->nr_blocks),
		.old_block = program_numbers(new->nr_blocks),
		.edge_is_dangerous = xcalloc(old->nr_edges + 1, sizeof(bool)),
	};
	pairs_find(old, new, rule, &ret->pairs);
	for (uint32_t f = 0; f < old->nr_functions; f++) {
		if (!program_function(old, f)->nr_blocks)
			continue;
		if (ret->pairs.new_function[f] == PROGRAM_NONE)
			difference_mark_edges(ret, program_entry(old, f));
		else
			match_functions(ret, f, ret->pairs.new_function[f]);
	}
	if (rule != PAIRS_ISOMORPHIC)
		compare_beginnings(ret);
}

void difference_deinit(struct difference *difference)
{
	pairs_deinit(&difference->pairs);
	free(difference->new_block);
	free(difference->old_block);
	free(difference->edge_is_dangerous);
}

uint32_t difference_find_edge(const struct difference *difference, uint32_t old_function)
{
	const struct program *old = difference->pairs.old;
	const struct program_unit *unit = program_unit_of_function(old, old_function);
	const struct remt_function *function = program_function(old, old_function);

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[function->first_block + b];

		for (uint32_t e = 0; e < block->nr_edges; e++) {
			uint32_t edge = unit->first_edge + block->first_edge + e;

			if (difference->edge_is_dangerous[edge])
				return edge;
		}
	}
	return PROGRAM_NONE;
}

bool difference_is_changed(const struct difference *difference, uint32_t new_block)
{
	const struct program *old = difference->pairs.old;
	uint32_t partner = difference->old_block[new_block];

	if (partner == PROGRAM_NONE)
		return true;
	const struct remt_block *block = program_block(old, partner);
	uint32_t first = program_unit_of_block(old, partner)->first_edge + block->first_edge;

	for (uint32_t i = 0; i < block->nr_edges; i++) {
		if (difference->edge_is_dangerous[first + i])
			return true;
	}
	return false;
}

enum function_change difference_of_old(const struct difference *difference, uint32_t old_function)
{
	uint32_t partner = difference->pairs.new_function[old_function];

	if (partner == PROGRAM_NONE)
		return FUNCTION_REMOVED;
	return difference_find_edge(difference, old_function) == PROGRAM_NONE ? FUNCTION_SAME
									      : FUNCTION_CHANGED;
}

enum function_change difference_of_new(const struct difference *difference, uint32_t new_function)
{
	uint32_t partner = difference->pairs.old_function[new_function];

	return partner == PROGRAM_NONE ? FUNCTION_ADDED : difference_of_old(difference, partner);
}

bool difference_has_moved(const struct difference *difference, uint32_t old_function)
{
	const struct pairs *pairs = &difference->pairs;
	uint32_t partner = pairs->new_function[old_function];

	return partner != PROGRAM_NONE &&
	       pairs->new_unit[pairs->old->function_unit[old_function]] !=
		       pairs->new->function_unit[partner];
}
