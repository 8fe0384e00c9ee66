/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of an exploration share. */
#ifndef ISO_EXPLORE_STATE_H
#define ISO_EXPLORE_STATE_H

#include "iso/cause.h"
#include "iso/explore.h"
#include "iso/variant.h"

enum {
	EXPLORE_NR_PROBES = 4, /* environments of different size */
	EXPLORE_MORE = 5,      /* times as many runs of tests that differ from run to run */
};

static inline const struct isomorphism_pair *explore_pair(const struct explore *explore,
							  uint32_t pair)
{
	return &explore->isomorphism->pairs.items[pair];
}

/* The branch of one of the versions. */
static inline uint32_t explore_branch(const struct explore *explore, uint32_t pair, bool is_new)
{
	return is_new ? explore_pair(explore, pair)->new : explore_pair(explore, pair)->old;
}

/* True if sets with more negations than the variant's may follow from what it does. */
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
 * Runs COUNT variants in one version; *RET, to be given to explore_free_runs(), has a run for each.
 * NUMBER 0: the first time, with the ways that they go, of the old version only if more variants
 * may follow from that; else once more, with more time, other addresses and another environment.
 */
struct error *explore_run_side(struct explore *explore, const struct explore_variant *variants,
			       size_t count, bool is_new, uint32_t number,
			       struct variant_run **ret) MUST_CHECK;
/* The same once in the new version, with the ways that they go, and the time of repeated runs. */
struct error *explore_trace_patiently(struct explore *explore,
				      const struct explore_variant *variants, size_t count,
				      struct variant_run **ret) MUST_CHECK;
/* NULL is allowed. */
void explore_free_runs(struct variant_run *runs, size_t count);

/* Of its test and its pairs. */
uint64_t explore_hash_variant(const struct explore_variant *variant);
/* Its pairs are owned by the caller. */
struct explore_variant explore_copy_variant(const struct explore_variant *variant);
/* What sees the runs of one version. */
struct observer explore_observer(const struct explore *explore, bool is_new);
/* In what a run of the old version and one of the new one differ. */
observed_set explore_compare(const struct explore *explore, const struct observation *old,
			     const struct observation *new);
/* The same of two runs of one version. */
observed_set explore_compare_again(const struct explore *explore, bool is_new,
				   const struct observation *a, const struct observation *b);
/* Runs of a variant of TEST that must agree. */
uint32_t explore_count_wanted(const struct explore *explore, uint32_t test);
/* What is looked at in runs of the variant's test. */
observed_set explore_visible(const struct explore *explore, const struct explore_variant *variant);

/* What TRACED, a run of the variant in the new version, has executed; SEEN: how it ended. */
struct cause_run explore_cause_run(const struct explore *explore,
				   const struct explore_variant *variant,
				   const struct variant_run *traced,
				   const struct observation *seen);

/* Why runs of the variant say nothing; owned by the caller. */
char *explore_tell_problem(const struct explore *explore, const struct explore_variant *variant,
			   const char *why) RETURNS_NONNULL MUST_CHECK;

/* How much of a PHASE is done that began at BEGIN_US (clock_us()). */
void explore_tell_progress(const struct explore *explore, const char *phase, uint64_t begin_us,
			   uint64_t done, uint64_t total);

#endif
