/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with open addressing, at most half full, whose strings are allocated separately. */
#include "report/pool.h"

#include <stdint.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"

struct report_pool {
	char **slots;
	size_t nr_slots; /* number of slots, a power of two */
	size_t nr_used;
};

struct report_pool *report_pool_create(void)
{
	struct report_pool *pool = xcalloc(1, sizeof(*pool));

	pool->nr_slots = 1024;
	pool->slots = xcalloc(pool->nr_slots, sizeof(*pool->slots));
	return pool;
}

void report_pool_destroy(struct report_pool *pool)
{
	if (!pool)
		return;
	for (size_t i = 0; i < pool->nr_slots; i++)
		free(pool->slots[i]);
	free(pool->slots);
	free(pool);
}

/* Returns the slot that holds TEXT or would take it. */
static char **pool_slot(char **slots, size_t nr_slots, const char *text)
{
	size_t i = hash_string(text) & (nr_slots - 1);

	while (slots[i] && strcmp(slots[i], text) != 0)
		i = (i + 1) & (nr_slots - 1);
	return &slots[i];
}

static void pool_grow(struct report_pool *pool)
{
	size_t nr_slots = pool->nr_slots * 2;
	char **slots = xcalloc(nr_slots, sizeof(*slots));

	for (size_t i = 0; i < pool->nr_slots; i++) {
		if (pool->slots[i])
			*pool_slot(slots, nr_slots, pool->slots[i]) = pool->slots[i];
	}
	free(pool->slots);
	pool->slots = slots;
	pool->nr_slots = nr_slots;
}

const char *report_pool_add(struct report_pool *pool, const char *text)
{
	char **slot;

	if (!text || !text[0])
		return "";
	slot = pool_slot(pool->slots, pool->nr_slots, text);
	if (*slot)
		return *slot;
	if (pool->nr_used * 2 >= pool->nr_slots) {
		pool_grow(pool);
		slot = pool_slot(pool->slots, pool->nr_slots, text);
	}
	*slot = xstrdup(text);
	pool->nr_used++;
	return *slot;
}
