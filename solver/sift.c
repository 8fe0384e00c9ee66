/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/sift.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

void sift_init(struct sift *sift, const struct terms *terms)
{
	*sift = (struct sift){ .terms = terms };
}

void sift_deinit(struct sift *sift)
{
	free(sift->rounds);
}

/* Begins a round: no term is a condition. */
static void begin(struct sift *sift)
{
	uint32_t before = sift->nr_rounds;

	if (before < sift->terms->count) {
		sift->nr_rounds = sift->terms->count + sift->terms->count / 2;
		sift->rounds = xreallocarray(sift->rounds, sift->nr_rounds, sizeof(*sift->rounds));
		memset(sift->rounds + before, 0,
		       (sift->nr_rounds - before) * sizeof(*sift->rounds));
	}
	if (++sift->round)
		return;
	memset(sift->rounds, 0, sift->nr_rounds * sizeof(*sift->rounds));
	sift->round = 1;
}

bool sift_conditions(struct sift *sift, const uint32_t *conditions, size_t *number, uint32_t *ret)
{
	size_t left = 0;

	begin(sift);
	for (size_t i = 0; i < *number; i++) {
		uint32_t *round = &sift->rounds[conditions[i]];
		uint64_t value;

		if (term_is_constant(sift->terms, conditions[i], &value)) {
			if (!value)
				return false;
		} else if (*round != sift->round) {
			*round = sift->round;
			ret[left++] = conditions[i];
		}
	}
	*number = left;
	for (size_t i = 0; i < left; i++) {
		const struct term *row = term_get(sift->terms, ret[i]);

		if (row->operation == TERM_NOT && sift->rounds[row->a] == sift->round)
			return false;
	}
	return true;
}
