/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branch exploration: Algorithm 2 of "Isomorphic Regression Testing" (Zhang et al., FSE 2016).
 * Each test runs both versions, then variants of both in which the same conditions are negated,
 * breadth-first by the number of negations; what it does then is compared.
 *
 * A negation set is explored once per test.  Candidates are the isomorphic branches of which the
 * test goes one way only, in the old or the new version: all of these (list QL), or those that no
 * test goes (VL).  From the second negation on, a set is made only for a way that no earlier
 * variant went.
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
	EXPLORE_QL, /* of each test: the ways that it does not go */
	EXPLORE_VL, /* the ways that no test goes */
};

struct explore_opts {
	enum explore_list list;
	uint32_t depth;	  /* negations of one variant; 0: as many as lead somewhere */
	uint32_t repeats; /* runs of a variant, at least 2, that must agree */
	bool unexplained; /* also variants that execute nothing changed are run in the old version
			   */
	struct journal *journal; /* in which outcomes are kept; NULL: none */
	const struct normal *normal;
	const struct events *events;
	const volatile sig_atomic_t *cancelled;
};

/* A test of both versions. */
struct explore_test {
	const char *name;      /* borrowed */
	uint32_t old, new;     /* its index in each */
	observed_set unstable; /* what differs from run to run of one version: not looked at */
	observed_set plain; /* what differs between the versions without any negation: the same */
	struct observation seen_old, seen_new; /* if so */
};

/* A negation set and a test. */
struct explore_variant {
	uint32_t test;	 /* of explore.tests */
	uint32_t *pairs; /* sorted; owned */
	uint32_t nr_pairs;
};

/* A variant that differs between the versions, in all of its runs in the same way. */
struct explore_finding {
	struct explore_variant variant;
	observed_set differing;
	struct observation seen_old, seen_new;
	struct cause cause;	/* without blocks: no change in the code explains it */
	struct account account; /* by what is expected */
};

struct explore_counts {
	uint32_t nr_common, nr_only_old, nr_only_new; /* tests */
	uint64_t nr_variants, nr_runs;
	uint64_t nr_sets;     /* negation sets of these, whatever the test */
	uint64_t nr_recalled; /* variants whose outcome was known */
	uint64_t nr_untouched; /* that executed nothing changed, and were not run in the old version
				*/
	uint64_t nr_unstable; /* variants that differed from themselves */
	uint64_t nr_broken;   /* that crash or hang in all versions in which they were run */
	uint64_t nr_endless;  /* of these, that met a limit in both */
	uint64_t nr_invalid;  /* without a result */
	char *invalid;	      /* why the first of these; owned */
	uint32_t depth;	      /* of the deepest variant */
	bool is_cancelled;    /* or ended by an error: not all variants were run */
};

/* Branches of the new version, one for each way of a condition. */
struct explore_coverage {
	uint32_t nr_ways;      /* all */
	uint32_t nr_uncovered; /* by the suite */
	uint32_t nr_reachable; /* of these: a test goes the other way */
	VEC(uint32_t)
	gained; /* by depth, from 1 on: uncovered ones that some variant up to it executed */
};

struct explore {
	const struct explore_opts *opts;
	struct side *old, *new;
	const struct isomorphism *isomorphism;
	VEC(struct explore_test) tests;
	VEC(struct explore_variant) first; /* all with one negation */
	VEC(struct explore_finding) findings;
	struct explore_counts counts;
	struct explore_coverage coverage;
};

/* All borrowed, and alive as long as RET, which is to be given to explore_deinit() in any case. */
struct error *explore_run(const struct explore_opts *opts, struct side *old, struct side *new,
			  const struct isomorphism *isomorphism, struct explore *ret) MUST_CHECK;
void explore_deinit(struct explore *explore);

#endif
