/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/lists.h"

#include "common/xalloc.h"

void lists_add(struct lists_maker *maker, uint32_t key, uint32_t item)
{
	struct lists_pair pair = { key, item };

	vec_push(&maker->pairs, pair);
}

/* Counting sort by key. */
void lists_make(struct lists_maker *maker, uint32_t nr_keys, struct lists *ret)
{
	uint32_t *next = xcalloc(nr_keys + 1, sizeof(*next));

	ret->first = xcalloc(nr_keys + 1, sizeof(*ret->first));
	ret->items = xcalloc(maker->pairs.count + 1, sizeof(*ret->items));
	for (size_t i = 0; i < maker->pairs.count; i++)
		ret->first[maker->pairs.items[i].key + 1]++;
	for (uint32_t key = 0; key < nr_keys; key++) {
		next[key] = ret->first[key];
		ret->first[key + 1] += ret->first[key];
	}
	for (size_t i = 0; i < maker->pairs.count; i++)
		ret->items[next[maker->pairs.items[i].key]++] = maker->pairs.items[i].item;
	free(next);
	vec_deinit(&maker->pairs);
}

void lists_deinit(struct lists *lists)
{
	free(lists->first);
	free(lists->items);
}
