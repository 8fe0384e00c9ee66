/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a chunk of variants. Outcomes that the journal has are taken from there. The others are
 * run in the new version first; a variant that executes no changed code is not run in the old
 * version (iso/untouched.h). Variants whose versions differ become suspects (iso/suspects.h).
 */
#include "iso/chunk.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "iso/suspects.h"
#include "iso/untouched.h"

enum {
	MAX_VARIANTS = 128,
	/* processor time of a chunk per worker, if variants take as long as their tests */
	MAX_SECONDS = 10,
};

/* Variants whose outcomes are not known yet. */
struct unknown {
	struct explore_variant *variants; /* by variant; their pairs are borrowed */
	struct outcome **outcomes;	  /* by variant: the outcome to fill */
	struct variant_run **new; /* by variant: its run in the new version, once there is one */
	size_t count;
};

static struct unknown make_unknown(size_t count)
{
	return (struct unknown){
		.variants = xcalloc(count + 1, sizeof(struct explore_variant)),
		.outcomes = xcalloc(count + 1, sizeof(struct outcome *)),
		.new = xcalloc(count + 1, sizeof(struct variant_run *)),
	};
}

static void add_unknown(struct unknown *unknown, const struct explore_variant *variant,
			struct outcome *outcome, struct variant_run *new)
{
	unknown->variants[unknown->count] = *variant;
	unknown->outcomes[unknown->count] = outcome;
	unknown->new[unknown->count++] = new;
}

static void free_unknown(struct unknown *unknown)
{
	free(unknown->variants);
	free(unknown->outcomes);
	free(unknown->new);
}

/* Returns how many microseconds the test takes in both versions together. */
static uint64_t cost_us(const struct explore *explore, uint32_t test)
{
	const struct explore_test *tested = &explore->tests.items[test];

	return campaign_baseline(explore->old->campaign, tested->old)->cost_us +
	       campaign_baseline(explore->new->campaign, tested->new)->cost_us;
}

size_t chunk_size(const struct explore *explore, const struct explore_variant *variants,
		  size_t count)
{
	unsigned jobs = campaign_opts(explore->new->campaign)->jobs;
	uint64_t left_us = (uint64_t)MAX_SECONDS * 1000000 * jobs;
	size_t size = 0;

	for (; size < count && size < MAX_VARIANTS; size++) {
		uint64_t cost = cost_us(explore, variants[size].test);

		if (cost > left_us && size >= jobs)
			break;
		left_us -= cost < left_us ? cost : left_us;
	}
	return size;
}

/* Compares the first runs of a variant in both versions and fills OUTCOME. */
static void look(struct explore *explore, const struct explore_variant *variant,
		 struct variant_run *old, struct variant_run *new, struct outcome *outcome)
{
	const char *why = old->seen.problem ? old->seen.problem : new->seen.problem;

	outcome->visible = explore_visible(explore, variant);
	if (why) {
		outcome->problem = explore_tell_problem(explore, variant, why);
		return;
	}
	outcome->ways_old = TAKE(old->ways);
	outcome->ways_new = TAKE(new->ways);
	outcome->is_broken = observation_is_broken(&old->seen) && observation_is_broken(&new->seen);
	outcome->is_endless = old->seen.limit != LIMIT_NONE && new->seen.limit != LIMIT_NONE;
	outcome->differing = outcome->visible & explore_compare(explore, &old->seen, &new->seen);
}

static struct error *judge(struct explore *explore, const struct unknown *unknown,
			   struct variant_run *old)
{
	struct suspects suspects = { 0 };
	struct error *err;

	for (size_t i = 0; i < unknown->count; i++) {
		struct suspect suspect = { .variant = &unknown->variants[i],
					   .old = &old[i],
					   .new = unknown->new[i],
					   .outcome = unknown->outcomes[i] };

		look(explore, suspect.variant, suspect.old, suspect.new, suspect.outcome);
		if (suspect.outcome->differing)
			vec_push(&suspects.items, suspect);
	}
	err = suspects_judge(explore, &suspects);
	vec_deinit(&suspects.items);
	return err;
}

/*
 * Returns the variants of UNKNOWN that must be run in the old version, too. Completes the outcomes
 * of the others, which are untouched.
 */
static struct unknown find_touched(const struct explore *explore, const struct unknown *unknown,
				   struct variant_run *new)
{
	struct unknown touched = make_unknown(unknown->count);

	for (size_t i = 0; i < unknown->count; i++) {
		const struct explore_variant *variant = &unknown->variants[i];

		if (untouched_is(explore, variant, &new[i]))
			untouched_conclude(explore, variant, &new[i], unknown->outcomes[i]);
		else
			add_unknown(&touched, variant, unknown->outcomes[i], &new[i]);
	}
	return touched;
}

static struct error *run_old(struct explore *explore, const struct unknown *touched)
{
	struct variant_run *old = NULL;
	struct error *err =
		explore_run_side(explore, touched->variants, touched->count, false, 0, &old);

	if (!err && !explore_is_cancelled(explore))
		err = judge(explore, touched, old);
	explore_free_runs(old, touched->count);
	return err;
}

static struct error *run(struct explore *explore, const struct unknown *unknown)
{
	struct variant_run *new = NULL;
	struct error *err =
		explore_run_side(explore, unknown->variants, unknown->count, true, 0, &new);

	if (!err && !explore_is_cancelled(explore)) {
		struct unknown touched = find_touched(explore, unknown, new);

		err = run_old(explore, &touched);
		free_unknown(&touched);
	}
	explore_free_runs(new, unknown->count);
	return err;
}

static void keep(struct journal *journal, const struct unknown *unknown)
{
	for (size_t i = 0; i < unknown->count; i++)
		journal_keep(journal, &unknown->variants[i], unknown->outcomes[i]);
	journal_flush(journal);
}

/*
 * Takes from the journal the outcomes that it has, and adds the other variants to UNKNOWN, whose
 * arrays have room.
 */
static struct error *recall(struct explore *explore, const struct explore_variant *variants,
			    size_t count, struct outcome *outcomes, struct unknown *unknown)
{
	struct error *err = NULL;

	for (size_t i = 0; !err && i < count; i++) {
		bool is_known;

		err = journal_recall(explore->opts->journal, &variants[i], &outcomes[i], &is_known);
		if (is_known) {
			explore->counts.nr_recalled++;
			continue;
		}
		outcome_deinit(&outcomes[i]);
		add_unknown(unknown, &variants[i], &outcomes[i], NULL);
	}
	return err;
}

struct error *chunk_run(struct explore *explore, const struct explore_variant *variants,
			size_t count, struct outcome *ret)
{
	struct unknown unknown = make_unknown(count);
	struct error *err = recall(explore, variants, count, ret, &unknown);

	if (!err && unknown.count)
		err = run(explore, &unknown);
	if (!err && unknown.count && !explore_is_cancelled(explore))
		keep(explore->opts->journal, &unknown);
	free_unknown(&unknown);
	return err;
}
