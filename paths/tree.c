/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/tree.h"

#include "common/hash.h"

/* What is known of an edge. */
enum edge_state { EDGE_UNKNOWN, EDGE_AWAITED, EDGE_EXCLUDED, EDGE_GONE };

/* What an edge is known by. */
struct edge {
	uint64_t before, uid, index;
	uint32_t function, insn, kind, way;
};

/* The way of a value that was taken is that value. */
static uint32_t way_of(const struct remt_path_condition *condition)
{
	return condition->kind == REMT_PATH_PINNED ? condition->term : condition->way;
}

static uint64_t hash_edge(const struct tree_position *position,
			  const struct remt_path_condition *condition, uint32_t way)
{
	struct edge edge = { position->hash,
			     condition->uid,
			     condition->index,
			     condition->function,
			     condition->insn,
			     condition->kind,
			     way };

	return hash_bytes(&edge, sizeof(edge));
}

/*
 * Returns the prefix that ends with the edge. What came before decides which condition comes next; else
 * something was left out of the path. The prefix is that of the run at hand in any case.
 */
static uint32_t note_term(struct tree *tree, uint64_t hash, uint32_t before, uint32_t term)
{
	uint32_t known = slots_find(&tree->ends, hash), ret;

	if (known == SLOTS_NONE) {
		ret = prefixes_add(tree->prefixes, before, term);
		slots_add(&tree->ends, hash, ret);
		return ret;
	}
	struct prefix last = prefixes_last(tree->prefixes, known);

	tree->nr_changed += last.term != term;
	if (last.term == term && last.before == before)
		return known;
	ret = prefixes_add(tree->prefixes, before, term);
	slots_set(&tree->ends, hash, ret);
	return ret;
}

bool tree_go(struct tree *tree, struct tree_position *position,
	     const struct remt_path_condition *condition)
{
	uint64_t hash = hash_edge(position, condition, way_of(condition));
	uint32_t state = slots_find(&tree->edges, hash);

	position->hash = hash;
	position->prefix = note_term(tree, hash, position->prefix, condition->term);
	if (state == EDGE_GONE)
		return false;
	if (state == SLOTS_NONE)
		slots_add(&tree->edges, hash, EDGE_GONE);
	else
		slots_set(&tree->edges, hash, EDGE_GONE);
	tree->nr_awaited -= state == EDGE_AWAITED;
	tree->nr_impossible += state == EDGE_EXCLUDED;
	return true;
}

bool tree_add_other(struct tree *tree, const struct tree_position *position,
		    const struct remt_path_condition *condition, uint64_t *edge)
{
	*edge = hash_edge(position, condition, condition->way ^ 1);
	if (slots_find(&tree->edges, *edge) != SLOTS_NONE)
		return false;
	slots_add(&tree->edges, *edge, EDGE_UNKNOWN);
	return true;
}

bool tree_is_open(const struct tree *tree, uint64_t edge)
{
	return slots_find(&tree->edges, edge) == EDGE_UNKNOWN;
}

void tree_await(struct tree *tree, uint64_t edge)
{
	slots_set(&tree->edges, edge, EDGE_AWAITED);
	tree->nr_awaited++;
}

void tree_exclude(struct tree *tree, uint64_t edge)
{
	slots_set(&tree->edges, edge, EDGE_EXCLUDED);
}

bool tree_is_sound(const struct tree *tree)
{
	return !tree->nr_awaited && !tree->nr_impossible && !tree->nr_changed &&
	       !tree->pins.nr_awaited;
}

uint64_t tree_place(const struct tree_position *position,
		    const struct remt_path_condition *condition)
{
	return hash_edge(position, condition, UINT32_MAX);
}

void tree_deinit(struct tree *tree)
{
	slots_deinit(&tree->edges);
	slots_deinit(&tree->ends);
	pins_deinit(&tree->pins);
}
