/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions that hold before a place in a path, with common beginnings kept once. */
#ifndef PATHS_PREFIX_H
#define PATHS_PREFIX_H

#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/vec.h"

struct prefix {
	uint32_t before; /* the prefix without its last condition */
	uint32_t term;	 /* the last condition */
};

/* Prefixes are known by their numbers, from 1 on; 0 has no condition. Zero bytes are none of them. */
struct prefixes {
	VEC(struct prefix) items;
};

/* Returns a new prefix: BEFORE, and TERM behind it. */
uint32_t prefixes_add(struct prefixes *prefixes, uint32_t before, uint32_t term);

/* Returns the last condition of PREFIX, which is not 0, and what is before it. */
struct prefix prefixes_last(const struct prefixes *prefixes, uint32_t prefix);

/*
 * Returns the conditions of PREFIX in their order, *NUMBER of them, behind room for SPARE others and with room
 * for another one at the end; the caller frees.
 */
uint32_t *prefixes_get(const struct prefixes *prefixes, uint32_t prefix, size_t spare,
		       size_t *number) RETURNS_NONNULL MUST_CHECK;

void prefixes_deinit(struct prefixes *prefixes);

#endif
