/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be told of conditions without looking into them. */
#ifndef SOLVER_SIFT_H
#define SOLVER_SIFT_H

#include <stdbool.h>
#include <stddef.h>

#include "term/term.h"

struct sift {
	const struct terms *terms;
	uint32_t *rounds; /* by term: the last call that had it as a condition */
	uint32_t nr_rounds, round;
};

/* TERMS may grow later. */
void sift_init(struct sift *sift, const struct terms *terms);
void sift_deinit(struct sift *sift);

/*
 * Copies those of CONDITIONS to RET, which has room for *NUMBER, that are no constants, each once; *NUMBER gets how
 * many these are. False: one is false, or two exclude each other.
 */
bool sift_conditions(struct sift *sift, const uint32_t *conditions, size_t *number,
		     uint32_t *ret) MUST_CHECK;

#endif
