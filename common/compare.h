/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An order for qsort() and bsearch(), and a search in what it has sorted. */
#ifndef COMMON_COMPARE_H
#define COMMON_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static inline int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static inline int compare_u32(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* True if ITEM is among the COUNT sorted ITEMS. */
static inline bool sorted_has_u64(const uint64_t *items, size_t count, uint64_t item)
{
	return count && bsearch(&item, items, count, sizeof(*items), compare_u64);
}

#endif
