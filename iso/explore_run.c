/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes runs of variants in one of the versions and helps to compare them. The runs themselves are
 * up to iso/variant.h.
 */
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "iso/explore_state.h"

/* Returns a run of VARIANT; the caller owns its branches. */
static struct variant_run make_run(const struct explore *explore,
				   const struct explore_variant *variant, bool is_new)
{
	const struct explore_test *test = &explore->tests.items[variant->test];
	uint32_t *branches = xcalloc(variant->nr_pairs + 1, sizeof(*branches));

	for (uint32_t i = 0; i < variant->nr_pairs; i++)
		branches[i] = explore_branch(explore, variant->pairs[i], is_new);
	return (struct variant_run){
		.test = is_new ? test->new : test->old,
		.branches = branches,
		.nr_branches = variant->nr_pairs,
		.mutant = BRANCH_NONE,
		.checks = REMT_CHECKS_GO_ON,
		.scale = 1,
	};
}

void explore_free_runs(struct variant_run *runs, size_t count)
{
	for (size_t i = 0; runs && i < count; i++) {
		free((void *)runs[i].branches);
		variant_run_deinit(&runs[i]);
	}
	free(runs);
}

/* Runs COUNT runs. On success *RET becomes RUNS; on failure RUNS is freed. */
static struct error *run_them(struct explore *explore, struct variant_run *runs, size_t count,
			      bool is_new, struct variant_run **ret)
{
	struct error *err = variant_run_all(is_new ? explore->new : explore->old, runs, count);

	explore->counts.nr_runs += count;
	if (err)
		explore_free_runs(runs, count);
	else
		*ret = runs;
	return err;
}

struct error *explore_run_side(struct explore *explore, const struct explore_variant *variants,
			       size_t count, bool is_new, uint32_t number, struct variant_run **ret)
{
	struct variant_run *runs = xcalloc(count + 1, sizeof(*runs));

	for (size_t i = 0; i < count; i++) {
		runs[i] = make_run(explore, &variants[i], is_new);
		if (number)
			runs[i].probe = 1 + (number - 1) % EXPLORE_NR_PROBES;
		else
			runs[i].traces = is_new || explore_goes_on(explore, &variants[i]);
		runs[i].is_hasty = !number && variants[i].nr_pairs;
		if (!runs[i].is_hasty)
			runs[i].scale = VARIANT_PATIENCE;
	}
	return run_them(explore, runs, count, is_new, ret);
}

struct error *explore_trace_patiently(struct explore *explore,
				      const struct explore_variant *variants, size_t count,
				      struct variant_run **ret)
{
	struct variant_run *runs = xcalloc(count + 1, sizeof(*runs));

	for (size_t i = 0; i < count; i++) {
		runs[i] = make_run(explore, &variants[i], true);
		runs[i].traces = true;
		runs[i].scale = VARIANT_PATIENCE;
	}
	return run_them(explore, runs, count, true, ret);
}

/*
 * Returns the unmutated coverage if it has something from before main(), else NULL. The
 * fork-server has executed that part once, so that no variant's coverage contains it.
 */
static const struct coverage *before_main(const struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->coverage.nr_reached; i++) {
		if (baseline->coverage.reached[i].before_main)
			return &baseline->coverage;
	}
	return NULL;
}

struct cause_run explore_cause_run(const struct explore *explore,
				   const struct explore_variant *variant,
				   const struct variant_run *traced, const struct observation *seen)
{
	const struct explore_test *test = &explore->tests.items[variant->test];
	const struct baseline *baseline = campaign_baseline(explore->new->campaign, test->new);

	return (struct cause_run){
		.coverage = &traced->coverage,
		.before = before_main(baseline),
		/* A test that a fork-server serves has only one process. */
		.is_orderly = baseline->mode != WORKER_EXEC && !observation_is_broken(seen),
	};
}

uint64_t explore_hash_variant(const struct explore_variant *variant)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, variant->test);
	for (uint32_t i = 0; i < variant->nr_pairs; i++)
		hash_add_u64(hash, variant->pairs[i]);
	return hash_take(hash);
}

struct explore_variant explore_copy_variant(const struct explore_variant *variant)
{
	struct explore_variant copy = *variant;

	copy.pairs = xcalloc(variant->nr_pairs + 1, sizeof(*copy.pairs));
	memcpy(copy.pairs, variant->pairs, variant->nr_pairs * sizeof(*copy.pairs));
	return copy;
}

char *explore_tell_problem(const struct explore *explore, const struct explore_variant *variant,
			   const char *why)
{
	return xasprintf("%s: %s", explore->tests.items[variant->test].name, why);
}

struct observer explore_observer(const struct explore *explore, bool is_new)
{
	const struct side *side = is_new ? explore->new : explore->old;

	return (struct observer){ explore->opts->normal, side->directories };
}

observed_set explore_compare(const struct explore *explore, const struct observation *old,
			     const struct observation *new)
{
	struct observer by_old = explore_observer(explore, false);
	struct observer by_new = explore_observer(explore, true);

	return observation_compare(old, &by_old, new, &by_new);
}

observed_set explore_compare_again(const struct explore *explore, bool is_new,
				   const struct observation *a, const struct observation *b)
{
	struct observer by = explore_observer(explore, is_new);

	return observation_compare(a, &by, b, &by);
}

/* Where runs differ without any negation, a few runs may agree by chance: more are wanted. */
uint32_t explore_count_wanted(const struct explore *explore, uint32_t test)
{
	const struct explore_test *tested = &explore->tests.items[test];
	bool is_unsteady =
		baseline_changes(campaign_baseline(explore->old->campaign, tested->old)) ||
		baseline_changes(campaign_baseline(explore->new->campaign, tested->new));

	return explore->opts->repeats * (is_unsteady ? EXPLORE_MORE : 1);
}

observed_set explore_visible(const struct explore *explore, const struct explore_variant *variant)
{
	const struct explore_test *test = &explore->tests.items[variant->test];

	return ~(test->unstable | test->plain);
}
