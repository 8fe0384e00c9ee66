/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory that is freed as a whole. A struct of zero bytes is a valid empty arena. glibc's obstacks
 * do the same for sizes up to INT_MAX; the sizes here come from files.
 */
#ifndef COMMON_ARENA_H
#define COMMON_ARENA_H

#include <stddef.h>

#include "common/attr.h"
#include "common/cleanup.h"

struct arena {
	struct arena_block *blocks; /* the newest first */
	size_t left;		    /* bytes of the newest that are free */
};

/*
 * Returns COUNT times SIZE bytes of zeros, aligned for every type; never NULL. A product that
 * overflows counts as no memory.
 */
void *arena_alloc(struct arena *arena, size_t count, size_t size) RETURNS_NONNULL MUST_CHECK;

/* Returns a copy of LENGTH bytes with a NUL behind it. */
char *arena_copy(struct arena *arena, const void *bytes, size_t length) RETURNS_NONNULL MUST_CHECK;

void arena_deinit(struct arena *arena);
#define _cleanup_arena_ _cleanup_(arena_deinit)

#endif
