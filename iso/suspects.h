/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Suspects: variants whose first runs differ between the versions.  They are run again, and those
 * that differ from themselves are dropped (section 3.5 of "Isomorphic Regression Testing").
 */
#ifndef ISO_SUSPECTS_H
#define ISO_SUSPECTS_H

#include "iso/explore_state.h"
#include "iso/outcome.h"

struct suspect {
	const struct explore_variant *variant; /* this and the next are borrowed */
	struct variant_run *old, *new;	       /* first runs */
	struct outcome *outcome;	       /* borrowed; it has what the first runs differ in */
	bool is_cut; /* the first run of the new version met a limit, and another took its place */
};

struct suspects {
	VEC(struct suspect) items;
};

/* Completes the outcomes; what was seen in first runs moves there. */
struct error *suspects_judge(struct explore *explore, struct suspects *suspects) MUST_CHECK;

#endif
