/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants of inputs: bytes that are replaced, moved, repeated, or taken over from other inputs, as fuzzers make them
 * (stacked mutations and splicing: Zalewski, American Fuzzy Lop, technical whitepaper, section 6).
 */
#ifndef PATHS_VARIATION_H
#define PATHS_VARIATION_H

#include <stdint.h>

struct variation {
	uint32_t nr_inputs;		   /* at least one */
	uint32_t nr_arguments;		   /* the first of them, of which none becomes 0 */
	const unsigned char *from, *other; /* inputs to vary, and others to take bytes from */
};

/* Makes a variant in RET, which has room for all inputs; STATE is a seed of common/random.h. */
void variation_make(const struct variation *variation, uint64_t *state, unsigned char *ret);

#endif
