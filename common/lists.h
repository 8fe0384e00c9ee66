/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of numbers, one for each of many keys, all in one array:
 *
 *	struct lists_maker maker = { 0 };
 *	lists_add(&maker, key, item);
 *	lists_make(&maker, nr_keys, &lists);
 *	LISTS_EACH(&lists, key, item)
 *		use(item);
 *	lists_deinit(&lists);
 */
#ifndef COMMON_LISTS_H
#define COMMON_LISTS_H

#include <stdint.h>

#include "common/vec.h"

struct lists {
	/* the items of KEY are items[first[KEY]] … items[first[KEY + 1] - 1] */
	uint32_t *first, *items;
};

struct lists_pair {
	uint32_t key, item;
};

struct lists_maker {
	VEC(struct lists_pair) pairs;
};

void lists_add(struct lists_maker *maker, uint32_t key, uint32_t item);
/*
 * Builds the lists of all added pairs and empties MAKER. Keys must be below NR_KEYS. The items of a
 * key keep the order in which they were added.
 */
void lists_make(struct lists_maker *maker, uint32_t nr_keys, struct lists *ret);
void lists_deinit(struct lists *lists);

/* Loops over the items of KEY. The macro declares ITEM and evaluates KEY once. */
#define LISTS_EACH(lists, key, item)                                                               \
	for (uint32_t key_ = (key), at_ = (lists)->first[key_], item;                              \
	     at_ < (lists)->first[key_ + 1] && ((item) = (lists)->items[at_], 1); at_++)

#endif
