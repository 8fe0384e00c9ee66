/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the negation sets of Algorithm 2 of "Isomorphic Regression Testing" (lines 7 to 11 and 21
 * to 26), level by level.
 */
#include "iso/frontier.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

/* Adds to the next level the set of VARIANT with PAIR negated, too, unless it was made before. */
static void push(struct frontier *frontier, const struct explore_variant *variant, uint32_t pair)
{
	uint32_t count = variant->nr_pairs, at = 0;
	uint32_t *pairs = xcalloc(count + 1, sizeof(*pairs));
	struct explore_variant pushed = { variant->test, pairs, count + 1 };
	uint64_t hash;

	while (at < count && variant->pairs[at] < pair)
		at++;
	if (count) {
		memcpy(pairs, variant->pairs, at * sizeof(*pairs));
		memcpy(pairs + at + 1, variant->pairs + at, (count - at) * sizeof(*pairs));
	}
	pairs[at] = pair;
	hash = explore_hash_variant(&pushed);
	if ((at < count && variant->pairs[at] == pair) ||
	    slots_find(&frontier->known, hash) != SLOTS_NONE) {
		free(pairs);
		return;
	}
	slots_add(&frontier->known, hash, 0);
	vec_push(&frontier->next.variants, pushed);
}

/* True if the way that is missing in WAYS, the ways of a run, is to be explored. */
static bool is_wanted(const struct frontier *frontier, uint32_t pair, bool is_new, uint8_t ways,
		      uint8_t went)
{
	unsigned missing = branch_missing_way(ways);

	if (!missing || went & missing)
		return false;
	return frontier->explore->opts->list == EXPLORE_QL ||
	       !(frontier->suite[is_new][pair] & missing);
}

/*
 * Lines 7 to 11 and 21 to 26 of the algorithm: makes a negation set for each way that neither the
 * run nor any earlier one went.
 */
static void push_missing(struct frontier *frontier, const struct explore_variant *variant,
			 const uint8_t *ways, bool is_new)
{
	const struct explore *explore = frontier->explore;
	uint8_t *went = frontier->went[is_new][variant->test];
	size_t count = explore->isomorphism->pairs.count;

	for (uint32_t p = 0; p < count; p++)
		went[p] |= ways[explore_branch(explore, p, is_new)];
	for (uint32_t p = 0; p < count; p++) {
		uint8_t run = ways[explore_branch(explore, p, is_new)];

		if (!is_wanted(frontier, p, is_new, run, went[p]))
			continue;
		went[p] |= branch_missing_way(run);
		push(frontier, variant, p);
	}
}

void frontier_extend(struct frontier *frontier, const struct explore_variant *variant,
		     const uint8_t *ways_old, const uint8_t *ways_new)
{
	push_missing(frontier, variant, ways_new, true);
	push_missing(frontier, variant, ways_old, false);
}

static void add_suite(struct frontier *frontier, bool is_new)
{
	const struct explore *explore = frontier->explore;
	const struct side *side = is_new ? explore->new : explore->old;
	size_t count = explore->isomorphism->pairs.count;

	frontier->suite[is_new] = xcalloc(count + 1, sizeof(uint8_t));
	for (size_t t = 0; t < campaign_tests(side->campaign)->nr_tests; t++) {
		for (uint32_t p = 0; side->ways[t] && p < count; p++)
			frontier->suite[is_new][p] |=
				side->ways[t][explore_branch(explore, p, is_new)];
	}
	frontier->went[is_new] = xcalloc(explore->tests.count + 1, sizeof(*frontier->went[is_new]));
	for (size_t t = 0; t < explore->tests.count; t++)
		frontier->went[is_new][t] = xcalloc(count + 1, sizeof(uint8_t));
}

void frontier_init(struct frontier *frontier, const struct explore *explore)
{
	*frontier = (struct frontier){ .explore = explore };
	add_suite(frontier, false);
	add_suite(frontier, true);
	for (uint32_t t = 0; t < explore->tests.count; t++) {
		const struct explore_test *test = &explore->tests.items[t];
		struct explore_variant plain = { .test = t };

		frontier_extend(frontier, &plain, explore->old->ways[test->old],
				explore->new->ways[test->new]);
	}
}

struct frontier_level frontier_advance(struct frontier *frontier)
{
	struct frontier_level level = frontier->next;

	frontier->next = (struct frontier_level){ 0 };
	return level;
}

void frontier_free_level(struct frontier_level *level)
{
	for (size_t i = 0; i < level->variants.count; i++)
		free(level->variants.items[i].pairs);
	vec_deinit(&level->variants);
}

void frontier_deinit(struct frontier *frontier)
{
	for (int side = 0; side < 2; side++) {
		for (size_t t = 0; frontier->went[side] && t < frontier->explore->tests.count; t++)
			free(frontier->went[side][t]);
		free(frontier->went[side]);
		free(frontier->suite[side]);
	}
	frontier_free_level(&frontier->next);
	slots_deinit(&frontier->known);
}
