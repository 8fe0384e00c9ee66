/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders for qsort() and bsearch(). */
#ifndef COMMON_COMPARE_H
#define COMMON_COMPARE_H

#include <stdint.h>

static inline int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

#endif
