/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State and helpers that the parts of an exploration share; private to iso/. */
#ifndef ISO_EXPLORE_STATE_H
#define ISO_EXPLORE_STATE_H

#include "iso/cause.h"
#include "iso/explore.h"
#include "iso/variant.h"

enum {
	EXPLORE_NR_PROBES = 4, /* number of different environment sizes that repeated runs use */
	EXPLORE_MORE = 5, /* factor by which tests that differ from run to run need more runs */
};

static inline const struct isomorphism_pair *explore_pair(const struct explore *explore,
							  uint32_t pair)
{
	return &explore->isomorphism->pairs.items[pair];
}

/* Returns the number of the pair's branch in the new or the old version. */
static inline uint32_t explore_branch(const struct explore *explore, uint32_t pair, bool is_new)
{
	return is_new ? explore_pair(explore, pair)->new : explore_pair(explore, pair)->old;
}

/* True if the exploration may add negations to the variant, depending on what it does. */
static inline bool explore_goes_on(const struct explore *explore,
				   const struct explore_variant *variant)
{
	return explore->opts->depth == 0 || variant->nr_pairs < explore->opts->depth;
}

static inline bool explore_is_cancelled(const struct explore *explore)
{
	return explore->opts->cancelled && *explore->opts->cancelled;
}

/*
 * Runs COUNT variants once in one version. *RET has one run per variant; the caller gives it to
 * explore_free_runs().
 *
 * NUMBER 0 is the first run. It tells the ways that the variants go: always in the new version,
 * and in the old version only if more negations may be added. It has little time if the variant
 * has negations.
 *
 * NUMBER 1 and more are repeated runs. They have more time, other addresses and another
 * environment, and do not tell the ways.
 */
struct error *explore_run_side(struct explore *explore, const struct explore_variant *variants,
			       size_t count, bool is_new, uint32_t number,
			       struct variant_run **ret) MUST_CHECK;
/*
 * Runs COUNT variants once in the new version, with the time of repeated runs, and tells the ways
 * that they go. The caller gives *RET to explore_free_runs().
 */
struct error *explore_trace_patiently(struct explore *explore,
				      const struct explore_variant *variants, size_t count,
				      struct variant_run **ret) MUST_CHECK;
/* Frees what explore_run_side() or explore_trace_patiently() made; RUNS may be NULL. */
void explore_free_runs(struct variant_run *runs, size_t count);

/* Returns a hash of the variant's test and pairs. */
uint64_t explore_hash_variant(const struct explore_variant *variant);
/* Returns a copy of VARIANT; the caller owns the copy's pairs. */
struct explore_variant explore_copy_variant(const struct explore_variant *variant);
/* Returns the observer of the runs of the new or the old version. */
struct observer explore_observer(const struct explore *explore, bool is_new);
/* Returns in what a run of the old version and a run of the new version differ. */
observed_set explore_compare(const struct explore *explore, const struct observation *old,
			     const struct observation *new);
/* Returns in what two runs of the same version differ. */
observed_set explore_compare_again(const struct explore *explore, bool is_new,
				   const struct observation *a, const struct observation *b);
/* Returns how many runs of a variant of TEST must agree. */
uint32_t explore_count_wanted(const struct explore *explore, uint32_t test);
/* Returns which outputs are compared in runs of the variant's test. */
observed_set explore_visible(const struct explore *explore, const struct explore_variant *variant);

/*
 * Returns what the run TRACED of the variant in the new version has executed. SEEN tells how the
 * run ended. The result borrows from TRACED and EXPLORE.
 */
struct cause_run explore_cause_run(const struct explore *explore,
				   const struct explore_variant *variant,
				   const struct variant_run *traced,
				   const struct observation *seen);

/*
 * Returns "TEST: WHY", the reason why the runs of the variant have no usable result; owned by the
 * caller.
 */
char *explore_tell_problem(const struct explore *explore, const struct explore_variant *variant,
			   const char *why) RETURNS_NONNULL MUST_CHECK;

/*
 * Tells the user that DONE of TOTAL steps of PHASE are done; the phase began at BEGIN_US
 * (clock_us()).
 */
void explore_tell_progress(const struct explore *explore, const char *phase, uint64_t begin_us,
			   uint64_t done, uint64_t total);

#endif
