/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/own.h"

#include <stdlib.h>

#include "common/xalloc.h"
#include "graph/displaced.h"

/* Both versions, and which block of one was which of the other. */
struct view {
	const struct program *old, *new;
	uint32_t *new_of, *old_of; /* PROGRAM_NONE: none */
};

static void view_init(struct view *view, const struct difference *difference)
{
	*view = (struct view){ difference->pairs.old, difference->pairs.new,
			       program_numbers(difference->pairs.old->nr_blocks),
			       displaced_find(difference) };
	for (uint32_t b = 0; b < view->new->nr_blocks; b++) {
		if (view->old_of[b] != PROGRAM_NONE)
			view->new_of[view->old_of[b]] = b;
	}
}

static void mark_alone(const struct view *view, struct own *own)
{
	for (uint32_t b = 0; b < view->old->nr_blocks; b++)
		own->old[b] = view->old->block_function[b] != PROGRAM_NONE &&
			      view->new_of[b] == PROGRAM_NONE;
	for (uint32_t b = 0; b < view->new->nr_blocks; b++)
		own->new[b] = view->new->block_function[b] != PROGRAM_NONE &&
			      view->old_of[b] == PROGRAM_NONE;
}

/* Returns the target, numbered over all units, of the first edge of BLOCK with the flags and label of EDGE; PROGRAM_NONE: none. */
static uint32_t find_target(const struct program *program, uint32_t block,
			    const struct remt_edge *edge)
{
	const struct remt_block *row = program_block(program, block);
	const struct program_unit *unit = program_unit_of_block(program, block);

	for (uint32_t i = 0; i < row->nr_edges; i++) {
		const struct remt_edge *other = &unit->table->edges[row->first_edge + i];

		if (other->flags == edge->flags && other->label == edge->label)
			return program_entry(program, program->block_function[block]) +
			       other->target;
	}
	return PROGRAM_NONE;
}

/* Marks OLD and NEW, which stand for each other, if an edge leads elsewhere and neither target tells that. */
static void mark_edges(const struct view *view, uint32_t old, uint32_t new, struct own *own)
{
	const struct program *from = view->old, *to = view->new;
	const struct remt_block *row = program_block(from, old);
	const struct program_unit *unit = program_unit_of_block(from, old);
	bool has_labels = row->nr_edges == program_block(to, new)->nr_edges;

	for (uint32_t i = 0; i < row->nr_edges; i++) {
		const struct remt_edge *edge = &unit->table->edges[row->first_edge + i];
		uint32_t before = program_entry(from, from->block_function[old]) + edge->target;
		uint32_t now = find_target(to, new, edge);

		has_labels &= now != PROGRAM_NONE;
		if (now == PROGRAM_NONE || view->new_of[before] == now)
			continue;
		/* What was put in is marked there, and what was taken out in the old version. */
		own->new[new] |= !own->new[now];
		own->old[old] |= !own->old[before];
	}
	own->new[new] |= !has_labels;
	own->old[old] |= !has_labels;
}

/* Marks all changed blocks of the new FUNCTION and its partner if no block of either is marked. */
static void mark_rest(const struct difference *difference, uint32_t function, struct own *own)
{
	const struct program *old = difference->pairs.old, *new = difference->pairs.new;
	uint32_t partner = difference->pairs.old_function[function];
	uint32_t first = program_entry(new, function), first_old, nr_old;
	uint32_t number = program_function(new, function)->nr_blocks;
	bool any = false;

	if (partner == PROGRAM_NONE)
		return;
	first_old = program_entry(old, partner);
	nr_old = program_function(old, partner)->nr_blocks;
	for (uint32_t b = 0; b < number; b++)
		any |= own->new[first + b];
	for (uint32_t b = 0; b < nr_old; b++)
		any |= own->old[first_old + b];
	for (uint32_t b = 0; b < number && !any; b++)
		own->new[first + b] = difference_is_changed(difference, first + b);
	for (uint32_t b = 0; b < nr_old && !any; b++) {
		uint32_t equivalent = difference->new_block[first_old + b];

		own->old[first_old + b] =
			equivalent == PROGRAM_NONE || difference_is_changed(difference, equivalent);
	}
}

void own_find(const struct difference *difference, struct own *ret)
{
	struct view view;

	view_init(&view, difference);
	*ret = (struct own){ xcalloc(view.old->nr_blocks + UINT32_C(1), sizeof(*ret->old)),
			     xcalloc(view.new->nr_blocks + UINT32_C(1), sizeof(*ret->new)) };
	mark_alone(&view, ret);
	for (uint32_t b = 0; b < view.old->nr_blocks; b++) {
		if (view.new_of[b] != PROGRAM_NONE)
			mark_edges(&view, b, view.new_of[b], ret);
	}
	for (uint32_t f = 0; f < view.new->nr_functions; f++) {
		if (program_function(view.new, f)->nr_blocks)
			mark_rest(difference, f, ret);
	}
	free(view.new_of);
	free(view.old_of);
}
