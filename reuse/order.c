/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds for the time at which a run took an edge. Nodes have no place in the order of first reach,
 * but the sites in them have. A node was not left before all its sites had been reached. It was
 * entered no earlier than its last site was reached, minus as many places as it has sites. A node
 * without sites is left no earlier than the nodes that lead to it.
 *
 * The result is a lower bound, found function by function: each function may have been entered at
 * once.
 */
#include "reuse/order.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* A node, by old block. */
struct node {
	uint32_t last; /* greatest place of its sites; 0: it has no sites */
	uint32_t nr_sites;
	uint32_t left; /* it was left at this place or later */
};

struct finder {
	const struct difference *difference;
	const struct program *program;
	const uint32_t *first;
	struct node *nodes;
};

static void read_sites(struct finder *finder)
{
	for (size_t u = 0; u < finder->program->units.count; u++) {
		const struct program_unit *unit = &finder->program->units.items[u];

		for (uint32_t m = 0; m < unit->table->header->marks.count; m++) {
			const struct remt_mark *mark = &unit->table->marks[m];
			struct node *node = &finder->nodes[unit->first_block + mark->block];
			uint32_t place = finder->first[unit->first_site + mark->site];

			node->nr_sites++;
			if (place > node->last)
				node->last = place;
		}
	}
}

/*
 * Makes one pass over the edges of FUNCTION. True if some node can have been left earlier than
 * known so far.
 */
static bool relax(struct finder *finder, const struct program_unit *unit,
		  const struct remt_function *function)
{
	struct node *nodes = &finder->nodes[unit->first_block + function->first_block];
	bool is_changed = false;

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[function->first_block + b];

		for (uint32_t e = 0; e < block->nr_edges; e++) {
			struct node *target =
				&nodes[unit->table->edges[block->first_edge + e].target];
			uint32_t left = nodes[b].left > target->last ? nodes[b].left : target->last;

			is_changed |= left < target->left;
			if (left < target->left)
				target->left = left;
		}
	}
	return is_changed;
}

/*
 * Finds the least times at which the nodes of FUNCTION were left, if it may have been entered at
 * once.
 */
static void find_left(struct finder *finder, uint32_t number)
{
	const struct program_unit *unit = program_unit_of_function(finder->program, number);
	const struct remt_function *function = program_function(finder->program, number);

	for (uint32_t b = 0; b < function->nr_blocks; b++)
		finder->nodes[unit->first_block + function->first_block + b].left = ORDER_NEVER;
	finder->nodes[program_entry(finder->program, number)].left = 0;
	while (relax(finder, unit, function))
		;
}

/* Returns the first place at which the edge from FROM to TO can have been taken. */
static uint32_t time_of_edge(const struct node *from, const struct node *to)
{
	uint32_t entered = 0;

	if (to->last == ORDER_NEVER)
		return ORDER_NEVER;
	if (to->last > to->nr_sites)
		entered = to->last - to->nr_sites;
	return from->left > entered ? from->left : entered;
}

static uint32_t time_of_function(struct finder *finder, uint32_t number)
{
	const struct program_unit *unit = program_unit_of_function(finder->program, number);
	const struct remt_function *function = program_function(finder->program, number);
	struct node *nodes = &finder->nodes[unit->first_block + function->first_block];
	uint32_t earliest = ORDER_NEVER;

	find_left(finder, number);
	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[function->first_block + b];

		for (uint32_t e = 0; e < block->nr_edges; e++) {
			uint32_t edge = unit->first_edge + block->first_edge + e, time;

			if (!finder->difference->edge_is_dangerous[edge])
				continue;
			time = time_of_edge(
				&nodes[b],
				&nodes[unit->table->edges[block->first_edge + e].target]);
			if (time < earliest)
				earliest = time;
		}
	}
	return earliest;
}

uint32_t order_of_danger(const struct difference *difference, const uint32_t *first,
			 const bool *counts)
{
	struct finder finder = {
		.difference = difference,
		.program = difference->pairs.old,
		.first = first,
		.nodes = xcalloc(difference->pairs.old->nr_blocks + 1, sizeof(struct node)),
	};
	uint32_t earliest = ORDER_NEVER;

	read_sites(&finder);
	for (uint32_t f = 0; f < finder.program->nr_functions; f++) {
		uint32_t time;

		if (!counts[f] || difference_of_old(difference, f) == FUNCTION_SAME)
			continue;
		time = time_of_function(&finder, f);
		if (time < earliest)
			earliest = time;
	}
	free(finder.nodes);
	return earliest;
}
