/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs nodes of the two versions of a function that graph/difference.h leaves without an
 * equivalent. It pairs nodes that read the same and mention nothing that has changed: first
 * neighbours of paired nodes along edges of the same kind, then nodes whose code is the only one of
 * its kind in both versions, then the remaining ones in order.
 *
 * The search stays within functions that have blocks in partner units. A pair does not mean that
 * control comes there in the same way.
 */
#include "graph/displaced.h"

#include <stdlib.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "graph/alike.h"

/* A function that both versions have, by its nodes. */
struct function_pair {
	uint32_t old_entry, nr_old;
	uint32_t new_entry, nr_new;
};

struct search {
	const struct difference *changes;
	uint32_t *old_of;     /* by new block: its partner; PROGRAM_NONE: none */
	uint32_t *new_of;     /* by old block: its partner; PROGRAM_NONE: none */
	VEC(uint32_t) paired; /* paired new blocks whose neighbours were not looked at yet */
};

/* An edge between two nodes, as seen from one of them. */
struct neighbour {
	/* the node at the other end; PROGRAM_NONE: there is none, or there are several */
	uint32_t block;
	uint32_t flags;
	uint64_t label;
};

static const struct remt_edge *edges_of(const struct program *program, uint32_t block,
					uint32_t *ret_count)
{
	const struct remt_block *node = program_block(program, block);

	*ret_count = node->nr_edges;
	return program_unit_of_block(program, block)->table->edges + node->first_edge;
}

static bool are_free(const struct search *search, uint32_t old, uint32_t new)
{
	return search->old_of[new] == PROGRAM_NONE && search->new_of[old] == PROGRAM_NONE;
}

static void join(struct search *search, uint32_t old, uint32_t new)
{
	uint32_t at = 0;

	if (!are_free(search, old, new) || !alike_nodes(search->changes, old, new) ||
	    alike_next_changed(search->changes, old, new, &at) != PROGRAM_NONE)
		return;
	search->old_of[new] = old;
	search->new_of[old] = new;
	vec_push(&search->paired, new);
}

/*
 * Returns the only node without a partner from which an edge with the flags and label of LIKE leads
 * to BLOCK.
 */
static struct neighbour find_before(const struct program *program, uint32_t entry, uint32_t count,
				    uint32_t block, const struct neighbour *like,
				    const uint32_t *partner)
{
	struct neighbour found = { PROGRAM_NONE, like->flags, like->label };
	uint32_t nr_found = 0, nr_edges;

	for (uint32_t b = entry; b < entry + count; b++) {
		const struct remt_edge *edges = edges_of(program, b, &nr_edges);

		for (uint32_t i = 0; partner[b] == PROGRAM_NONE && i < nr_edges; i++) {
			if (entry + edges[i].target != block || edges[i].flags != like->flags ||
			    edges[i].label != like->label)
				continue;
			found.block = b;
			nr_found++;
		}
	}
	if (nr_found != 1)
		found.block = PROGRAM_NONE;
	return found;
}

/* Joins nodes from which control comes to NEW and to its partner along edges of the same kind. */
static void join_before(struct search *search, const struct function_pair *functions, uint32_t new)
{
	const struct pairs *pairs = &search->changes->pairs;
	uint32_t nr_edges;

	for (uint32_t b = 0; b < functions->nr_new; b++) {
		uint32_t block = functions->new_entry + b;
		const struct remt_edge *edges = edges_of(pairs->new, block, &nr_edges);

		for (uint32_t i = 0; search->old_of[block] == PROGRAM_NONE && i < nr_edges; i++) {
			struct neighbour like = { PROGRAM_NONE, edges[i].flags, edges[i].label };
			struct neighbour before, was;

			if (functions->new_entry + edges[i].target != new)
				continue;
			before = find_before(pairs->new, functions->new_entry, functions->nr_new,
					     new, &like, search->old_of);
			was = find_before(pairs->old, functions->old_entry, functions->nr_old,
					  search->old_of[new], &like, search->new_of);
			if (before.block != PROGRAM_NONE && was.block != PROGRAM_NONE)
				join(search, was.block, before.block);
		}
	}
}

