/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function matches: which function of one binary corresponds to which one of another, and which of
 * their blocks are the same.
 *
 * Functions match by their names. Functions without a name match by their fingerprints, by being
 * called at the same place of matching functions, or by standing between matching functions. The
 * blocks of two matching functions are compared by a depth-first search from their entries, which
 * goes on as long as blocks have the same instructions (Algorithm 1 of "Isomorphic Regression
 * Testing", Zhang et al., FSE 2016, with blocks for nodes). Such blocks are block matches.
 *
 *   twins_find()
 *   … use …
 *   twins_deinit()
 */
#ifndef REWRITER_TWINS_H
#define REWRITER_TWINS_H

#include "common/vec.h"
#include "rewriter/fingerprint.h"

#define TWINS_NONE UINT32_MAX

struct partners {
	uint32_t old, new; /* indices of the blocks */
};

struct twin {
	uint32_t old, new;	       /* indices of the functions */
	VEC(struct partners) partners; /* block matches, sorted by old block */
	uint32_t nr_conditions; /* number of block matches that end with a conditional jump */
	bool is_same;		/* all blocks match in the same order */
	bool is_moved;		/* its order among the matching functions has changed */
};

struct twins {
	const struct fingerprints *old, *new;   /* borrowed */
	VEC(struct twin) items;		   /* sorted by old function */
	uint32_t *old_to_new, *new_to_old; /* by function: its match; TWINS_NONE: it has none */
};

/* Matches the functions of OLD and NEW. Stubs of the linker have no match. The caller ends RET with
 * twins_deinit(). */
void twins_find(const struct fingerprints *old, const struct fingerprints *new, struct twins *ret);
void twins_deinit(struct twins *twins);

#endif
