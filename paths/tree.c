/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/tree.h"

#include "common/hash.h"

/* What is known of an edge. */
enum edge_state { EDGE_UNKNOWN, EDGE_AWAITED, EDGE_EXCLUDED, EDGE_GONE };

/* What an edge is known by. */
struct edge {
	uint64_t before, uid;
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
	struct edge edge = { position->hash,  condition->uid,  condition->function,
			     condition->insn, condition->kind, way };

	return hash_bytes(&edge, sizeof(edge));
}

static uint64_t hash_other(const struct tree_position *position,
			   const struct remt_path_condition *condition)
{
	return hash_edge(position, condition, condition->way ^ 1);
}

/* What came before decides which condition comes next; else something was left out of the path. */
static void note_term(struct tree *tree, uint64_t hash, uint32_t term)
{
	uint32_t known = slots_find(&tree->terms, hash);

	if (known == SLOTS_NONE)
		slots_add(&tree->terms, hash, term);
	else
		tree->nr_changed += known != term;
}

bool tree_go(struct tree *tree, struct tree_position *position,
	     const struct remt_path_condition *condition)
{
	uint64_t hash = hash_edge(position, condition, way_of(condition));
	uint32_t state = slots_find(&tree->edges, hash);

	position->hash = hash;
	note_term(tree, hash, condition->term);
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
		    const struct remt_path_condition *condition)
{
	uint64_t hash = hash_other(position, condition);

	if (slots_find(&tree->edges, hash) != SLOTS_NONE)
		return false;
	slots_add(&tree->edges, hash, EDGE_UNKNOWN);
	return true;
}

void tree_await_other(struct tree *tree, const struct tree_position *position,
		      const struct remt_path_condition *condition)
{
	slots_set(&tree->edges, hash_other(position, condition), EDGE_AWAITED);
	tree->nr_awaited++;
}

void tree_exclude_other(struct tree *tree, const struct tree_position *position,
			const struct remt_path_condition *condition)
{
	slots_set(&tree->edges, hash_other(position, condition), EDGE_EXCLUDED);
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
	slots_deinit(&tree->terms);
	pins_deinit(&tree->pins);
}
