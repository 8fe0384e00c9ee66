/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Entered sets: the noted functions that each run of an old version entered, mutated or not.
 *
 * A run that entered no function with a dangerous edge took none, so that the new version's run is
 * the same. Algorithm 1 of "Regression Mutation Testing" asks which dangerous edges a mutated run
 * could come to. An entered set tells which functions the run did come to.
 *
 *	trails_read()
 *	trails_find(), trail_is_safe(), trail_translate()
 *	trails_deinit()
 */
#ifndef REUSE_TRAIL_H
#define REUSE_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/slots.h"
#include "common/vec.h"
#include "graph/difference.h"
#include "runner/job/entered.h"
#include "store/store.h"

/* One entered set. */
struct trail {
	uint64_t hash;
	VEC(uint32_t) functions; /* numbers of functions of the program */
};

struct trails {
	struct slots by_hash;
	VEC(struct trail) trails;
};

/* Reads the sets in STORE whose functions all are functions of PROGRAM. The caller gives RET to
 * trails_deinit() in any case. */
struct error *trails_read(struct store *store, const struct program *program,
			  struct trails *ret) MUST_CHECK;
void trails_deinit(struct trails *trails);

/* Returns the index of the set with this hash; SLOTS_NONE if nothing is known of that run. */
uint32_t trails_find(const struct trails *trails, uint64_t hash);

/* Returns true if the set has no function of the old version with a dangerous edge. */
bool trail_is_safe(const struct trail *trail, const struct difference *difference);

/* Returns true if FUNCTION is noted: then it is in the entered set of each run that comes to it. */
bool trail_has_function(const struct program *program, uint32_t function);

/* Adds the set of the same functions of the new version to SETS. Returns its hash; 0 if not all of
 * them are noted functions of the new version. */
uint64_t trail_translate(const struct trail *trail, const struct difference *difference,
			 struct entered_sets *sets);

#endif
