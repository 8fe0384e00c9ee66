/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of numbers for each of many keys, all in one array:
 *
 *	struct lists_maker maker = { 0 };
 *	lists_add(&maker, key, item);
 *	lists_make(&maker, nr_keys, &lists);
 *	LISTS_EACH(&lists, key, item)
 *		use(item);
 *	lists_deinit(&lists);
 */
#ifndef GRAPH_LISTS_H
#define GRAPH_LISTS_H

#include <stdint.h>

#include "common/vec.h"

struct lists {
	uint32_t *first, *items; /* those of KEY: items[first[KEY]] … items[first[KEY + 1] - 1] */
};

struct lists_pair {
	uint32_t key, item;
};

struct lists_maker {
	VEC(struct lists_pair) pairs;
};

void lists_add(struct lists_maker *maker, uint32_t key, uint32_t item);
/* Keys are below NR_KEYS; items keep their order; empties MAKER. */
void lists_make(struct lists_maker *maker, uint32_t nr_keys, struct lists *ret);
void lists_deinit(struct lists *lists);

/* A loop: ITEM is declared by it. KEY is evaluated once. */
#define LISTS_EACH(lists, key, item)                                                               \
	for (uint32_t key_ = (key), at_ = (lists)->first[key_], item;                              \
	     at_ < (lists)->first[key_ + 1] && ((item) = (lists)->items[at_], 1); at_++)

#endif
