/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/plain.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* Each test without negations, and its first runs in both versions. */
struct plain {
	struct explore *explore;
	struct explore_variant *variants;
	size_t count;
	struct variant_run *old, *new; /* first runs; owned */
};

/* Runs all tests once in both versions. NUMBER means the same as in explore_run_side(). */
static struct error *run_both(const struct plain *plain, uint32_t number, struct variant_run **old,
			      struct variant_run **new)
{
	struct error *err =
		explore_run_side(plain->explore, plain->variants, plain->count, false, number, old);

	return err ? err
		   : explore_run_side(plain->explore, plain->variants, plain->count, true, number,
				      new);
}

/* Runs all tests once more. Outputs that are not as in the first runs are unstable. */
static struct error *repeat(const struct plain *plain, uint32_t number)
{
	struct explore *explore = plain->explore;
	struct variant_run *old = NULL, *new = NULL;
	struct error *err = run_both(plain, number, &old, &new);

	for (size_t t = 0; !err && !explore_is_cancelled(explore) && t < plain->count; t++)
		explore->tests.items[t].unstable |=
			explore_compare_again(explore, false, &plain->old[t].seen, &old[t].seen) |
			explore_compare_again(explore, true, &plain->new[t].seen, &new[t].seen);
	explore_free_runs(old, plain->count);
	explore_free_runs(new, plain->count);
	return err;
}

static void conclude(const struct plain *plain, size_t index)
{
	const struct explore *explore = plain->explore;
	struct explore_test *test = &explore->tests.items[index];
	struct variant_run *old = &plain->old[index], *new = &plain->new[index];
	struct observer by_old = explore_observer(explore, false);
	struct observer by_new = explore_observer(explore, true);

	if (old->seen.limit != LIMIT_NONE || new->seen.limit != LIMIT_NONE)
		test->unstable = OBSERVED_ALL; /* Nobody knows what the test would have done. */
	test->plain = explore_compare(explore, &old->seen, &new->seen) & ~test->unstable;
	if (!test->plain)
		return;
	test->seen_old = old->seen;
	test->seen_new = new->seen;
	old->seen = new->seen = (struct observation){ 0 };
	observation_normalise(&test->seen_old, &by_old);
	observation_normalise(&test->seen_new, &by_new);
}

struct error *plain_compare(struct explore *explore)
{
	struct plain plain = { .explore = explore, .count = explore->tests.count };
	struct error *err;

	plain.variants = xcalloc(plain.count + 1, sizeof(*plain.variants));
	for (uint32_t t = 0; t < plain.count; t++)
		plain.variants[t].test = t;
	err = run_both(&plain, 0, &plain.old, &plain.new);
	for (uint32_t i = 1; !err && i < explore->opts->repeats && !explore_is_cancelled(explore);
	     i++)
		err = repeat(&plain, i);
	for (size_t t = 0; !err && !explore_is_cancelled(explore) && t < plain.count; t++)
		conclude(&plain, t);
	explore_free_runs(plain.old, plain.count);
	explore_free_runs(plain.new, plain.count);
	free(plain.variants);
	return err;
}
