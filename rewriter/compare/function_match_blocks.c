/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matches the blocks of two functions by a depth-first search from their entries (matchCFG in
 * Algorithm 1 of "Isomorphic Regression Testing", with basic blocks for nodes). Edges are followed
 * in their order. A block keeps its first match.
 */
#include "rewriter/compare/function_match_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

/* Two functions while their blocks are compared. */
struct walk {
	const struct function_matches *matches;
	bool is_open;
	const struct flow *old, *new;
	const struct fingerprint *old_fingerprint, *new_fingerprint;
	uint32_t *old_to_new, *new_to_old; /* by block: its match */
	VEC(struct block_match) waiting;
};

/* True if both are the same function, as far as known. */
static bool is_same_function(const struct walk *walk, uint32_t old, uint32_t new)
{
	if (old == FUNCTION_MATCH_NONE || new == FUNCTION_MATCH_NONE)
		return old == new;
	return walk->matches->old_to_new[old] == new ||
	       (walk->is_open && walk->matches->old_to_new[old] == FUNCTION_MATCH_NONE &&
		walk->matches->new_to_old[new] == FUNCTION_MATCH_NONE);
}

static bool is_same_block(const struct walk *walk, const struct block *old, const struct block *new)
{
	if (old->count != new->count || old->nr_edges != new->nr_edges)
		return false;
	for (uint32_t i = 0; i < old->count; i++) {
		const struct feature *x = &walk->old_fingerprint->features.items[old->first + i];
		const struct feature *y = &walk->new_fingerprint->features.items[new->first + i];

		if (x->text != y->text || !is_same_function(walk, x->function, y->function))
			return false;
	}
	return true;
}

/* Matches both blocks if they are the same and neither has a match. */
static void come_to(struct walk *walk, uint32_t old, uint32_t new)
{
	if (old == FLOW_OUTSIDE || new == FLOW_OUTSIDE ||
	    walk->old_to_new[old] != FUNCTION_MATCH_NONE ||
	    walk->new_to_old[new] != FUNCTION_MATCH_NONE ||
	    !is_same_block(walk, &walk->old->blocks.items[old], &walk->new->blocks.items[new]))
		return;
	walk->old_to_new[old] = new;
	walk->new_to_old[new] = old;
	vec_push(&walk->waiting, ((struct block_match){ old, new }));
}

static void leave(struct walk *walk, struct block_match blocks)
{
	const struct block *old = &walk->old->blocks.items[blocks.old];
	const struct block *new = &walk->new->blocks.items[blocks.new];

	for (uint32_t e = 0; e < old->nr_edges; e++)
		come_to(walk, walk->old->edges.items[old->first_edge + e],
			walk->new->edges.items[new->first_edge + e]);
}

/* Starts at the blocks that are entered from elsewhere, in their order in both functions. */
static void enter_all(struct walk *walk)
{
	uint32_t new = 0;

	for (uint32_t old = 0; old < walk->old->blocks.count; old++) {
		if (!walk->old->blocks.items[old].is_entered)
			continue;
		while (new < walk->new->blocks.count && !walk->new->blocks.items[new].is_entered)
			new ++;
		if (new == walk->new->blocks.count)
			return;
		come_to(walk, old, new ++);
		while (walk->waiting.count)
			leave(walk, walk->waiting.items[--walk->waiting.count]);
	}
}

/* True if all edges of matching blocks lead to matching blocks, or out of both functions. */
static bool has_same_edges(const struct walk *walk, struct block_match blocks)
{
	const struct block *old = &walk->old->blocks.items[blocks.old];
	const struct block *new = &walk->new->blocks.items[blocks.new];

	for (uint32_t e = 0; e < old->nr_edges; e++) {
		uint32_t x = walk->old->edges.items[old->first_edge + e];
		uint32_t y = walk->new->edges.items[new->first_edge + e];

		if (x == FLOW_OUTSIDE || y == FLOW_OUTSIDE ? x != y : walk->old_to_new[x] != y)
			return false;
	}
	return true;
}

