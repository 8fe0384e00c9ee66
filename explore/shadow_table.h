/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EXPLORE_SHADOW_TABLE_H
#define EXPLORE_SHADOW_TABLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the term of the SIZE bytes, up to 8, that lie at the address whose term is ADDRESS, if that
 * depends on one input byte alone: the elements for all its values become a chain of choices. 0: it
 * depends on more, or the elements can't be read, are made of inputs, or are of too many kinds.
 */
uint32_t shadow_table(uint32_t address, size_t size);

#endif
