/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/explore_state.h"

#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/xalloc.h"
#include "iso/frontier.h"
#include "iso/gain.h"
#include "iso/plain.h"
#include "iso/suspects.h"

enum { CHUNK = 128 /* variants of which outputs are kept at the same time */ };

struct explorer {
	struct explore *explore;
	struct frontier frontier;
	struct gain gain;
};

static void note_invalid(struct explore *explore, const struct variant_run *old,
			 const struct variant_run *new)
{
	const char *why = old->seen.problem ? old->seen.problem : new->seen.problem;

	explore->counts.nr_invalid++;
	if (!explore->counts.invalid)
		explore->counts.invalid = xasprintf(
			"%s: %s", explore->new->campaign.suite.tests.tests[new->test].name, why);
}

/* Compares the first runs of a variant in both versions. */
static void look(struct explorer *explorer, const struct explore_variant *variant,
		 struct variant_run *old, struct variant_run *new, struct suspects *suspects)
{
	struct explore *explore = explorer->explore;
	struct suspect suspect = { .variant = variant, .old = old, .new = new };

	if (old->seen.problem || new->seen.problem) {
		note_invalid(explore, old, new);
		return;
	}
	gain_add(&explorer->gain, new->ways);
	explore->counts.nr_broken +=
		observation_is_broken(&old->seen) && observation_is_broken(&new->seen);
	if (explore->opts->depth == 0 || variant->nr_pairs < explore->opts->depth)
		frontier_extend(&explorer->frontier, variant, old->ways, new->ways);
	suspect.differing = explore_visible(explore, variant) &
			    explore_compare(explore, &old->seen, &new->seen);
	if (suspect.differing)
		vec_push(&suspects->items, suspect);
}

static struct error *explore_chunk(struct explorer *explorer,
				   const struct explore_variant *variants, size_t count)
{
	struct explore *explore = explorer->explore;
	struct variant_run *old = NULL, *new = NULL;
	struct suspects suspects = { 0 };
	struct error *err = explore_run_side(explore, variants, count, true, 0, &new);

	if (!err)
		err = explore_run_side(explore, variants, count, false, 0, &old);
	if (!err && !explore_is_cancelled(explore)) {
		for (size_t i = 0; i < count; i++)
			look(explorer, &variants[i], &old[i], &new[i], &suspects);
		explore->counts.nr_variants += count;
		err = suspects_judge(explore, &suspects);
	}
	vec_deinit(&suspects.items);
	explore_free_runs(old, count);
	explore_free_runs(new, count);
	return err;
}

void explore_tell_progress(const struct explore *explore, const char *phase, uint64_t begin_us,
			   uint64_t done, uint64_t total)
{
	uint64_t elapsed_ms = (clock_us() - begin_us) / 1000;
	struct progress progress = { .phase = phase,
				     .nr_done = done,
				     .nr_total = total,
				     .elapsed_ms = elapsed_ms,
				     .left_ms = done ? elapsed_ms * (total - done) / done
						     : UINT64_MAX };

	explore->opts->events->progress(explore->opts->events->arg, &progress);
}

static struct error *explore_level(struct explorer *explorer, const struct frontier_level *level)
{
	struct explore *explore = explorer->explore;
	size_t count = level->variants.count;
	uint64_t begin_us = clock_us();
	struct error *err = NULL;

	for (size_t i = 0; i < count && !err && !explore_is_cancelled(explore); i += CHUNK) {
		explore_tell_progress(explore, "variants", begin_us, i, count);
		err = explore_chunk(explorer, &level->variants.items[i],
				    count - i < CHUNK ? count - i : CHUNK);
	}
	explore->opts->events->progress(explore->opts->events->arg, NULL);
	return err;
}

static void keep_first(struct explore *explore, const struct frontier_level *level)
{
	for (size_t i = 0; i < level->variants.count; i++)
		vec_push(&explore->first, explore_copy_variant(&level->variants.items[i]));
}

static struct error *explore_levels(struct explorer *explorer)
{
	struct explore *explore = explorer->explore;
	struct frontier_level level = frontier_advance(&explorer->frontier);
	struct error *err = NULL;

	keep_first(explore, &level);
	while (!err && level.variants.count && !explore_is_cancelled(explore)) {
		explore->counts.depth++;
		err = explore_level(explorer, &level);
		gain_count_depth(&explorer->gain, &explore->coverage);
		frontier_free_level(&level);
		level = frontier_advance(&explorer->frontier);
	}
	frontier_free_level(&level);
	return err;
}

static void find_tests(struct explore *explore)
{
	for (uint32_t t = 0; t < explore->new->campaign.suite.tests.nr_tests; t++) {
		struct explore_test test = {
			.name = explore->new->campaign.suite.tests.tests[t].name,
			.new = t,
		};

		if (!explore->new->ways[t])
			continue;
		test.old = side_find_test(explore->old, test.name);
		if (test.old == UINT32_MAX)
			explore->counts.nr_only_new++;
		else
			vec_push(&explore->tests, test);
	}
	explore->counts.nr_common = (uint32_t)explore->tests.count;
	for (uint32_t t = 0; t < explore->old->campaign.suite.tests.nr_tests; t++)
		explore->counts.nr_only_old +=
			explore->old->ways[t] &&
			side_find_test(explore->new,
				       explore->old->campaign.suite.tests.tests[t].name) ==
				UINT32_MAX;
}

static struct error *explore_all(struct explore *explore)
{
	struct explorer explorer = { .explore = explore };
	struct error *err;

	gain_init(&explorer.gain, explore->new);
	gain_count_suite(&explorer.gain, &explore->coverage);
	frontier_init(&explorer.frontier, explore);
	err = explore_levels(&explorer);
	frontier_deinit(&explorer.frontier);
	gain_deinit(&explorer.gain);
	return err;
}

struct error *explore_run(const struct explore_opts *opts, struct side *old, struct side *new,
			  const struct isomorphism *isomorphism, struct explore *ret)
{
	struct error *err;

	*ret = (struct explore){ .opts = opts, .old = old, .new = new, .isomorphism = isomorphism };
	find_tests(ret);
	if (!ret->tests.count)
		return error_create(ERROR_UNUSABLE,
				    "no test that can be used has the same name in both versions");
	err = plain_compare(ret); /* lines 3 to 6 */
	if (!err && !explore_is_cancelled(ret))
		err = explore_all(ret);
	ret->counts.is_cancelled = err || explore_is_cancelled(ret);
	return err;
}

void explore_deinit(struct explore *explore)
{
	for (size_t i = 0; i < explore->tests.count; i++) {
		struct explore_test *test = &explore->tests.items[i];

		observation_deinit(&test->seen_old);
		observation_deinit(&test->seen_new);
	}
	vec_deinit(&explore->tests);
	for (size_t i = 0; i < explore->findings.count; i++) {
		struct explore_finding *finding = &explore->findings.items[i];

		free(finding->variant.pairs);
		cause_deinit(&finding->cause);
		account_deinit(&finding->account);
		observation_deinit(&finding->seen_old);
		observation_deinit(&finding->seen_new);
	}
	vec_deinit(&explore->findings);
	for (size_t i = 0; i < explore->first.count; i++)
		free(explore->first.items[i].pairs);
	vec_deinit(&explore->first);
	vec_deinit(&explore->coverage.gained);
	free(explore->counts.invalid);
}
