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
 *   function_matches_find()
 *   … use …
 *   function_matches_deinit()
 */
#ifndef REWRITER_COMPARE_FUNCTION_MATCH_H
#define REWRITER_COMPARE_FUNCTION_MATCH_H

#include "common/vec.h"
#include "rewriter/compare/fingerprint.h"

#define FUNCTION_MATCH_NONE UINT32_MAX

struct block_match {
	uint32_t old, new; /* indices of the blocks */
};

struct function_match {
	uint32_t old, new;		/* indices of the functions */
	VEC(struct block_match) blocks; /* block matches, sorted by old block */
	uint32_t nr_conditions; /* number of block matches that end with a conditional jump */
	bool is_same;		/* all blocks match in the same order */
	bool is_moved;		/* its order among the matching functions has changed */
};

struct function_matches {
	const struct fingerprints *old, *new; /* borrowed */
	VEC(struct function_match) items;     /* sorted by old function */
	uint32_t *old_to_new,
		*new_to_old; /* by function: its match; FUNCTION_MATCH_NONE: it has none */
};

/*
 * Matches the functions of OLD and NEW. Stubs of the linker have no match. The caller ends RET with
 * function_matches_deinit().
 */
void function_matches_find(const struct fingerprints *old, const struct fingerprints *new,
			   struct function_matches *ret);
void function_matches_deinit(struct function_matches *matches);

#endif
