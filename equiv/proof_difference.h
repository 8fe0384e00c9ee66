/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In what two sides of one world differ when they leave a region. */
#ifndef EQUIV_PROOF_DIFFERENCE_H
#define EQUIV_PROOF_DIFFERENCE_H

#include "equiv/side.h"

/*
 * Returns a condition that holds wherever ORIGINAL and MUTANT differ: in the exit, in values that are used behind it,
 * in memory, or in what they did. It may hold where they do not differ, as well.
 */
uint32_t side_difference(struct side *original, struct side *mutant);

/* Returns the condition on which a mark has another value in MUTANT. */
uint32_t mark_difference(struct side *original, struct side *mutant);

/* Returns the condition on which ORIGINAL surely does something that C leaves undefined. */
uint32_t certainly_undefined(struct side *original);

/*
 * Returns the condition on which a side does something that C leaves undefined, leaving out what both do alike, if it
 * has nothing to do with the mutated expressions: it neither goes into them nor is it made of them.
 */
uint32_t newly_undefined(struct side *original, struct side *mutant);

/* Returns the condition on which MUTANT does something that C leaves undefined. */
uint32_t possibly_undefined(struct side *mutant);

#endif
