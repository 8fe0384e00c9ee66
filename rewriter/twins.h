/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Twins: which function of one binary is which one of another, and what of both is the same.
 *
 * Functions are twins by their names; those without one by their portraits, by being called at the
 * same place of twins, or by standing between twins.  Their blocks are gone through at the same
 * time from the entries, depth first, as long as they have the same instructions (Algorithm 1 of
 * the ISON paper, with blocks for nodes): such blocks are partners.
 */
#ifndef REWRITER_TWINS_H
#define REWRITER_TWINS_H

#include "common/vec.h"
#include "rewriter/portrait.h"

#define TWINS_NONE UINT32_MAX

struct partners {
	uint32_t old, new; /* blocks, by index */
};

struct twin {
	uint32_t old, new;	       /* functions, by index */
	VEC(struct partners) partners; /* by old block */
	uint32_t nr_conditions;	       /* partners that end with a conditional jump */
	bool is_same;		       /* all blocks have partners, in the same order */
	bool is_moved;		       /* it is not where it was among the others */
};

struct twins {
	const struct gallery *old, *new;   /* borrowed */
	VEC(struct twin) items;		   /* by old function */
	uint32_t *old_to_new, *new_to_old; /* functions; TWINS_NONE: no twin */
};

/* RET is to be given to twins_deinit().  Stubs of the linker have no twins. */
void twins_find(const struct gallery *old, const struct gallery *new, struct twins *ret);
void twins_deinit(struct twins *twins);

#endif