/* Joins nodes to which control goes from NEW and from its partner along edges of the same kind. */
static void join_behind(struct search *search, const struct function_pair *functions, uint32_t new)
{
	const struct pairs *pairs = &search->changes->pairs;
	uint32_t nr_old, nr_new;
	const struct remt_edge *now = edges_of(pairs->new, new, &nr_new);
	const struct remt_edge *was = edges_of(pairs->old, search->old_of[new], &nr_old);

	for (uint32_t i = 0; i < nr_new; i++) {
		for (uint32_t k = 0; k < nr_old; k++) {
			if (now[i].flags == was[k].flags && now[i].label == was[k].label)
				join(search, functions->old_entry + was[k].target,
				     functions->new_entry + now[i].target);
		}
	}
}

static void spread(struct search *search, const struct function_pair *functions)
{
	while (search->paired.count) {
		uint32_t new = search->paired.items[--search->paired.count];

		join_behind(search, functions, new);
		join_before(search, functions, new);
	}
}

/* Returns how many nodes without a partner have code of the hash HASH. */
static uint32_t count_free(const struct program *program, uint32_t entry, uint32_t count,
			   uint64_t hash, const uint32_t *partner)
{
	uint32_t nr_free = 0;

	for (uint32_t b = entry; b < entry + count; b++)
		nr_free += partner[b] == PROGRAM_NONE && program_block(program, b)->hash == hash;
	return nr_free;
}

/*
 * Joins nodes that read the same. With ONLY_SINGLE, only nodes whose code no other unpaired node
 * of their function has.
 */
static void join_alike(struct search *search, const struct function_pair *functions,
		       bool only_single)
{
	const struct pairs *pairs = &search->changes->pairs;

	for (uint32_t n = 2; n < functions->nr_new; n++) {
		uint32_t new = functions->new_entry + n;
		uint64_t hash = program_block(pairs->new, new)->hash;

		if (search->old_of[new] != PROGRAM_NONE ||
		    (only_single && (count_free(pairs->new, functions->new_entry, functions->nr_new,
						hash, search->old_of) != 1 ||
				     count_free(pairs->old, functions->old_entry, functions->nr_old,
						hash, search->new_of) != 1)))
			continue;
		for (uint32_t o = 2; o < functions->nr_old && search->old_of[new] == PROGRAM_NONE;
		     o++)
			join(search, functions->old_entry + o, new);
		spread(search, functions);
	}
}

static void search_function(struct search *search, uint32_t old, uint32_t new)
{
	const struct pairs *pairs = &search->changes->pairs;
	struct function_pair functions = {
		.old_entry = program_entry(pairs->old, old),
		.nr_old = program_function(pairs->old, old)->nr_blocks,
		.new_entry = program_entry(pairs->new, new),
		.nr_new = program_function(pairs->new, new)->nr_blocks,
	};

	/* A function with other parameters or attributes has no node that is what it was. */
	if (functions.nr_old < 2 || functions.nr_new < 2 ||
	    search->old_of[functions.new_entry] != functions.old_entry)
		return;
	/* The exit node is the exit node, whatever ways lead to it. */
	search->old_of[functions.new_entry + 1] = functions.old_entry + 1;
	search->new_of[functions.old_entry + 1] = functions.new_entry + 1;
	for (uint32_t b = 0; b < functions.nr_new; b++) {
		if (search->old_of[functions.new_entry + b] != PROGRAM_NONE)
			vec_push(&search->paired, functions.new_entry + b);
	}
	spread(search, &functions);
	join_alike(search, &functions, true);
	join_alike(search, &functions, false);
}

uint32_t *displaced_find(const struct difference *changes)
{
	const struct pairs *pairs = &changes->pairs;
	struct search search = {
		.changes = changes,
		.old_of = program_numbers(pairs->new->nr_blocks),
		.new_of = program_numbers(pairs->old->nr_blocks),
	};

	for (uint32_t b = 0; b < pairs->new->nr_blocks; b++)
		search.old_of[b] = changes->old_block[b];
	for (uint32_t b = 0; b < pairs->old->nr_blocks; b++)
		search.new_of[b] = changes->new_block[b];
	for (uint32_t f = 0; f < pairs->new->nr_functions; f++) {
		uint32_t old = pairs->old_function[f];

		if (old != PROGRAM_NONE &&
		    pairs->new_unit[pairs->old->function_unit[old]] ==
			    pairs->new->function_unit[f] &&
		    difference_of_new(changes, f) != FUNCTION_SAME)
			search_function(&search, old, f);
	}
	vec_deinit(&search.paired);
	free(search.new_of);
	return search.old_of;
}
