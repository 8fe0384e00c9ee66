/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which bytes of the process's memory were computed from inputs: for each such byte its term of 8
 * bits, and the value that was written with it. A byte whose real value is another one was written
 * by somebody else since, and has no term any more.
 */
#ifndef EXPLORE_SHADOW_MEMORY_H
#define EXPLORE_SHADOW_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Returns the term of SIZE bytes, up to 8, from ADDRESS on, as they are now; 0: none is an input's. */
uint32_t shadow_load(const void *address, size_t size);

/* Notes that the lowest SIZE bytes of VALUE, whose term is TERM or 0, are about to be written. */
void shadow_store(const void *address, size_t size, uint32_t term, uint64_t value);

/* Notes that SIZE bytes are about to be copied; the two may overlap. */
void shadow_copy(const void *to, const void *from, size_t size);

/* Forgets SIZE bytes. */
void shadow_clear(const void *address, size_t size);

#endif
