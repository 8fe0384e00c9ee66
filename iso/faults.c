/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures an exploration on seeded faults. A sample of the new version's mutants is run with the
 * tests first: a killed mutant needs no exploration. Each other mutant is switched on in variants
 * with one negation that infect it. A mutant is found if the faulty variant differs from the
 * variant without the mutant, in all of several runs.
 *
 * Only variants of depth one are tried, and the order of the random sample depends on the seed
 * alone.
 */
#include "iso/faults.h"

#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/hash.h"
#include "common/xalloc.h"
#include "iso/explore_state.h"

enum {
	CHUNK = 64,    /* number of variants whose outputs are kept at the same time */
	PER_ROUND = 2, /* number of variants that are tried with a fault in one round */
};

struct fault {
	uint32_t mutant; /* mutant of the new version's inventory */
	uint64_t order;	 /* random number; the faults with the lowest ones are the sample */
	bool is_killed, is_by_ql, is_by_vl;
};

/* An attempt: a run of variant `of` with the fault, to be compared with the run without it. */
struct attempt {
	uint32_t fault, of;
	bool differs, is_unstable;
};

struct tester {
	struct explore *explore;
	struct faults *result;
	struct fault *faults;
	uint32_t nr_faults;
};

static int compare_faults(const void *a, const void *b)
{
	const struct fault *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

static void choose(struct tester *tester, const struct faults_opts *opts)
{
	const struct inventory *inventory = campaign_inventory(tester->explore->new->campaign);
	uint32_t count = 0;

	tester->faults = xcalloc(inventory->mutants.count + 1, sizeof(struct fault));
	for (uint32_t m = 0; m < inventory->mutants.count; m++) {
		uint64_t key[] = { inventory->mutants.items[m].id, opts->seed };

		if (branch_is_operator(inventory->mutants.items[m].op))
			continue;
		tester->faults[count++] =
			(struct fault){ .mutant = m, .order = hash_bytes(key, sizeof(key)) };
	}
	qsort(tester->faults, count, sizeof(struct fault), compare_faults);
	tester->nr_faults = count < opts->sample ? count : opts->sample;
	tester->result->nr_all = tester->nr_faults;
}

static bool is_infected(const struct tester *tester, const struct coverage *coverage,
			uint32_t mutant)
{
	const struct inventory *inventory = campaign_inventory(tester->explore->new->campaign);
	const struct coverage_entry *entry =
		coverage_find(coverage, inventory->mutants.items[mutant].place);

	return entry && coverage_infects(entry, inventory, mutant);
}

/*
 * True if the mutant was infected before main(). The fork-server did that, so that no variant's
 * coverage contains it.
 */
static bool is_early(const struct tester *tester, uint32_t test, uint32_t mutant)
{
	const struct campaign *campaign = tester->explore->new->campaign;
	const struct coverage *coverage = &campaign_baseline(campaign, test)->coverage;
	const struct coverage_entry *entry =
		coverage_find(coverage, campaign_inventory(campaign)->mutants.items[mutant].place);

	return entry && entry->before_main && is_infected(tester, coverage, mutant);
}

static struct error *run_all(struct tester *tester, struct variant_run *runs, size_t count)
{
	tester->result->nr_runs += count;
	return variant_run_all(tester->explore->new, runs, count);
}

/* Runs each fault with each test that infects it, and notes which faults the tests kill. */
static struct error *kill_faults(struct tester *tester)
{
	struct explore *explore = tester->explore;
	VEC(struct variant_run) runs = { 0 };
	VEC(uint32_t) of = { 0 };
	struct error *err;

	for (uint32_t t = 0; t < explore->tests.count; t++) {
		uint32_t test = explore->tests.items[t].new;

		for (uint32_t f = 0; f < tester->nr_faults; f++) {
			struct variant_run run = { .test = test,
						   .mutant = tester->faults[f].mutant,
						   .scale = 1 };

			if (!is_infected(tester,
					 &campaign_baseline(explore->new->campaign, test)->coverage,
					 run.mutant))
				continue;
			vec_push(&runs, run);
			vec_push(&of, f);
		}
	}
	err = run_all(tester, runs.items, runs.count);
	for (size_t i = 0; !err && i < runs.count; i++)
		tester->faults[of.items[i]].is_killed |= runs.items[i].seen.limit != LIMIT_NONE ||
							 runs.items[i].seen.result != TEST_PASSED;
	for (size_t i = 0; i < runs.count; i++)
		variant_run_deinit(&runs.items[i]);
	vec_deinit(&runs);
	vec_deinit(&of);
	for (uint32_t f = 0; f < tester->nr_faults; f++)
		tester->result->nr_unkilled += !tester->faults[f].is_killed;
	return err;
}

struct attempts {
	VEC(struct attempt) items;
};

/*
 * Returns a run for each attempt: with the fault if IS_FAULTY, else without it. NUMBER means the
 * same as in explore_run_side().
 */
static struct variant_run *make_runs(const struct tester *tester, const struct attempts *attempts,
				     const struct variant_run *variants, uint32_t number,
				     bool is_faulty)
{
	struct variant_run *runs = xcalloc(attempts->items.count + 1, sizeof(*runs));

	for (size_t i = 0; i < attempts->items.count; i++) {
		const struct attempt *attempt = &attempts->items.items[i];
		const struct variant_run *variant = &variants[attempt->of];

		runs[i] = (struct variant_run){
			.test = variant->test,
			.branches = variant->branches,
			.nr_branches = variant->nr_branches,
			.mutant = is_faulty ? tester->faults[attempt->fault].mutant : BRANCH_NONE,
			.checks = REMT_CHECKS_GO_ON,
			.probe = number ? 1 + (number - 1) % EXPLORE_NR_PROBES : 0,
			.scale = number ? VARIANT_PATIENCE : 1,
			.is_hasty = !number,
		};
	}
	return runs;
}

static void free_runs(struct variant_run *runs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		variant_run_deinit(&runs[i]);
	free(runs);
}

static bool differ(const struct tester *tester, const struct explore_variant *variant,
		   const struct observation *a, const struct observation *b)
{
	return explore_visible(tester->explore, variant) &
	       explore_compare_again(tester->explore, true, a, b);
}

/*
 * Runs the remaining attempts once more, with the fault and without it, and drops those that do not
 * differ again.
 */
static struct error *repeat(struct tester *tester, const struct explore_variant *explored,
			    const struct variant_run *variants, struct attempts *attempts,
			    uint32_t number)
{
	struct variant_run *faulty = make_runs(tester, attempts, variants, number, true);
	struct variant_run *plain = make_runs(tester, attempts, variants, number, false);
	size_t count = attempts->items.count, kept = 0;
	struct error *err = run_all(tester, faulty, count);

	if (!err)
		err = run_all(tester, plain, count);
	for (size_t i = 0; !err && i < count; i++) {
		struct attempt *attempt = &attempts->items.items[i];

		if (!faulty[i].seen.problem && !plain[i].seen.problem &&
		    differ(tester, &explored[attempt->of], &plain[i].seen, &faulty[i].seen) &&
		    !differ(tester, &explored[attempt->of], &plain[i].seen,
			    &variants[attempt->of].seen))
			attempts->items.items[kept++] = *attempt;
	}
	attempts->items.count = err ? count : kept;
	free_runs(faulty, count);
	free_runs(plain, count);
	return err;
}

/* True if another test goes the way that the variant's negation opens. */
static bool is_executed(const struct tester *tester, const struct explore_variant *variant)
{
	const struct explore *explore = tester->explore;
	uint32_t branch = explore_pair(explore, variant->pairs[0])->new;
	uint8_t own = explore->new->ways[explore->tests.items[variant->test].new][branch], all = 0;

	for (size_t t = 0; t < campaign_tests(explore->new->campaign)->nr_tests; t++)
		all |= explore->new->ways[t] ? explore->new->ways[t][branch] : 0;
	return all != own;
}

static bool is_worth_a_run(const struct fault *fault, bool is_vl)
{
	return !fault->is_killed && !(is_vl ? fault->is_by_vl : fault->is_by_ql);
}

static void collect(const struct tester *tester, const struct explore_variant *explored,
		    const struct variant_run *variants, size_t count, bool is_vl,
		    struct attempts *ret)
{
	for (uint32_t v = 0; v < count; v++) {
		if (is_executed(tester, &explored[v]) == is_vl || variants[v].seen.problem ||
		    variants[v].seen.limit != LIMIT_NONE)
			continue;
		for (uint32_t f = 0; f < tester->nr_faults; f++) {
			struct attempt attempt = { .fault = f, .of = v };

			if (is_infected(tester, &variants[v].coverage, tester->faults[f].mutant) ||
			    is_early(tester, variants[v].test, tester->faults[f].mutant))
				vec_push(&ret->items, attempt);
		}
	}
}

/*
 * Takes up to PER_ROUND attempts of each fault out of ALL, and drops attempts that would tell
 * nothing new.
 */
static struct attempts take_round(const struct tester *tester,
				  const struct explore_variant *explored, struct attempts *all)
{
	uint32_t *taken = xcalloc(tester->nr_faults + 1, sizeof(*taken));
	struct attempts round = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < all->items.count; i++) {
		struct attempt attempt = all->items.items[i];

		if (!is_worth_a_run(&tester->faults[attempt.fault],
				    !is_executed(tester, &explored[attempt.of])))
			continue;
		if (taken[attempt.fault]++ < PER_ROUND)
			vec_push(&round.items, attempt);
		else
			all->items.items[kept++] = attempt;
	}
	all->items.count = kept;
	free(taken);
	return round;
}

