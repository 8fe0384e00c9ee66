/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/slice.h"

#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "paths/dependence.h"

struct slicer {
	struct dependence *dependence;
	const struct change_block *watched, *seen; /* borrowed from the change */
	size_t nr_watched, nr_seen;
	VEC(uint32_t) changed; /* nodes of changed blocks */
};

static uint32_t node_of(const struct slicer *slicer, const struct change_block *block)
{
	return dependence_of_block(slicer->dependence, block->uid, block->function, block->block);
}

struct slicer *slicer_create(const struct change *change, unsigned version)
{
	struct slicer *slicer = xcalloc(1, sizeof(*slicer));

	slicer->dependence = dependence_create(change, version);
	slicer->watched = change_blocks(change, version, &slicer->nr_watched);
	slicer->seen = change_seen(change, version, &slicer->nr_seen);
	for (size_t i = 0; i < slicer->nr_watched; i++) {
		uint32_t node = node_of(slicer, &slicer->watched[i]);

		if (node != DEPENDENCE_NONE)
			vec_push(&slicer->changed, node);
	}
	return slicer;
}

void slicer_destroy(struct slicer *slicer)
{
	if (!slicer)
		return;
	dependence_destroy(slicer->dependence);
	vec_deinit(&slicer->changed);
	free(slicer);
}

bool slice_is_changed(const struct path *path)
{
	bool ret = false;

	for (size_t i = 0; i < path->watched.count; i++)
		ret |= path->watched.items[i] != 0;
	return ret;
}

/* ---- which conditions are relevant */

/* A path whose conditions are chosen from. */
struct cut {
	const struct slicer *slicer;
	const struct path *path;
	bool *is_executed;   /* by node of a block */
	VEC(uint32_t) nodes; /* of conditions, each once */
	/* by condition: which of `nodes` are its own, as it may decide at several places; DEPENDENCE_NONE: what is not known */
	struct lists kinds;
	bool *depends; /* by pair of kinds: the first depends on the second */
};

/* Notes which blocks the run came to; those that it could not tell of count as executed. */
static void find_executed(struct cut *cut)
{
	const struct slicer *slicer = cut->slicer;
	const struct path *path = cut->path;

	for (size_t i = 0; i < slicer->nr_seen; i++) {
		uint32_t node = node_of(slicer, &slicer->seen[i]);

		if (node != DEPENDENCE_NONE)
			cut->is_executed[node] = i >= path->seen.count || path->seen.items[i];
	}
	for (size_t i = 0; i < slicer->nr_watched; i++) {
		uint32_t node = node_of(slicer, &slicer->watched[i]);

		if (node != DEPENDENCE_NONE)
			cut->is_executed[node] = i >= path->watched.count || path->watched.items[i];
	}
}

/* Returns which of the nodes is NODE; BY_NODE has them by number. */
static uint32_t kind_of(struct cut *cut, uint32_t *by_node, uint32_t node)
{
	if (node == DEPENDENCE_NONE)
		return DEPENDENCE_NONE;
	if (!by_node[node]) {
		vec_push(&cut->nodes, node);
		by_node[node] = (uint32_t)cut->nodes.count;
	}
	return by_node[node] - 1;
}

/* Adds the nodes of ROW to those of the condition INDEX. What was noted again may have decided anywhere in its block. */
static void add_kinds(struct cut *cut, struct lists_maker *maker, uint32_t *by_node, uint32_t index,
		      const struct remt_path_condition *row)
{
	const struct dependence *dependence = cut->slicer->dependence;
	struct remt_path_condition branch = *row;

	lists_add(maker, index, kind_of(cut, by_node, dependence_of_row(dependence, row)));
	branch.kind = REMT_PATH_BRANCH;
	if (row->kind == REMT_PATH_AGAIN)
		lists_add(maker, index,
			  kind_of(cut, by_node, dependence_of_row(dependence, &branch)));
}

static void find_kinds(struct cut *cut)
{
	const struct path *path = cut->path;
	_cleanup_free_ uint32_t *by_node = xcalloc(
		dependence_nr_nodes(cut->slicer->dependence) + UINT32_C(1), sizeof(*by_node));
	struct slots by_term = { 0 };
	struct lists_maker maker = { 0 };

	for (uint32_t i = 0; i < path->conditions.count; i++) {
		const struct remt_path_condition *row = &path->conditions.items[i];

		add_kinds(cut, &maker, by_node, i, row);
		if (slots_find(&by_term, row->term) == SLOTS_NONE)
			slots_add(&by_term, row->term, i);
	}
	for (size_t i = 0; i < path->again.count; i++) {
		uint32_t index = slots_find(&by_term, path->again.items[i].term);

		if (index != SLOTS_NONE)
			add_kinds(cut, &maker, by_node, index, &path->again.items[i]);
	}
	lists_make(&maker, (uint32_t)path->conditions.count, &cut->kinds);
	slots_deinit(&by_term);
}

static void cut_init(struct cut *cut, const struct slicer *slicer, const struct path *path)
{
	uint32_t nr_nodes = dependence_nr_nodes(slicer->dependence);

	*cut = (struct cut){ .slicer = slicer,
			     .path = path,
			     .is_executed = xcalloc(nr_nodes + UINT32_C(1), sizeof(bool)) };
	find_executed(cut);
	find_kinds(cut);
}

static void cut_deinit(struct cut *cut)
{
	free(cut->is_executed);
	lists_deinit(&cut->kinds);
	free(cut->depends);
	vec_deinit(&cut->nodes);
}

