/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trails: the functions that each run of an old version entered, mutated or not.
 *
 * A run that entered no function with a dangerous edge executed none, and so the new version's run
 * is the same: Algorithm 1 of "Regression Mutation Testing" asks which edges a mutated run could
 * come to; this is which it did.
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
#include "runner/entered.h"
#include "store/store.h"

struct trail {
	uint64_t hash;
	VEC(uint32_t) functions; /* numbers of the program */
};

struct trails {
	struct slots by_hash;
	VEC(struct trail) trails;
};

/* Those in STORE whose functions all are of PROGRAM. RET is to be given to trails_deinit() in any
 * case. */
struct error *trails_read(struct store *store, const struct program *program,
			  struct trails *ret) MUST_CHECK;
void trails_deinit(struct trails *trails);

/* Index in trails; SLOTS_NONE: nothing is known of that run. */
uint32_t trails_find(const struct trails *trails, uint64_t hash);

/* True if no function of the old version with a dangerous edge is in it. */
bool trail_is_safe(const struct trail *trail, const struct difference *difference);

/* True if a run of the function is in the trails of those that come there. */
bool trail_has_function(const struct program *program, uint32_t function);

/* Puts the same trail, of the new version, into SETS; its hash, or 0 if that can't be told. */
uint64_t trail_translate(const struct trail *trail, const struct difference *difference,
			 struct entered_sets *sets);

#endif
