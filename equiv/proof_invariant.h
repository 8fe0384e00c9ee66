/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What holds whenever control comes to the entry of a region that is the head of a loop: bounds of the variables that
 * the loop changes, against constants with which they begin and against what they are compared with. They are guessed,
 * and those that do not hold at first, or do not go on to hold by the others, are dropped, until all do (Flanagan and
 * Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001). The original alone is asked: the mutant comes to
 * the entry in the same states, or there is no proof.
 */
#ifndef EQUIV_PROOF_INVARIANT_H
#define EQUIV_PROOF_INVARIANT_H

#include "equiv/side.h"

struct invariant {
	uint32_t now;	 /* condition on the values at the entry */
	uint32_t broken; /* condition on which it does not hold at first; */
	uint32_t lost;	 /* and on which it does not hold when control comes back to the entry */
};

struct invariants {
	VEC(struct invariant) items;
};

/* Guesses them for the region of ORIGINAL; all terms that questions need are made. */
void invariants_guess(struct side *original, struct invariants *ret);
void invariants_deinit(struct invariants *invariants);

#endif
