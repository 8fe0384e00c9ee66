/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/untouched.h"

#include "common/xalloc.h"

/* What the fork-server has executed before main() is in no variant's coverage. */
static const struct coverage *before_main(const struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->coverage.nr_entries; i++) {
		if (baseline->coverage.entries[i].before_main)
			return &baseline->coverage;
	}
	return NULL;
}

static void find_cause(const struct explore *explore, const struct explore_variant *variant,
		       const struct variant_run *new, struct cause *ret)
{
	const struct explore_test *test = &explore->tests.items[variant->test];
	const struct baseline *baseline = &explore->new->campaign.baselines[test->new];
	struct cause_run run = {
		.coverage = &new->coverage,
		.before = before_main(baseline),
		/* Who serves is the only process of its test. */
		.is_orderly = baseline->mode != WORKER_EXEC && !observation_is_broken(&new->seen),
	};

	cause_find(explore->isomorphism, &run, ret);
}

/* The ways that the old version goes, where it does what the new one does. */
static uint8_t *translate_ways(const struct explore *explore, const uint8_t *ways_new)
{
	uint8_t *ways = xcalloc(explore->old->branches.items.count + 1, sizeof(*ways));

	for (uint32_t p = 0; p < explore->isomorphism->pairs.count; p++)
		ways[explore_branch(explore, p, false)] =
			ways_new[explore_branch(explore, p, true)];
	return ways;
}

bool untouched_judge(const struct explore *explore, const struct explore_variant *variant,
		     struct variant_run *new, struct outcome *outcome)
{
	if (new->seen.problem)
		return false;
	find_cause(explore, variant, new, &outcome->cause);
	outcome->is_untouched = !explore->opts->unexplained && !outcome->cause.nr_blocks;
	if (!outcome->is_untouched)
		return false;
	outcome->visible = explore_visible(explore, variant);
	outcome->ways_new = TAKE(new->ways);
	if (explore_goes_on(explore, variant))
		outcome->ways_old = translate_ways(explore, outcome->ways_new);
	outcome->is_broken = observation_is_broken(&new->seen);
	outcome->is_endless = new->seen.limit != LIMIT_NONE;
	return true;
}
