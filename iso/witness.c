/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the variants of all findings on the witness. Witness and new version form a comparison of
 * their own, whose pairs of branches translate the negated conditions. The witness is run as often
 * as both comparisons want. It is compared with the old version if it is reverted, else with the
 * new version.
 *
 * A finding whose test or conditions the witness does not have, or whose differing outputs can't be
 * compared, stays a suspect.
 */
#include "iso/witness.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "iso/plain.h"

enum { CHUNK = 128 /* number of variants whose outputs are kept at the same time */ };

/* A testimony: what the witness does with the variant of a finding. */
struct testimony {
	struct explore_finding *finding;
	/* the variant in `own` of the hearing; its pairs are owned */
	struct explore_variant variant;
	struct observation seen; /* first run on the witness */
	uint32_t wanted;	 /* number of runs that must agree */
	bool is_unstable;
};

/* A hearing: all testimonies, and the comparison of the witness with the new version. */
struct hearing {
	struct witness *witness;
	struct explore *explore; /* comparison of the two versions */
	/* comparison of the witness with the new version, with the same tests */
	struct explore own;
	uint32_t *test; /* by test of `explore`: index in `own`; UINT32_MAX: none so far */
	uint32_t *pair; /* by branch of the new version: pair of `own`; UINT32_MAX: none */
	VEC(struct testimony) items;
};

const char *witness_label(enum witness_kind kind)
{
	return kind == WITNESS_REVERTED ? "reverted" : "reference";
}

static void reject(const struct hearing *hearing, struct explore_finding *finding, const char *why)
{
	account_set(&finding->account, ACCOUNT_SUSPECT,
		    xasprintf("not comparable: %s in the %s version", why,
			      witness_label(hearing->witness->kind)));
}

/*
 * Returns the index in `own` of a test of both versions; UINT32_MAX if the witness does not have
 * it.
 */
static uint32_t find_test(struct hearing *hearing, uint32_t test)
{
	const struct explore_test *tested = &hearing->explore->tests.items[test];
	struct explore_test own = { .name = tested->name, .new = tested->new };

	if (hearing->test[test] != UINT32_MAX)
		return hearing->test[test];
	own.old = side_find_test(&hearing->witness->side, tested->name);
	if (own.old == UINT32_MAX)
		return UINT32_MAX;
	hearing->test[test] = (uint32_t)hearing->own.tests.count;
	vec_push(&hearing->own.tests, own);
	return hearing->test[test];
}

/*
 * Fills RET with the same conditions in the witness. Returns false if the witness does not have
 * all of them.
 */
static bool translate(const struct hearing *hearing, const struct explore_variant *variant,
		      struct explore_variant *ret)
{
	*ret = explore_copy_variant(variant);
	for (uint32_t i = 0; i < variant->nr_pairs; i++) {
		uint32_t branch = explore_pair(hearing->explore, variant->pairs[i])->new;

		ret->pairs[i] = hearing->pair[branch];
		if (ret->pairs[i] != UINT32_MAX)
			continue;
		free(ret->pairs);
		return false;
	}
	return true;
}

static void summon(struct hearing *hearing, struct explore_finding *finding)
{
	struct testimony testimony = { .finding = finding };
	uint32_t test = find_test(hearing, finding->variant.test);

	if (test == UINT32_MAX) {
		reject(hearing, finding, "no such test can be used");
	} else if (!translate(hearing, &finding->variant, &testimony.variant)) {
		reject(hearing, finding, "a negated condition has no partner");
	} else {
		testimony.variant.test = test;
		testimony.wanted = explore_count_wanted(hearing->explore, finding->variant.test);
		if (testimony.wanted < explore_count_wanted(&hearing->own, test))
			testimony.wanted = explore_count_wanted(&hearing->own, test);
		vec_push(&hearing->items, testimony);
	}
}

static observed_set find_visible(const struct hearing *hearing, const struct testimony *testimony)
{
	return explore_visible(hearing->explore, &testimony->finding->variant) &
	       explore_visible(&hearing->own, &testimony->variant);
}

