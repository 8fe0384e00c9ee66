/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What variants execute that no test does, counted in branches of the new version. */
#ifndef ISO_GAIN_H
#define ISO_GAIN_H

#include "iso/explore.h"

struct gain {
	size_t nr_branches;
	uint8_t *suite;	   /* by branch: ways that some test goes */
	uint8_t *variants; /* by branch: ways that some variant went */
};

/* GAIN is to be given to gain_deinit(). */
void gain_init(struct gain *gain, const struct side *new);
void gain_deinit(struct gain *gain);

/* A variant went these ways, by branch. */
void gain_add(struct gain *gain, const uint8_t *ways);

/* Counts what the suite does not execute. */
void gain_count_suite(const struct gain *gain, struct explore_coverage *coverage);
/* Counts what of this the variants so far did, all of which up to one depth. */
void gain_count_depth(const struct gain *gain, struct explore_coverage *coverage);

#endif
