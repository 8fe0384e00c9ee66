/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs suspects again until as many runs agree as the options want, or one does not. First runs
 * that met a limit are replaced by the second ones, which have more time. Then the normal forms
 * and the cause complete the outcome.
 */
#include "iso/suspects.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* A round: the suspects that are run once more. */
struct round {
	VEC(struct suspect *) suspects;
	uint32_t number; /* number of the round, 1 for the first one */
};

static void swap(struct observation *a, struct observation *b)
{
	struct observation kept = *a;

	*a = *b;
	*b = kept;
}

/* True if the first runs met a limit: the second ones, which have more time, take their place. */
static bool must_be_replaced(const struct suspect *suspect, uint32_t number)
{
	return number == 1 &&
	       (suspect->old->seen.limit != LIMIT_NONE || suspect->new->seen.limit != LIMIT_NONE);
}

static void judge_runs(const struct explore *explore, struct suspect *suspect, uint32_t number,
		       struct variant_run *old, struct variant_run *new)
{
	struct outcome *outcome = suspect->outcome;

	if (old->seen.problem || new->seen.problem) {
		outcome->problem = explore_tell_problem(explore, suspect->variant,
							old->seen.problem ? old->seen.problem
									  : new->seen.problem);
	} else if (must_be_replaced(suspect, number)) {
		suspect->is_cut = suspect->new->seen.limit != LIMIT_NONE;
		swap(&suspect->old->seen, &old->seen);
		swap(&suspect->new->seen, &new->seen);
		outcome->differing =
			outcome->visible &
			explore_compare(explore, &suspect->old->seen, &suspect->new->seen);
	} else if (outcome->visible &
		   (explore_compare_again(explore, false, &suspect->old->seen, &old->seen) |
		    explore_compare_again(explore, true, &suspect->new->seen, &new->seen))) {
		outcome->is_unstable = true;
	}
}

static struct error *run_round(struct explore *explore, const struct round *round)
{
	size_t count = round->suspects.count;
	struct explore_variant *variants = xcalloc(count + 1, sizeof(*variants));
	struct variant_run *old = NULL, *new = NULL;
	struct error *err;

	for (size_t i = 0; i < count; i++)
		variants[i] = *round->suspects.items[i]->variant;
	err = explore_run_side(explore, variants, count, false, round->number, &old);
	if (!err)
		err = explore_run_side(explore, variants, count, true, round->number, &new);
	for (size_t i = 0; !err && !explore_is_cancelled(explore) && i < count; i++)
		judge_runs(explore, round->suspects.items[i], round->number, &old[i], &new[i]);
	explore_free_runs(old, count);
	explore_free_runs(new, count);
	free(variants);
	return err;
}

/*
 * Begins the next round with the suspects of which another run may tell something. Returns false
 * if there are none.
 */
static bool round_begin(struct round *round, const struct explore *explore,
			struct suspects *suspects)
{
	round->suspects.count = 0;
	round->number++;
	for (size_t i = 0; i < suspects->items.count; i++) {
		struct suspect *suspect = &suspects->items.items[i];
		uint32_t wanted = explore_count_wanted(explore, suspect->variant->test);

		if (!suspect->outcome->is_unstable && !suspect->outcome->problem &&
		    suspect->outcome->differing && round->number < wanted)
			vec_push(&round->suspects, suspect);
	}
	return round->suspects.count != 0;
}

static struct error *find_cause(struct explore *explore, const struct suspect *suspect)
{
	struct variant_run *again = NULL;
	struct error *err = suspect->is_cut
				    ? explore_trace_patiently(explore, suspect->variant, 1, &again)
				    : NULL;
	struct cause_run run =
		explore_cause_run(explore, suspect->variant, again ? again : suspect->new,
				  &suspect->outcome->seen_new);

	if (!err)
		cause_find(explore->isomorphism, &run, &suspect->outcome->cause);
	explore_free_runs(again, 1);
	return err;
}

static struct error *conclude(struct explore *explore, struct suspect *suspect)
{
	struct outcome *outcome = suspect->outcome;
	struct observer by_old = explore_observer(explore, false);
	struct observer by_new = explore_observer(explore, true);

	if (outcome->problem || outcome->is_unstable)
		outcome->differing = 0;
	if (!outcome->differing)
		return NULL;
	outcome->nr_runs = explore_count_wanted(explore, suspect->variant->test);
	swap(&outcome->seen_old, &suspect->old->seen);
	swap(&outcome->seen_new, &suspect->new->seen);
	observation_normalise(&outcome->seen_old, &by_old);
	observation_normalise(&outcome->seen_new, &by_new);
	return find_cause(explore, suspect);
}

struct error *suspects_judge(struct explore *explore, struct suspects *suspects)
{
	struct round round = { 0 };
	struct error *err = NULL;

	while (!err && !explore_is_cancelled(explore) && round_begin(&round, explore, suspects))
		err = run_round(explore, &round);
	for (size_t i = 0; !err && !explore_is_cancelled(explore) && i < suspects->items.count; i++)
		err = conclude(explore, &suspects->items.items[i]);
	vec_deinit(&round.suspects);
	return err;
}
