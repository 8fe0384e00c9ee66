/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/gain.h"

#include <stdlib.h>

#include "common/xalloc.h"

void gain_init(struct gain *gain, const struct side *new)
{
	size_t count = new->branches.items.count;

	*gain = (struct gain){
		.nr_branches = count,
		.suite = xcalloc(count + 1, sizeof(uint8_t)),
		.variants = xcalloc(count + 1, sizeof(uint8_t)),
	};
	for (size_t t = 0; t < campaign_tests(new->campaign)->nr_tests; t++) {
		for (size_t b = 0; new->ways[t] && b < count; b++)
			gain->suite[b] |= new->ways[t][b];
	}
}

void gain_deinit(struct gain *gain)
{
	free(gain->suite);
	free(gain->variants);
}

void gain_add(struct gain *gain, const uint8_t *ways)
{
	for (size_t b = 0; b < gain->nr_branches; b++)
		gain->variants[b] |= ways[b];
}

void gain_count_suite(const struct gain *gain, struct explore_coverage *coverage)
{
	coverage->nr_ways = (uint32_t)(2 * gain->nr_branches);
	for (size_t b = 0; b < gain->nr_branches; b++) {
		coverage->nr_uncovered += gain->suite[b] == 0 ? 2 : gain->suite[b] != BRANCH_BOTH;
		coverage->nr_reachable += branch_missing_way(gain->suite[b]) != 0;
	}
}

void gain_count_depth(const struct gain *gain, struct explore_coverage *coverage)
{
	uint32_t count = 0;

	for (size_t b = 0; b < gain->nr_branches; b++) {
		unsigned more = gain->variants[b] & ~gain->suite[b] & BRANCH_BOTH;

		count += !!(more & BRANCH_TRUE) + !!(more & BRANCH_FALSE);
	}
	vec_push(&coverage->gained, count);
}
