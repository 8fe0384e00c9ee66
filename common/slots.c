/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/slots.h"

#include "common/xalloc.h"

enum { FIRST_SIZE = 256 };

/*
 * Returns the slot of KEY, or the free one for it. Keys may be addresses, whose lowest bits say
 * little.
 */
static struct slot *find(const struct slots *slots, uint64_t key)
{
	uint32_t mask = slots->nr_items - 1;
	uint32_t i = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;

	while (slots->items[i].index != SLOTS_NONE && slots->items[i].key != key)
		i = (i + 1) & mask;
	return &slots->items[i];
}

static void grow(struct slots *slots)
{
	struct slots grown = {
		.nr_items = slots->nr_items ? slots->nr_items * 2 : FIRST_SIZE,
		.nr_used = slots->nr_used,
	};

	grown.items = xcalloc(grown.nr_items, sizeof(*grown.items));
	for (uint32_t i = 0; i < grown.nr_items; i++)
		grown.items[i].index = SLOTS_NONE;
	for (uint32_t i = 0; i < slots->nr_items; i++)
		if (slots->items[i].index != SLOTS_NONE)
			*find(&grown, slots->items[i].key) = slots->items[i];
	free(slots->items);
	*slots = grown;
}

uint32_t slots_find(const struct slots *slots, uint64_t key)
{
	return slots->nr_items ? find(slots, key)->index : SLOTS_NONE;
}

void slots_add(struct slots *slots, uint64_t key, uint32_t index)
{
	if ((uint64_t)slots->nr_used * 2 >= slots->nr_items)
		grow(slots);
	*find(slots, key) = (struct slot){ key, index };
	slots->nr_used++;
}

void slots_set(struct slots *slots, uint64_t key, uint32_t index)
{
	find(slots, key)->index = index;
}

void slots_deinit(struct slots *slots)
{
	free(slots->items);
	*slots = (struct slots){ 0 };
}
