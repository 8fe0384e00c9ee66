/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Suspects: variants whose first runs differ between the versions.  They are run again, and those
 * that differ from themselves are dropped (section 3.5 of "Isomorphic Regression Testing").
 */
#ifndef ISO_SUSPECTS_H
#define ISO_SUSPECTS_H

#include "iso/explore_state.h"

struct suspect {
	const struct explore_variant *variant; /* this and the next are borrowed */
	struct variant_run *old, *new;	       /* first runs */
	observed_set differing;
	bool is_unstable, is_invalid;
};

struct suspects {
	VEC(struct suspect) items;
};

/* Adds those that hold to the findings of EXPLORE; what was seen in their first runs moves there.
 */
struct error *suspects_judge(struct explore *explore, struct suspects *suspects) MUST_CHECK;

#endif