/* Runs the attempts of one round, and notes the faults that some attempt finds. */
static struct error *try_round(struct tester *tester, const struct explore_variant *explored,
			       const struct variant_run *variants, struct attempts *round)
{
	struct explore *explore = tester->explore;
	struct variant_run *first = make_runs(tester, round, variants, 0, true);
	size_t count = round->items.count, kept = 0;
	struct error *err = run_all(tester, first, count);

	for (size_t i = 0; !err && i < count; i++) {
		struct attempt attempt = round->items.items[i];

		if (!first[i].seen.problem && differ(tester, &explored[attempt.of],
						     &variants[attempt.of].seen, &first[i].seen))
			round->items.items[kept++] = attempt;
	}
	round->items.count = err ? count : kept;
	for (uint32_t n = 1; n < explore->opts->repeats && !err && round->items.count &&
			     !explore_is_cancelled(explore);
	     n++)
		err = repeat(tester, explored, variants, round, n);
	for (size_t i = 0; !err && !explore_is_cancelled(explore) && i < round->items.count; i++) {
		struct fault *fault = &tester->faults[round->items.items[i].fault];

		fault->is_by_ql = true;
		fault->is_by_vl |= !is_executed(tester, &explored[round->items.items[i].of]);
	}
	free_runs(first, count);
	return err;
}

