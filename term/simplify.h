/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes terms simpler; the parts of term.c. */
#ifndef TERM_SIMPLIFY_H
#define TERM_SIMPLIFY_H

#include "term/term.h"

/* Returns the number of TERM, which is added as it is if it is new. */
uint32_t term_intern(struct terms *terms, struct term term);

/* Returns a simpler term that has the value of TERM for all inputs, or 0: there is none. */
uint32_t simplify(struct terms *terms, const struct term *term);

#endif
