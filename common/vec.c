/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/vec.h"

#include <string.h>

#include "common/xalloc.h"

void *vec_grow_(void *items, size_t *count, size_t *capacity, size_t size)
{
	if (*count == *capacity) {
		size_t more = *capacity ? *capacity * 2 : 8;

		items = xreallocarray(items, more, size);
		*capacity = more;
	}
	memset((char *)items + (*count)++ * size, 0, size);
	return items;
}
