/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places in a tree where a value was taken to be that of the run, such as an address: the values that
 * runs had there. Inputs for another one are asked for until there are none, so that nothing is left out.
 */
#ifndef PATHS_PINS_H
#define PATHS_PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/slots.h"
#include "common/vec.h"

struct pin {
	VEC(uint32_t) terms; /* conditions that it has a value, one for each */
	size_t nr_asked;     /* how many of them another value was asked for beside last */
	bool is_awaited; /* some inputs lead to another value, as the solver said, and no run did */
};

struct pins {
	VEC(struct pin) items;
	struct slots by_place;
	uint64_t nr_awaited;
};

/*
 * Notes that CONDITION, a term, held at PLACE (tree_place()). Returns the pin if its value is new there,
 * else NULL; it stays until this is called again.
 */
struct pin *pins_note(struct pins *pins, uint64_t place, uint32_t condition);

/* Returns the pin at PLACE, where a value was noted; it stays until pins_note(). */
struct pin *pins_at(struct pins *pins, uint64_t place) RETURNS_NONNULL;

/* Notes that inputs lead to another value. */
void pins_await(struct pins *pins, struct pin *pin);

void pins_deinit(struct pins *pins);

#endif
