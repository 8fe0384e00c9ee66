/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EXPLORE_SHADOW_TABLE_H
#define EXPLORE_SHADOW_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Returns the term of the SIZE bytes, up to 8, that lie at the address whose term is ADDRESS, if that
 * depends on one input byte alone: the elements for all its values become a chain of choices. 0: it
 * depends on more, or the elements are of too many kinds. *CONDITION is that under which there is memory at
 * the address, 0 for always.
 */
uint32_t shadow_table(uint32_t address, size_t size, uint32_t *condition);

/* The same for what FUNCTION returns for the number whose term is ARGUMENT, of 32 bits. */
uint32_t shadow_table_of(uint32_t argument, int (*function)(int));

/* True if SIZE bytes, up to 8, can be read at ADDRESS. */
bool shadow_is_there(const void *address, size_t size);

#endif