/*
 * Tries the faults with COUNT variants, in rounds, as most faults need few variants. Variants that
 * count for both lists come first.
 */
static struct error *test_chunk(struct tester *tester, const struct explore_variant *explored,
				size_t count)
{
	struct explore *explore = tester->explore;
	struct variant_run *variants = NULL;
	struct attempts all = { 0 };
	struct error *err = explore_run_side(explore, explored, count, true, 0, &variants);

	if (err)
		return err;
	collect(tester, explored, variants, count, true, &all);
	collect(tester, explored, variants, count, false, &all);
	while (!err && all.items.count && !explore_is_cancelled(explore)) {
		struct attempts round = take_round(tester, explored, &all);

		err = try_round(tester, explored, variants, &round);
		vec_deinit(&round.items);
	}
	explore_free_runs(variants, count);
	vec_deinit(&all.items);
	return err;
}

struct error *faults_run(struct explore *explore, const struct faults_opts *opts,
			 struct faults *ret)
{
	struct tester tester = { .explore = explore, .result = ret };
	size_t count = explore->first.count;
	uint64_t begin_us = clock_us();
	struct error *err;

	*ret = (struct faults){ 0 };
	choose(&tester, opts);
	err = tester.nr_faults ? kill_faults(&tester)
			       : error_create(ERROR_UNUSABLE,
					      "the new version has no mutants: build it with "
					      "-fplugin-arg-remt-preset=default,iso");
	for (size_t i = 0; i < count && !err && !explore_is_cancelled(explore); i += CHUNK) {
		explore_tell_progress(explore, "faults", begin_us, i, count);
		err = test_chunk(&tester, &explore->first.items[i],
				 count - i < CHUNK ? count - i : CHUNK);
	}
	explore->opts->events->progress(explore->opts->events->arg, NULL);
	for (uint32_t f = 0; f < tester.nr_faults; f++) {
		ret->nr_ql += tester.faults[f].is_by_ql;
		ret->nr_vl += tester.faults[f].is_by_vl;
	}
	free(tester.faults);
	return err;
}
