/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branch exploration: Algorithm 2 of "Isomorphic Regression Testing" (Zhang et al., FSE 2016). Each
 * test runs both versions, then variants of both in which the same conditions are negated (the old
 * one only if the new one executes changed code, or if `unexplained` asks for it). Variants are run
 * breadth-first by the number of negations. What the two versions do is compared.
 *
 * A negation set is explored once per test. Candidates are the isomorphic branches of which a run
 * of the test goes only one way, in the old or the new version. The list QL takes all of these, and
 * the list VL those whose other way no test goes. A set is made only for a way that no earlier run
 * of the test went, and that no earlier set was made for.
 *
 *	explore_run()		after side_open() of both versions and isomorphism_find()
 *	expected_judge(), witness_judge()	fill the accounts
 *	triage_find()		groups the findings
 *	explore_deinit()
 */
#ifndef ISO_EXPLORE_H
#define ISO_EXPLORE_H

#include "iso/account.h"
#include "iso/cause.h"
#include "iso/isomorphism.h"
#include "iso/observation.h"
#include "iso/side.h"

struct journal;

enum explore_list {
	EXPLORE_QL, /* the ways that the test itself does not go */
	EXPLORE_VL, /* the ways that no test goes */
};

struct explore_opts {
	enum explore_list list;
	/* The largest number of negations in a variant; 0: as many as lead somewhere. */
	uint32_t depth;
	uint32_t repeats; /* number of runs of a variant, at least 2, that must agree */
	/* Variants that execute no changed code are run in the old version, too. */
	bool unexplained;
	struct journal *journal; /* journal that keeps outcomes; NULL: none */
	const struct normal *normal;
	const struct events *events;
	const volatile sig_atomic_t *cancelled;
};

/* A test that both versions have. */
struct explore_test {
	const char *name;  /* borrowed */
	uint32_t old, new; /* index of the test in either side */
	/* outputs that differ between runs of one version; they are not compared */
	observed_set unstable;
	/*
	 * Outputs that differ between the versions without any negation; they are not compared
	 * either.
	 */
	observed_set plain;
	/* what the versions did, in normal form, if `plain` is not empty */
	struct observation seen_old, seen_new;
};

/* A variant: a negation set, and the test that runs it. */
struct explore_variant {
	uint32_t test; /* index in explore.tests */
	/* numbers of pairs of branches (isomorphism.pairs), in ascending order; owned */
	uint32_t *pairs;
	uint32_t nr_pairs;
};

/* A variant whose versions differ, in all of its runs in the same way. */
struct explore_finding {
	struct explore_variant variant;
	observed_set differing;
	struct observation seen_old, seen_new;
	/*
	 * Changed code that may explain the difference; it is empty if no change in the code does.
	 */
	struct cause cause;
	struct account account; /* what the expected changes say of the difference */
};

struct explore_counts {
	/* tests in both versions, in the old one only, in the new one only */
	uint32_t nr_common, nr_only_old, nr_only_new;
	uint64_t nr_variants, nr_runs;
	uint64_t nr_sets;     /* different negation sets among the variants, whatever the test */
	uint64_t nr_recalled; /* variants whose outcome the journal had */
	/* Variants that executed no changed code, and were not run in the old version. */
	uint64_t nr_untouched;
	uint64_t nr_unstable; /* variants whose runs of one version differ among themselves */
	uint64_t nr_broken; /* variants that crash or hang in each version in which they were run */
	/* of the broken variants, those that met a limit in each version in which they were run */
	uint64_t nr_endless;
	uint64_t nr_invalid; /* variants without a usable result */
	char *invalid; /* why the first invalid variant has no result; NULL: there is none; owned */
	uint32_t depth; /* largest number of negations in a variant that was run */
	/* The exploration was cancelled or ended by an error; not all variants were run. */
	bool is_cancelled;
};

/* Coverage of the new version, counted in ways: each condition has two. */
struct explore_coverage {
	uint32_t nr_ways;      /* all ways */
	uint32_t nr_uncovered; /* ways that no test goes */
	/*
	 * Of the uncovered ways, those whose condition some test evaluates, with the other result.
	 */
	uint32_t nr_reachable;
	/*
	 * By depth, element 0 for depth 1: uncovered ways that some variant of at most that depth
	 * goes.
	 */
	VEC(uint32_t)
	gained;
};

struct explore {
	const struct explore_opts *opts;
	struct side *old, *new;
	const struct isomorphism *isomorphism;
	VEC(struct explore_test) tests;
	VEC(struct explore_variant) first; /* all variants with one negation */
	VEC(struct explore_finding) findings;
	struct explore_counts counts;
	struct explore_coverage coverage;
};

/*
 * Explores the two versions. All arguments are borrowed and must outlive RET. The caller gives
 * RET to explore_deinit() in any case. ERROR_UNUSABLE if no usable test has the same name in both
 * versions.
 */
struct error *explore_run(const struct explore_opts *opts, struct side *old, struct side *new,
			  const struct isomorphism *isomorphism, struct explore *ret) MUST_CHECK;
void explore_deinit(struct explore *explore);

#endif
