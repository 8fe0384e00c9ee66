/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/pins.h"

static struct pin *find(struct pins *pins, uint64_t place)
{
	uint32_t index = slots_find(&pins->by_place, place);

	if (index == SLOTS_NONE) {
		index = (uint32_t)pins->items.count;
		slots_add(&pins->by_place, place, index);
		vec_push(&pins->items, (struct pin){ 0 });
	}
	return &pins->items.items[index];
}

struct pin *pins_note(struct pins *pins, uint64_t place, uint32_t condition)
{
	struct pin *pin = find(pins, place);

	for (size_t i = 0; i < pin->terms.count; i++) {
		if (pin->terms.items[i] == condition)
			return NULL;
	}
	vec_push(&pin->terms, condition);
	pins->nr_awaited -= pin->is_awaited;
	pin->is_awaited = false;
	return pin;
}

struct pin *pins_at(struct pins *pins, uint64_t place)
{
	return &pins->items.items[slots_find(&pins->by_place, place)];
}

void pins_await(struct pins *pins, struct pin *pin)
{
	pins->nr_awaited += !pin->is_awaited;
	pin->is_awaited = true;
}

void pins_deinit(struct pins *pins)
{
	for (size_t i = 0; i < pins->items.count; i++)
		vec_deinit(&pins->items.items[i].terms);
	vec_deinit(&pins->items);
	slots_deinit(&pins->by_place);
}
