/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares two functions by a depth-first search over pairs of nodes (section 4.2.1 of "Regression
 * Mutation Testing"). The search joins the entries. Of each pair that was joined it sorts the
 * outgoing edges by their labels and joins the targets behind equal labels. An edge whose targets
 * can't be joined, or whose label has no counterpart, is dangerous.
 *
 * Under PAIRS_ISOMORPHIC the search also goes on along the common edges of nodes whose labels
 * differ (matchCFG in Algorithm 1 of "Isomorphic Regression Testing").
 *
 * The search is greedy: a node keeps its first partner, and the bijection of variables is never
 * revised.
 */
#include "graph/match.h"

#include <stdlib.h>

#include "common/vec.h"
#include "common/xalloc.h"

/* One version of the function. */
struct side {
	const struct program *program;
	const struct program_unit *unit;
	const struct site_table *table;
	const struct remt_function *function;
	uint32_t first_block; /* number of its block 0, over all units */
	uint32_t *partner; /* by variable: its partner on the other side; PROGRAM_NONE: none yet */
};

struct node_pair {
	uint32_t old, new; /* numbers within the two functions */
};

struct variable_pair {
	uint32_t old, new; /* numbers within the two functions */
};

/* An edge that leaves a block. */
struct labelled {
	uint32_t flags;
	uint64_t label;
	uint32_t target;
	uint32_t index; /* index among the edges of its block */
};

struct labels {
	VEC(struct labelled) items;
};

struct match {
	struct difference *difference;
	struct side old, new;
	VEC(struct node_pair) work; /* joined pairs whose edges were not followed yet */
	/* pairs that bind_variables() has added for its two blocks */
	VEC(struct variable_pair) bound;
	struct labels old_labels, new_labels; /* edges of the pair that is followed */
	bool are_alike; /* the graphs of both functions are the same, block by block */
};

static void side_init(struct side *side, const struct program *program, uint32_t function)
{
	side->program = program;
	side->unit = program_unit_of_function(program, function);
	side->table = side->unit->table;
	side->function = program_function(program, function);
	side->first_block = program_entry(program, function);
	side->partner = program_numbers(side->function->nr_variables);
}

static const struct remt_block *block_of(const struct side *side, uint32_t block)
{
	return &side->table->blocks[side->function->first_block + block];
}

static const struct remt_variable *variable_of(const struct side *side, uint32_t variable)
{
	return &side->table->variables[side->function->first_variable + variable];
}

/*
 * True if the two can be the same variable: they are partners already, or neither has a partner and
 * their types and parameter numbers are equal.
 */
static bool are_partners(const struct match *match, uint32_t old, uint32_t new)
{
	const struct remt_variable *a, *b;

	if (old == UINT32_MAX || new == UINT32_MAX)
		return old == new;
	if (match->old.partner[old] != PROGRAM_NONE || match->new.partner[new] != PROGRAM_NONE)
		return match->old.partner[old] == new;
	a = variable_of(&match->old, old);
	b = variable_of(&match->new, new);
	return a->type == b->type && a->parameter == b->parameter;
}

/*
 * Extends the bijection by the variables of two blocks. Returns false and leaves the bijection as
 * it was if that is impossible.
 */
static bool bind_variables(struct match *match, const struct remt_block *a,
			   const struct remt_block *b)
{
	const uint32_t *old = &match->old.table->uses[a->first_use];
	const uint32_t *new = &match->new.table->uses[b->first_use];

	match->bound.count = 0;
	for (uint32_t i = 0; i < a->nr_uses; i++) {
		if (!are_partners(match, old[i], new[i])) {
			for (size_t k = 0; k < match->bound.count; k++) {
				match->old.partner[match->bound.items[k].old] = PROGRAM_NONE;
				match->new.partner[match->bound.items[k].new] = PROGRAM_NONE;
			}
			return false;
		}
		if (old[i] != UINT32_MAX && match->old.partner[old[i]] == PROGRAM_NONE) {
			struct variable_pair pair = { old[i], new[i] };

			match->old.partner[old[i]] = new[i];
			match->new.partner[new[i]] = old[i];
			vec_push(&match->bound, pair);
		}
	}
	return true;
}

/* True if both symbols, given as indices in the two tables, stand for the same thing. */
static bool is_same_symbol(const struct match *match, uint32_t old, uint32_t new)
{
	const struct pairs *pairs = &match->difference->pairs;
	uint32_t a = match->old.unit->first_symbol + old, b = match->new.unit->first_symbol + new;

	if (match->old.program->symbol_name[a] != match->new.program->symbol_name[b] ||
	    pairs->symbol_is_changed[a])
		return false;
	if (!program_symbol_is_static(&match->old.table->symbols[old]) &&
	    !program_symbol_is_static(&match->new.table->symbols[new]))
		return true;
	return program_symbol_is_static(&match->old.table->symbols[old]) &&
	       program_symbol_is_static(&match->new.table->symbols[new]) &&
	       pairs->new_unit[match->old.program->symbol_unit[a]] ==
		       match->new.program->symbol_unit[b];
}

static bool has_same_references(const struct match *match, const struct remt_block *a,
				const struct remt_block *b)
{
	for (uint32_t i = 0; i < a->nr_references; i++) {
		if (!is_same_symbol(match, match->old.table->references[a->first_reference + i],
				    match->new.table->references[b->first_reference + i]))
			return false;
	}
	return true;
}

static bool has_same_call(const struct match *match, const struct remt_block *a,
			  const struct remt_block *b)
{
	const struct remt_call *old = &match->old.table->calls[a->first_call];
	const struct remt_call *new = &match->new.table->calls[b->first_call];

	if (!a->nr_calls)
		return true;
	if (old->flags != new->flags || old->signature != new->signature ||
	    (old->callee == UINT32_MAX) != (new->callee == UINT32_MAX))
		return false;
	return old->callee == UINT32_MAX || is_same_symbol(match, old->callee, new->callee);
}

/* True if the blocks are equivalent. Then their variables are bound to each other. */
static bool are_equivalent(struct match *match, uint32_t old, uint32_t new)
{
	const struct remt_block *a = block_of(&match->old, old), *b = block_of(&match->new, new);

	if ((old < 2 || new < 2) && old != new) /* entry (0) and exit (1) */
		return false;
	return pairs_blocks_are_alike(&match->difference->pairs, a, b) &&
	       a->nr_uses == b->nr_uses && a->nr_references == b->nr_references &&
	       a->nr_calls == b->nr_calls && has_same_references(match, a, b) &&
	       has_same_call(match, a, b) && bind_variables(match, a, b);
}

/* Makes the blocks a pair if they are equivalent. True if they are a pair now. */
static bool join(struct match *match, uint32_t old, uint32_t new)
{
	struct difference *difference = match->difference;
	uint32_t *partner = &difference->new_block[match->old.first_block + old];
	uint32_t *back = &difference->old_block[match->new.first_block + new];
	struct node_pair pair = { old, new };

	if (*partner != PROGRAM_NONE || *back != PROGRAM_NONE)
		return *partner == match->new.first_block + new;
	if (!are_equivalent(match, old, new))
		return false;
	*partner = match->new.first_block + new;
	*back = match->old.first_block + old;
	vec_push(&match->work, pair);
	return true;
}

static int compare_labels(const void *a, const void *b)
{
	const struct labelled *x = a, *y = b;

	if (x->flags != y->flags)
		return x->flags < y->flags ? -1 : 1;
	return (x->label > y->label) - (x->label < y->label);
}

static int compare_labelled(const void *a, const void *b)
{
	const struct labelled *x = a, *y = b;
	int order = compare_labels(a, b);

	return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Sorts the edges that leave BLOCK by their labels: the cases in which control takes them. */
static void sort_edges(const struct side *side, const struct remt_block *block, struct labels *ret)
{
	ret->items.count = 0;
	for (uint32_t i = 0; i < block->nr_edges; i++) {
		const struct remt_edge *edge = &side->table->edges[block->first_edge + i];
		struct labelled labelled = { edge->flags, edge->label, edge->target, i };

		vec_push(&ret->items, labelled);
	}
	if (ret->items.count)
		qsort(ret->items.items, ret->items.count, sizeof(struct labelled),
		      compare_labelled);
}

/*
 * True if control leaves both blocks in the same cases, and takes one edge in each case. If the
 * functions ARE_ALIKE block by block, a case may have several edges, such as those to where
 * setjmp() can return: they correspond to each other in their order.
 */
static bool has_same_labels(const struct labels *old, const struct labels *new, bool are_alike)
{
	if (old->items.count != new->items.count)
		return false;
	for (size_t i = 0; i < old->items.count; i++) {
		if (compare_labels(&old->items.items[i], &new->items.items[i]) != 0 ||
		    (!are_alike && i &&
		     compare_labels(&old->items.items[i - 1], &old->items.items[i]) == 0))
			return false;
	}
	return true;
}

/* Joins the targets of the cases that both blocks have, as far as they can be joined. */
static void follow_common_edges(struct match *match)
{
	const struct labels *old = &match->old_labels, *new = &match->new_labels;
	size_t o = 0, n = 0;

	while (o < old->items.count && n < new->items.count) {
		int order = compare_labels(&old->items.items[o], &new->items.items[n]);

		if (order == 0)
			join(match, old->items.items[o].target, new->items.items[n].target);
		o += order <= 0;
		n += order >= 0;
	}
}

static void follow_edges(struct match *match, struct node_pair pair)
{
	const struct remt_block *a = block_of(&match->old, pair.old);

	sort_edges(&match->old, a, &match->old_labels);
	sort_edges(&match->new, block_of(&match->new, pair.new), &match->new_labels);
	if (!has_same_labels(&match->old_labels, &match->new_labels, match->are_alike)) {
		/*
		 * Edges that both blocks have are marked, too: what now takes a new case took the
		 * default one.
		 */
		difference_mark_edges(match->difference, match->old.first_block + pair.old);
		if (match->difference->pairs.rule == PAIRS_ISOMORPHIC)
			follow_common_edges(match);
		return;
	}
	for (size_t i = 0; i < match->old_labels.items.count; i++) {
		const struct labelled *edge = &match->old_labels.items.items[i];

		if (!join(match, edge->target, match->new_labels.items.items[i].target))
			difference_mark_edge(match->difference, match->old.unit->first_edge +
									a->first_edge +
									edge->index);
	}
}

static bool are_blocks_alike(const struct match *match, uint32_t index)
{
	const struct remt_block *a = block_of(&match->old, index),
				*b = block_of(&match->new, index);

	if (!pairs_blocks_are_alike(&match->difference->pairs, a, b) || a->nr_edges != b->nr_edges)
		return false;
	for (uint32_t i = 0; i < a->nr_edges; i++) {
		const struct remt_edge *old = &match->old.table->edges[a->first_edge + i];
		const struct remt_edge *new = &match->new.table->edges[b->first_edge + i];

		if (old->target != new->target || old->flags != new->flags ||
		    old->label != new->label)
			return false;
	}
	return true;
}

/* True if both functions have the same graph with the same numbers of blocks. */
static bool are_alike(const struct match *match)
{
	if (match->old.function->nr_blocks != match->new.function->nr_blocks)
		return false;
	for (uint32_t i = 0; i < match->old.function->nr_blocks; i++) {
		if (!are_blocks_alike(match, i))
			return false;
	}
	return true;
}

static bool has_same_head(const struct match *match)
{
	const struct pairs *pairs = &match->difference->pairs;
	uint32_t symbol = match->old.unit->first_symbol + match->old.function->symbol;

	return !pairs->symbol_is_changed[symbol] &&
	       match->old.function->signature == match->new.function->signature;
}

void match_functions(struct difference *difference, uint32_t old_function, uint32_t new_function)
{
	struct match match = { .difference = difference };

	side_init(&match.old, difference->pairs.old, old_function);
	side_init(&match.new, difference->pairs.new, new_function);
	match.are_alike = are_alike(&match);
	if (has_same_head(&match) && join(&match, 0, 0)) {
		while (match.work.count)
			follow_edges(&match, match.work.items[--match.work.count]);
	} else {
		difference_mark_edges(difference, match.old.first_block);
	}
	free(match.old.partner);
	free(match.new.partner);
	vec_deinit(&match.work);
	vec_deinit(&match.bound);
	vec_deinit(&match.old_labels.items);
	vec_deinit(&match.new_labels.items);
}
