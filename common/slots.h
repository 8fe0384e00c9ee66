/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A hash table from numbers to indices of an array that the caller keeps. A struct of zero bytes is
 * a valid empty table.
 */
#ifndef COMMON_SLOTS_H
#define COMMON_SLOTS_H

#include <stdint.h>

#define SLOTS_NONE UINT32_MAX

struct slots {
	struct slot {
		uint64_t key;
		uint32_t index; /* SLOTS_NONE: the slot is free */
	} * items;
	uint32_t nr_items; /* a power of two, or 0 */
	uint32_t nr_used;
};

/* Returns the index of KEY, or SLOTS_NONE. */
uint32_t slots_find(const struct slots *slots, uint64_t key);
/* Adds KEY, which must not be there yet. */
void slots_add(struct slots *slots, uint64_t key, uint32_t index);
/* Changes the index of KEY, which must be there. */
void slots_set(struct slots *slots, uint64_t key, uint32_t index);
/* Frees the table and leaves it empty. */
void slots_deinit(struct slots *slots);

#endif