/* Returns by node whether CRITERIA depend on it; the caller frees. */
static bool *find_relevant(const struct cut *cut, unsigned criteria)
{
	const struct slicer *slicer = cut->slicer;
	size_t number;
	const uint32_t *outputs = dependence_outputs(slicer->dependence, &number);
	bool *ret = xcalloc(dependence_nr_nodes(slicer->dependence) + UINT32_C(1), sizeof(*ret));

	if (criteria & SLICE_REACH)
		dependence_close(slicer->dependence, cut->is_executed, slicer->changed.items,
				 slicer->changed.count, ret);
	if (criteria & SLICE_OUTPUT)
		dependence_close(slicer->dependence, cut->is_executed, outputs, number, ret);
	return ret;
}

/* A condition that the graph does not know counts as relevant. */
static bool is_relevant(const struct cut *cut, const bool *relevant, uint32_t index)
{
	LISTS_EACH(&cut->kinds, index, kind)
	{
		if (kind == DEPENDENCE_NONE || relevant[cut->nodes.items[kind]])
			return true;
	}
	return false;
}

/* ---- the order */

#define MAX_ORDERED                                                                                \
	4096 /* conditions; more of them keep the order of the run, as it would take too long */

static void find_dependences(struct cut *cut)
{
	size_t number = cut->nodes.count;
	uint32_t nr_nodes = dependence_nr_nodes(cut->slicer->dependence);
	_cleanup_free_ bool *is_met = xcalloc(nr_nodes + UINT32_C(1), sizeof(*is_met));

	cut->depends = xcalloc(number * number + 1, sizeof(*cut->depends));
	for (size_t k = 0; k < number; k++) {
		memset(is_met, 0, nr_nodes * sizeof(*is_met));
		dependence_close(cut->slicer->dependence, cut->is_executed, &cut->nodes.items[k], 1,
				 is_met);
		for (size_t i = 0; i < number; i++)
			cut->depends[k * number + i] = is_met[cut->nodes.items[i]];
	}
}

static bool kind_depends_on(const struct cut *cut, uint32_t kind, uint32_t b)
{
	LISTS_EACH(&cut->kinds, b, other)
	{
		if (kind == DEPENDENCE_NONE || other == DEPENDENCE_NONE ||
		    cut->depends[kind * cut->nodes.count + other])
			return true;
	}
	return false;
}

/* True if the condition A, which stands behind B, depends on it. */
static bool depends_on(const struct cut *cut, uint32_t a, uint32_t b)
{
	LISTS_EACH(&cut->kinds, a, kind)
	{
		if (kind_depends_on(cut, kind, b))
			return true;
	}
	return false;
}

/*
 * Puts those that the last of ITEMS depends on before it, and all others behind it, and does so with both parts. So whatever
 * stands before a condition that is negated is still a part of what the new path is explored by.
 */
static void reorder(const struct cut *cut, uint32_t *items, size_t number, uint32_t *scratch)
{
	while (number > 1) {
		uint32_t last = items[number - 1];
		size_t nr_before = 0, nr_others = 0;

		for (size_t i = 0; i + 1 < number; i++) {
			if (depends_on(cut, last, items[i]))
				items[nr_before++] = items[i];
			else
				scratch[nr_others++] = items[i];
		}
		items[nr_before] = last;
		memcpy(items + nr_before + 1, scratch, nr_others * sizeof(*items));
		/* The longer part comes last, so that calls are not nested deeply. */
		if (nr_before < nr_others) {
			reorder(cut, items, nr_before, scratch);
			items += nr_before + 1;
			number = nr_others;
		} else {
			reorder(cut, items + nr_before + 1, nr_others, scratch);
			number = nr_before;
		}
	}
}

static uint32_t *take(const struct cut *cut, unsigned criteria, size_t *number)
{
	const uint32_t count = (uint32_t)cut->path->conditions.count;
	uint32_t *ret = xcalloc(count + 1, sizeof(*ret));
	_cleanup_free_ bool *relevant = find_relevant(cut, criteria);

	*number = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (is_relevant(cut, relevant, i))
			ret[(*number)++] = i;
	}
	return ret;
}

uint32_t *slice_take(const struct slicer *slicer, const struct path *path, unsigned criteria,
		     size_t *number)
{
	struct cut cut;
	uint32_t *ret;

	cut_init(&cut, slicer, path);
	ret = take(&cut, criteria, number);
	if (*number <= MAX_ORDERED) {
		_cleanup_free_ uint32_t *scratch = xcalloc(*number + 1, sizeof(*scratch));

		find_dependences(&cut);
		reorder(&cut, ret, *number, scratch);
	}
	cut_deinit(&cut);
	return ret;
}

uint64_t slice_change_condition(const struct slicer *slicer, const struct path *path)
{
	unsigned criteria = SLICE_REACH | (slice_is_changed(path) ? SLICE_OUTPUT : 0u);
	_cleanup_free_ uint32_t *items = NULL;
	uint64_t ret = criteria;
	struct cut cut;
	size_t number;

	cut_init(&cut, slicer, path);
	items = take(&cut, criteria, &number);
	for (size_t i = 0; i < number; i++) {
		uint32_t term = path->conditions.items[items[i]].term;

		ret += hash_bytes(&term, sizeof(term));
	}
	cut_deinit(&cut);
	return ret;
}
