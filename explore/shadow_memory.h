/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which bytes of the process's memory were computed from inputs: for each such byte its term of 8
 * bits, and the value that was written with it. A byte whose real value is another one was written
 * by somebody else since, and has no term any more.
 */
#ifndef EXPLORE_SHADOW_MEMORY_H
#define EXPLORE_SHADOW_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHADOW_PAGE_BITS 10
#define SHADOW_NR_MARKS	 (1u << 16)

/* By the lowest bits of a page's number: how many pages with a byte that has a term there are. */
extern uint32_t shadow_marks[SHADOW_NR_MARKS];

/* False: none of SIZE bytes, up to a page's, from ADDRESS on has a term. */
static inline bool shadow_may_have(uintptr_t address, size_t size)
{
	uintptr_t first = address >> SHADOW_PAGE_BITS;
	uintptr_t last = (address + size - 1) >> SHADOW_PAGE_BITS;

	return shadow_marks[first % SHADOW_NR_MARKS] | shadow_marks[last % SHADOW_NR_MARKS];
}

/* True if one of SIZE bytes has a term, or had one when it was written. */
bool shadow_has(const void *address, size_t size);

/* Returns the term of SIZE bytes, up to 8, from ADDRESS on, as they are now; 0: none is an input's. */
uint32_t shadow_load(const void *address, size_t size);

/* Notes that the lowest SIZE bytes of VALUE, whose term is TERM or 0, are about to be written. */
void shadow_store(const void *address, size_t size, uint32_t term, uint64_t value);

/* Notes that SIZE bytes are about to be copied; the two may overlap. */
void shadow_copy(const void *to, const void *from, size_t size);

/* Forgets SIZE bytes. */
void shadow_clear(const void *address, size_t size);

#endif
