/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frontier of an exploration: negation sets that are to be run next, for ways that no run of
 * their test went.
 */
#ifndef ISO_FRONTIER_H
#define ISO_FRONTIER_H

#include "common/slots.h"
#include "iso/explore_state.h"

/* Variants that are explored together: all of one depth. */
struct frontier_level {
	VEC(struct explore_variant) variants;
};

struct frontier {
	const struct explore *explore;
	struct slots known; /* hashes of sets and tests that were made */
	uint8_t *suite[2];  /* by pair: ways that some test goes, in the old and the new version */
	uint8_t **went[2];  /* by test and pair: ways that it or a variant went, or is to go */
	struct frontier_level next;
};

/*
 * Begins with the sets of one negation of each test.  EXPLORE, with its tests, outlives FRONTIER,
 * which is to be given to frontier_deinit().
 */
void frontier_init(struct frontier *frontier, const struct explore *explore);
void frontier_deinit(struct frontier *frontier);

/* Adds to the next level what leads from VARIANT, which went these ways (by branch of the version),
 * to others. */
void frontier_extend(struct frontier *frontier, const struct explore_variant *variant,
		     const uint8_t *ways_old, const uint8_t *ways_new);
/* The next level, owned by the caller, who gives it to frontier_free_level(); it may be empty.
 * Another one begins. */
struct frontier_level frontier_advance(struct frontier *frontier) MUST_CHECK;
void frontier_free_level(struct frontier_level *level);

#endif
