/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/untouched.h"

#include "common/xalloc.h"

bool untouched_is(const struct explore *explore, const struct explore_variant *variant,
		  const struct variant_run *new)
{
	const struct isomorphism *isomorphism = explore->isomorphism;
	struct cause_run run = explore_cause_run(explore, variant, new, &new->seen);

	if (explore->opts->unexplained || new->seen.problem || isomorphism->changes_public_data)
		return false;
	/* A run that met a limit may have executed more without it. */
	return !isomorphism->changes_code ||
	       (new->seen.limit == LIMIT_NONE &&cause_is_excluded(isomorphism, &run));
}

/* Returns the ways that the old version goes if it does what the new one does. */
static uint8_t *translate_ways(const struct explore *explore, const uint8_t *ways_new)
{
	uint8_t *ways = xcalloc(explore->old->branches.items.count + 1, sizeof(*ways));

	for (uint32_t p = 0; p < explore->isomorphism->pairs.count; p++)
		ways[explore_branch(explore, p, false)] =
			ways_new[explore_branch(explore, p, true)];
	return ways;
}

void untouched_conclude(const struct explore *explore, const struct explore_variant *variant,
			struct variant_run *new, struct outcome *ret)
{
	ret->is_untouched = true;
	ret->visible = explore_visible(explore, variant);
	ret->is_broken = observation_is_broken(&new->seen);
	ret->is_endless = new->seen.limit != LIMIT_NONE;
	ret->ways_new = TAKE(new->ways);
	if (explore_goes_on(explore, variant))
		ret->ways_old = translate_ways(explore, ret->ways_new);
}
