/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/group.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* An input of a condition. */
struct link {
	uint32_t input, condition; /* condition: index */
};

struct collector {
	const struct terms *terms;
	uint32_t condition;
	VEC(struct link) links;
};

static void add_link(void *data, uint32_t term)
{
	struct collector *collector = data;
	const struct term *row = term_get(collector->terms, term);
	struct link link = { (uint32_t)row->number, collector->condition };

	if (row->operation == TERM_INPUT)
		vec_push(&collector->links, link);
}

static int compare_links(const void *a, const void *b)
{
	const struct link *x = a;
	const struct link *y = b;

	if (x->input != y->input)
		return x->input < y->input ? -1 : 1;
	return x->condition < y->condition ? -1 : x->condition > y->condition;
}

/* Returns the first condition of the group that CONDITION is in. */
static uint32_t find_root(uint32_t *parents, uint32_t condition)
{
	while (parents[condition] != condition) {
		parents[condition] = parents[parents[condition]];
		condition = parents[condition];
	}
	return condition;
}

/* Joins conditions that share an input; links are sorted by input. */
static void join(uint32_t *parents, const struct collector *collector)
{
	for (size_t i = 1; i < collector->links.count; i++) {
		const struct link *before = &collector->links.items[i - 1];
		const struct link *now = &collector->links.items[i];

		if (before->input == now->input) {
			uint32_t a = find_root(parents, before->condition);
			uint32_t b = find_root(parents, now->condition);

			parents[a < b ? b : a] = a < b ? a : b;
		}
	}
}

/* Adds conditions and inputs to the groups of their roots. NUMBERS: by condition, its group. */
static void fill(struct groups *ret, const uint32_t *conditions, size_t number,
		 const uint32_t *numbers, const struct collector *collector)
{
	for (size_t i = 0; i < number; i++) {
		struct group *group = &ret->items[numbers[i]];
		size_t count = group->conditions.count;

		if (!count || group->conditions.items[count - 1] != conditions[i])
			vec_push(&group->conditions, conditions[i]);
	}
	for (size_t i = 0; i < collector->links.count; i++) {
		const struct link *link = &collector->links.items[i];
		struct group *group = &ret->items[numbers[link->condition]];
		size_t count = group->inputs.count;

		if (!count || group->inputs.items[count - 1] != link->input)
			vec_push(&group->inputs, link->input);
	}
}

void groups_make(struct evaluator *evaluator, const uint32_t *conditions, size_t number,
		 bool is_whole, struct groups *ret)
{
	_cleanup_free_ uint32_t *parents = xcalloc(number + 1, sizeof(*parents));
	_cleanup_free_ uint32_t *numbers = xcalloc(number + 1, sizeof(*numbers));
	struct collector collector = { .terms = evaluator->terms };

	for (uint32_t i = 0; i < number; i++) {
		parents[i] = is_whole ? 0 : i;
		collector.condition = i;
		evaluator_walk(evaluator, conditions[i], add_link, &collector);
	}
	if (collector.links.count)
		qsort(collector.links.items, collector.links.count, sizeof(*collector.links.items),
		      compare_links);
	join(parents, &collector);
	*ret = (struct groups){ .items = xcalloc(number + 1, sizeof(*ret->items)) };
	for (uint32_t i = 0; i < number; i++) {
		uint32_t root = find_root(parents, i);

		numbers[i] = root == i ? (uint32_t)ret->number++ : numbers[root];
	}
	fill(ret, conditions, number, numbers, &collector);
	vec_deinit(&collector.links);
}

void groups_deinit(struct groups *groups)
{
	for (size_t i = 0; i < groups->number; i++) {
		vec_deinit(&groups->items[i].conditions);
		vec_deinit(&groups->items[i].inputs);
	}
	free(groups->items);
	*groups = (struct groups){ 0 };
}
