/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Suspects: variants whose first runs differ between the versions. Suspects are run again, and
 * those whose runs of one version differ among themselves are dropped (section 3.5 of "Isomorphic
 * Regression Testing").
 */
#ifndef ISO_SUSPECTS_H
#define ISO_SUSPECTS_H

#include "iso/explore_state.h"
#include "iso/outcome.h"

struct suspect {
	const struct explore_variant *variant; /* borrowed */
	struct variant_run *old, *new;	       /* first runs in both versions; borrowed */
	/* outcome, whose `differing` tells in what the first runs differ; borrowed */
	struct outcome *outcome;
	/* The first run of the new version met a limit, and a later run took its place. */
	bool is_cut;
};

struct suspects {
	VEC(struct suspect) items;
};

/*
 * Runs the suspects again and completes their outcomes. The observations of the first runs move
 * into the outcomes. After a cancellation the outcomes are not complete.
 */
struct error *suspects_judge(struct explore *explore, struct suspects *suspects) MUST_CHECK;

#endif