static void take(const struct hearing *hearing, struct testimony *testimony,
		 struct variant_run *run, uint32_t number)
{
	if (number == 1) {
		testimony->seen = run->seen;
		run->seen = (struct observation){ 0 };
	} else if (run->seen.problem) {
		testimony->is_unstable = true;
	} else {
		testimony->is_unstable = (find_visible(hearing, testimony) &
					  explore_compare_again(&hearing->own, false,
								&testimony->seen, &run->seen)) != 0;
	}
}

/* Runs those of COUNT testimonies once that need another run. *RET: some did. */
static struct error *run_round(struct hearing *hearing, struct testimony *items, size_t count,
			       uint32_t number, bool *ret)
{
	struct explore_variant *variants = xcalloc(count + 1, sizeof(*variants));
	VEC(struct testimony *) asked = { 0 };
	struct variant_run *runs = NULL;
	struct error *err = NULL;

	for (size_t i = 0; i < count; i++) {
		if (number > items[i].wanted || items[i].is_unstable || items[i].seen.problem)
			continue;
		variants[asked.count] = items[i].variant;
		vec_push(&asked, &items[i]);
	}
	*ret = asked.count != 0;
	if (*ret)
		err = explore_run_side(&hearing->own, variants, asked.count, false, number, &runs);
	for (size_t i = 0; !err && !explore_is_cancelled(hearing->explore) && i < asked.count; i++)
		take(hearing, asked.items[i], &runs[i], number);
	explore_free_runs(runs, asked.count);
	vec_deinit(&asked);
	free(variants);
	return err;
}

/* Returns the names of the outputs in SET: "standard output, files". Owned by the caller. */
static char *name_all(observed_set set)
{
	struct strbuf text = { 0 };

	for (unsigned i = 0; i < NR_OBSERVED; i++) {
		if (set & OBSERVED_BIT(i))
			strbuf_addf(&text, "%s%s", text.length ? ", " : "", observed_name(i));
	}
	return strbuf_take(&text);
}

/* Returns the outputs that differ between the versions and can't be compared with the witness. */
static observed_set find_blind(const struct testimony *testimony,
			       const struct observation *expected, observed_set visible)
{
	observed_set blind = testimony->finding->differing & ~visible;

	/* If only one of the two runs is broken, only their ends would be compared. */
	if (observation_is_broken(expected) != observation_is_broken(&testimony->seen))
		blind |= OBSERVED_BIT(OBSERVED_END) & ~visible;
	return blind;
}

/* Returns the outputs that differ between the versions and are not known of the witness. */
static observed_set find_unseen(const struct testimony *testimony)
{
	observed_set unseen = 0;

	for (unsigned i = 0; i < NR_OBSERVED_TEXTS; i++) {
		if (!testimony->seen.texts[i])
			unseen |= OBSERVED_BIT(i);
	}
	return observation_is_broken(&testimony->seen) ? 0 : testimony->finding->differing & unseen;
}

/* True if the observations of the finding can't be compared; its account then says why. */
static bool is_incomparable(const struct hearing *hearing, const struct testimony *testimony,
			    const struct observation *expected, observed_set visible)
{
	_cleanup_free_ char *blind = name_all(find_blind(testimony, expected, visible));
	_cleanup_free_ char *unseen = name_all(find_unseen(testimony));
	_cleanup_free_ char *why = NULL;

	if (blind[0])
		why = xasprintf("without any negation the test does not do the same (%s)", blind);
	else if (unseen[0])
		why = xasprintf("it was not seen what a run does (%s)", unseen);
	if (why)
		reject(hearing, testimony->finding, why);
	return why != NULL;
}

