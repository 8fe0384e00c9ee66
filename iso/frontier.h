/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frontier of an exploration: the negation sets that are to be run next. Each of them is made
 * for a way that no run of its test went so far.
 *
 *	frontier_init()		makes the first level
 *	frontier_advance()	takes a level
 *	frontier_extend()	once per variant of the level: adds to the next level
 *	frontier_free_level()	and so on until a level is empty
 *	frontier_deinit()
 */
#ifndef ISO_FRONTIER_H
#define ISO_FRONTIER_H

#include "common/slots.h"
#include "iso/explore_state.h"

/* A level: variants that have the same number of negations. */
struct frontier_level {
	VEC(struct explore_variant) variants;
};

struct frontier {
	const struct explore *explore;
	struct slots known; /* hashes of the variants that were made */
	/* [0] old version, [1] new version: by pair, the ways that some test goes */
	uint8_t *suite[2];
	/*
	 * [0] old version, [1] new version: by test and pair, the ways that the test or a variant
	 * of it went, or is to go
	 */
	uint8_t **went[2];
	struct frontier_level next; /* level that frontier_advance() gives next */
};

/*
 * Makes the level of one negation of each test. EXPLORE must have its tests and outlive FRONTIER.
 * The caller gives FRONTIER to frontier_deinit().
 */
void frontier_init(struct frontier *frontier, const struct explore *explore);
void frontier_deinit(struct frontier *frontier);

/*
 * Adds to the next level the sets that add one negation to VARIANT, for ways that are still
 * missing. WAYS_OLD and WAYS_NEW are the ways that VARIANT went, by branch of the version.
 */
void frontier_extend(struct frontier *frontier, const struct explore_variant *variant,
		     const uint8_t *ways_old, const uint8_t *ways_new);
/*
 * Returns the next level, which may be empty, and begins another one. The caller owns the level
 * and gives it to frontier_free_level().
 */
struct frontier_level frontier_advance(struct frontier *frontier) MUST_CHECK;
void frontier_free_level(struct frontier_level *level);

#endif