/* Compares the bytes of two functions whose bytes are no instructions. */
static bool is_same_data(const struct function_matches *matches, const struct function_match *match)
{
	const struct binary *old = matches->old->binary, *new = matches->new->binary;
	const struct binary_function *x = &old->functions.items[match->old];
	const struct binary_function *y = &new->functions.items[match->new];

	return x->size == y->size &&
	       memcmp(old->data + binary_offset(&old->codes.items[x->code], x->address),
		      new->data + binary_offset(&new->codes.items[y->code], y->address),
		      x->size) == 0;
}

/* True if block B leads to blocks of the same numbers in both functions. */
static bool leads_alike(const struct walk *walk, uint32_t b)
{
	const uint32_t *old = walk->old->edges.items + walk->old->blocks.items[b].first_edge;
	const uint32_t *new = walk->new->edges.items + walk->new->blocks.items[b].first_edge;

	for (uint32_t e = 0; e < walk->old->blocks.items[b].nr_edges; e++) {
		if (old[e] != new[e])
			return false;
	}
	return true;
}

/*
 * True if the functions are the same. A block that is not known to be reached must equal the one
 * with the same number, and lead to the same numbers.
 */
static bool is_same(const struct walk *walk)
{
	bool same = walk->old->blocks.count == walk->new->blocks.count &&
		    walk->old->fault == walk->new->fault;

	for (uint32_t b = 0; same && b < walk->old->blocks.count; b++) {
		if (walk->old_to_new[b] != FUNCTION_MATCH_NONE)
			same = walk->old_to_new[b] == b &&
			       has_same_edges(walk, (struct block_match){ b, b });
		else
			same = walk->new_to_old[b] == FUNCTION_MATCH_NONE &&
			       is_same_block(walk, &walk->old->blocks.items[b],
					     &walk->new->blocks.items[b]) &&
			       leads_alike(walk, b);
	}
	return same;
}

/* In equal functions, blocks that are not known to be reached match, too. */
static void pair_all(struct walk *walk)
{
	for (uint32_t b = 0; b < walk->old->blocks.count; b++)
		walk->old_to_new[b] = b;
}

static void note_partners(const struct walk *walk, struct function_match *match)
{
	for (uint32_t b = 0; b < walk->old->blocks.count; b++) {
		const struct block *block = &walk->old->blocks.items[b];
		uint32_t last = block->first + block->count - 1;

		if (walk->old_to_new[b] == FUNCTION_MATCH_NONE)
			continue;
		vec_push(&match->blocks, ((struct block_match){ b, walk->old_to_new[b] }));
		match->nr_conditions += walk->old_fingerprint->features.items[last].is_condition;
	}
}

static uint32_t *make_map(size_t count)
{
	uint32_t *map = xcalloc(count + 1, sizeof(*map));

	for (size_t i = 0; i < count; i++)
		map[i] = FUNCTION_MATCH_NONE;
	return map;
}

void function_match_blocks(const struct function_matches *matches, bool is_open,
			   struct function_match *match)
{
	struct walk walk = {
		.matches = matches,
		.is_open = is_open,
		.old = &matches->old->flows->items[match->old],
		.new = &matches->new->flows->items[match->new],
		.old_fingerprint = &matches->old->items[match->old],
		.new_fingerprint = &matches->new->items[match->new],
	};

	walk.old_to_new = make_map(walk.old->blocks.count);
	walk.new_to_old = make_map(walk.new->blocks.count);
	enter_all(&walk);
	match->is_same = is_same(&walk) && (walk.old->blocks.count || is_same_data(matches, match));
	if (match->is_same)
		pair_all(&walk);
	note_partners(&walk, match);
	free(walk.old_to_new);
	free(walk.new_to_old);
	vec_deinit(&walk.waiting);
}

bool function_match_called(const struct function_matches *matches,
			   const struct function_match *match, size_t which, uint32_t at,
			   uint32_t *ret_old, uint32_t *ret_new)
{
	struct block_match blocks = match->blocks.items[which];
	const struct block *old = &matches->old->flows->items[match->old].blocks.items[blocks.old];
	const struct block *new = &matches->new->flows->items[match->new].blocks.items[blocks.new];

	if (at >= old->count)
		return false;
	*ret_old = matches->old->items[match->old].features.items[old->first + at].function;
	*ret_new = matches->new->items[match->new].features.items[new->first + at].function;
	return true;
}
