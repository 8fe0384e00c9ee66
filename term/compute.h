/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One operation on numbers. */
#ifndef TERM_COMPUTE_H
#define TERM_COMPUTE_H

#include "term/term.h"

/*
 * Returns the value of TERM, whose operands have the values A, B and C; WIDTH and LOW_WIDTH are those of
 * its operands a and b. TERM is neither a constant nor an input.
 */
uint64_t compute(const struct term *term, unsigned width, unsigned low_width, uint64_t a,
		 uint64_t b, uint64_t c);

#endif
