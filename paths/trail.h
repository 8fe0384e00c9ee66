/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The branches that runs took, with common beginnings kept once. */
#ifndef PATHS_TRAIL_H
#define PATHS_TRAIL_H

#include "common/slots.h"
#include "common/vec.h"
#include "paths/recording.h"

/* A row of REMT_PATH_BRANCH. */
struct trail_step {
	uint64_t uid;
	uint32_t function, block, way;
	uint32_t before; /* the step before it; 0: none */
};

/* Steps are known by their numbers, from 1 on. A struct of zero bytes has none. */
struct trails {
	VEC(struct trail_step) steps;
	struct slots by_hash;
};

/* Adds the branches of PATH; returns the last one, or 0 if there is none. */
uint32_t trails_add(struct trails *trails, const struct path *path);

/* Returns the steps up to LAST, in the order of the run, *NUMBER of them; the caller frees. */
struct trail_step *trails_get(const struct trails *trails, uint32_t last,
			      size_t *number) RETURNS_NONNULL MUST_CHECK;

void trails_deinit(struct trails *trails);

#endif
