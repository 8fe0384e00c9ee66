/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table from numbers to indices of an array that the caller keeps; zero bytes are an empty
 * one. */
#ifndef COMMON_SLOTS_H
#define COMMON_SLOTS_H

#include <stdint.h>

#define SLOTS_NONE UINT32_MAX

struct slots {
	struct slot {
		uint64_t key;
		uint32_t index; /* SLOTS_NONE: free */
	} * items;
	uint32_t nr_items; /* power of two, or 0 */
	uint32_t nr_used;
};

/* SLOTS_NONE: KEY is not there. */
uint32_t slots_find(const struct slots *slots, uint64_t key);
/* KEY is not there yet. */
void slots_add(struct slots *slots, uint64_t key, uint32_t index);
/* KEY is there. */
void slots_set(struct slots *slots, uint64_t key, uint32_t index);
/* Leaves an empty table. */
void slots_deinit(struct slots *slots);

#endif