static void compare(const struct hearing *hearing, struct testimony *testimony,
		    observed_set visible)
{
	bool is_reverted = hearing->witness->kind == WITNESS_REVERTED;
	const char *witness = witness_label(hearing->witness->kind);
	const char *partner = is_reverted ? "old" : "new";
	struct explore_finding *finding = testimony->finding;
	const struct observation *expected = is_reverted ? &finding->seen_old : &finding->seen_new;
	struct observer by = explore_observer(hearing->explore, !is_reverted);
	struct observer by_witness = explore_observer(&hearing->own, false);
	_cleanup_free_ char *differing = NULL;

	if (is_incomparable(hearing, testimony, expected, visible))
		return;
	/* The observation of the finding is in normal form already. */
	observation_normalise(&testimony->seen, &by_witness);
	differing = name_all(visible &
			     observation_compare(expected, &by, &testimony->seen, &by_witness));
	if (differing[0])
		account_set(&finding->account, ACCOUNT_SUSPECT,
			    xasprintf("the %s version does not do what the %s one does (%s)",
				      witness, partner, differing));
	else
		account_set(
			&finding->account, ACCOUNT_CHANGE,
			xasprintf("the %s version does what the %s one does", witness, partner));
}

static void conclude(const struct hearing *hearing, struct testimony *testimony)
{
	if (testimony->is_unstable)
		reject(hearing, testimony->finding, "runs of the variant do not agree");
	else if (testimony->seen.problem)
		reject(hearing, testimony->finding, testimony->seen.problem);
	else
		compare(hearing, testimony, find_visible(hearing, testimony));
}

static struct error *hear_chunk(struct hearing *hearing, struct testimony *items, size_t count)
{
	struct error *err = NULL;
	bool is_more = true;

	for (uint32_t n = 1; !err && is_more && !explore_is_cancelled(hearing->explore); n++)
		err = run_round(hearing, items, count, n, &is_more);
	for (size_t i = 0; i < count; i++) {
		if (!err && !explore_is_cancelled(hearing->explore))
			conclude(hearing, &items[i]);
		observation_deinit(&items[i].seen);
	}
	return err;
}

static struct error *hear_all(struct hearing *hearing)
{
	struct explore *explore = hearing->explore;
	size_t count = hearing->items.count;
	uint64_t begin_us = clock_us();
	struct error *err = plain_compare(&hearing->own);

	for (size_t i = 0; i < count && !err && !explore_is_cancelled(explore); i += CHUNK) {
		explore_tell_progress(explore, witness_label(hearing->witness->kind), begin_us, i,
				      count);
		err = hear_chunk(hearing, &hearing->items.items[i],
				 count - i < CHUNK ? count - i : CHUNK);
	}
	explore->opts->events->progress(explore->opts->events->arg, NULL);
	explore->counts.nr_runs += hearing->own.counts.nr_runs;
	return err;
}

static void hearing_init(struct hearing *hearing, struct witness *witness, struct explore *explore)
{
	const struct isomorphism *isomorphism = &witness->isomorphism;

	*hearing = (struct hearing){
		.witness = witness,
		.explore = explore,
		.own = { .opts = explore->opts,
			 .old = &witness->side,
			 .new = explore->new,
			 .isomorphism = isomorphism },
		.test = program_numbers((uint32_t)explore->tests.count),
		.pair = program_numbers((uint32_t)explore->new->branches.items.count),
	};
	for (uint32_t p = 0; p < isomorphism->pairs.count; p++)
		hearing->pair[isomorphism->pairs.items[p].new] = p;
}

static void hearing_deinit(struct hearing *hearing)
{
	for (size_t i = 0; i < hearing->items.count; i++)
		free(hearing->items.items[i].variant.pairs);
	vec_deinit(&hearing->items);
	explore_deinit(&hearing->own);
	free(hearing->test);
	free(hearing->pair);
}

struct error *witness_judge(struct witness *witness, struct explore *explore)
{
	struct hearing hearing;
	struct error *err = NULL;

	hearing_init(&hearing, witness, explore);
	for (size_t i = 0; i < explore->findings.count; i++)
		summon(&hearing, &explore->findings.items[i]);
	if (hearing.items.count)
		err = hear_all(&hearing);
	hearing_deinit(&hearing);
	return err;
}
