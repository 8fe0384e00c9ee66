/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frame of Algorithm 2 of "Isomorphic Regression Testing": the plain tests first, then one
 * level of variants after the other until no level follows. iso/frontier.h makes the levels and
 * iso/chunk.h runs them.
 *
 * Unlike the paper, which drops non-deterministic tests, this code only leaves out of the
 * comparison those outputs of a test that differ from run to run.
 */
#include "iso/explore_state.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/xalloc.h"
#include "iso/chunk.h"
#include "iso/frontier.h"
#include "iso/gain.h"
#include "iso/plain.h"

struct explorer {
	struct explore *explore;
	struct frontier frontier;
	struct gain gain;
	struct slots sets; /* hashes of the negation sets that were counted */
};

static void note_problem(struct explore *explore, struct outcome *outcome)
{
	explore->counts.nr_invalid++;
	if (!explore->counts.invalid)
		explore->counts.invalid = TAKE(outcome->problem);
}

static void add_finding(struct explore *explore, const struct explore_variant *variant,
			struct outcome *outcome)
{
	struct explore_finding finding = {
		.variant = explore_copy_variant(variant),
		.differing = outcome->differing,
		.seen_old = outcome->seen_old,
		.seen_new = outcome->seen_new,
		.cause = outcome->cause,
	};

	outcome->seen_old = outcome->seen_new = (struct observation){ 0 };
	outcome->cause = (struct cause){ 0 };
	vec_push(&explore->findings, finding);
}

static void count_set(struct explorer *explorer, const struct explore_variant *variant)
{
	struct explore_variant anyones = *variant;
	uint64_t hash;

	anyones.test = 0;
	hash = explore_hash_variant(&anyones);
	if (slots_find(&explorer->sets, hash) != SLOTS_NONE)
		return;
	slots_add(&explorer->sets, hash, 0);
	explorer->explore->counts.nr_sets++;
}

/* Takes the outcome of a variant into the counts, the gain, the frontier and the findings. */
static void take(struct explorer *explorer, const struct explore_variant *variant,
		 struct outcome *outcome)
{
	struct explore *explore = explorer->explore;

	explore->counts.nr_variants++;
	count_set(explorer, variant);
	explore->counts.nr_untouched += outcome->is_untouched;
	explore->counts.nr_broken += outcome->is_broken;
	explore->counts.nr_endless += outcome->is_endless;
	explore->counts.nr_unstable += outcome->is_unstable;
	if (outcome->ways_new)
		gain_add(&explorer->gain, outcome->ways_new);
	if (outcome->ways_old && explore_goes_on(explore, variant))
		frontier_extend(&explorer->frontier, variant, outcome->ways_old, outcome->ways_new);
	if (outcome->problem)
		note_problem(explore, outcome);
	else if (outcome->differing)
		add_finding(explore, variant, outcome);
}

static struct error *explore_chunk(struct explorer *explorer,
				   const struct explore_variant *variants, size_t count)
{
	struct outcome *outcomes = xcalloc(count + 1, sizeof(*outcomes));
	struct error *err = chunk_run(explorer->explore, variants, count, outcomes);

	for (size_t i = 0; i < count; i++) {
		if (!err && !explore_is_cancelled(explorer->explore))
			take(explorer, &variants[i], &outcomes[i]);
		outcome_deinit(&outcomes[i]);
	}
	free(outcomes);
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

	for (size_t i = 0, size; i < count && !err && !explore_is_cancelled(explore); i += size) {
		explore_tell_progress(explore, "variants", begin_us, i, count);
		size = chunk_size(explore, &level->variants.items[i], count - i);
		err = explore_chunk(explorer, &level->variants.items[i], size);
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
	for (uint32_t t = 0; t < campaign_tests(explore->new->campaign)->nr_tests; t++) {
		struct explore_test test = {
			.name = campaign_tests(explore->new->campaign)->tests[t].name,
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
	for (uint32_t t = 0; t < campaign_tests(explore->old->campaign)->nr_tests; t++)
		explore->counts.nr_only_old +=
			explore->old->ways[t] &&
			side_find_test(explore->new,
				       campaign_tests(explore->old->campaign)->tests[t].name) ==
				UINT32_MAX;
}

static struct error *explore_all(struct explore *explore)
{
	struct explorer explorer = { .explore = explore };
	struct journal *journal = explore->opts->journal;
	struct error *err = journal ? journal_begin(journal, explore) : NULL;

	if (err)
		return err;
	gain_init(&explorer.gain, explore->new);
	gain_count_suite(&explorer.gain, &explore->coverage);
	frontier_init(&explorer.frontier, explore);
	err = explore_levels(&explorer);
	if (!err && !explore_is_cancelled(explore))
		journal_finish(journal);
	frontier_deinit(&explorer.frontier);
	gain_deinit(&explorer.gain);
	slots_deinit(&explorer.sets);
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
	err = plain_compare(ret); /* lines 3 to 6 of the algorithm */
	if (!err && !explore_is_cancelled(ret))
		err = explore_all(ret);
	ret->counts.is_cancelled = err || explore_is_cancelled(ret);
	side_split_tell(old);
	side_split_tell(new);
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
