/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Entered sets: the noted functions that each run of an old version entered, mutated or not.
 *
 * A run that entered no function with a dangerous edge took none, so that the new version's run is
 * the same. Algorithm 1 of "Regression Mutation Testing" asks which dangerous edges a mutated run
 * could come to. An entered set tells which functions the run did come to.
 *
 *	resolved_sets_read()
 *	resolved_sets_find(), resolved_set_is_safe(), resolved_set_translate()
 *	resolved_sets_deinit()
 */
#ifndef REUSE_RESOLVED_SET_H
#define REUSE_RESOLVED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/slots.h"
#include "common/vec.h"
#include "graph/difference.h"
#include "runner/job/entered_set.h"
#include "store/store.h"

struct resolved_set {
	uint64_t hash;
	VEC(uint32_t) functions; /* numbers of functions of the program */
};

struct resolved_sets {
	struct slots by_hash;
	VEC(struct resolved_set) items;
};

/*
 * Reads the sets in STORE whose functions all are functions of PROGRAM. The caller gives RET to
 * resolved_sets_deinit() in any case.
 */
struct error *resolved_sets_read(struct store *store, const struct program *program,
				 struct resolved_sets *ret) MUST_CHECK;
void resolved_sets_deinit(struct resolved_sets *sets);

/* Returns the index of the set with this hash; SLOTS_NONE if nothing is known of that run. */
uint32_t resolved_sets_find(const struct resolved_sets *sets, uint64_t hash);

/* True if the set has no function of the old version with a dangerous edge. */
bool resolved_set_is_safe(const struct resolved_set *set, const struct difference *difference);

/* True if FUNCTION is noted: then it is in the entered set of each run that comes to it. */
bool resolved_set_has_function(const struct program *program, uint32_t function);

/*
 * Adds the set of the same functions of the new version to SETS. Returns its hash; 0 if not all of
 * them are noted functions of the new version.
 */
uint64_t resolved_set_translate(const struct resolved_set *set, const struct difference *difference,
				struct entered_sets *sets);

#endif
