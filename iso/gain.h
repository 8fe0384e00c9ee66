/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The gain of an exploration: the ways of the new version's branches that variants go and no test
 * does.
 *
 *	gain_init()
 *	gain_count_suite()	once
 *	gain_add()		once per variant
 *	gain_count_depth()	after the last variant of each depth
 *	gain_deinit()
 */
#ifndef ISO_GAIN_H
#define ISO_GAIN_H

#include "iso/explore.h"

struct gain {
	size_t nr_branches;
	uint8_t *suite;	   /* by branch: ways that some test goes */
	uint8_t *variants; /* by branch: ways that some variant went */
};

/* Reads the ways that the tests of NEW go. The caller gives GAIN to gain_deinit(). */
void gain_init(struct gain *gain, const struct side *new);
void gain_deinit(struct gain *gain);

/* Adds the ways, by branch, that a variant went. */
void gain_add(struct gain *gain, const uint8_t *ways);

/* Fills all of COVERAGE, which must be zero, but `gained`. */
void gain_count_suite(const struct gain *gain, struct explore_coverage *coverage);
/*
 * Appends to COVERAGE.gained how many ways only variants went so far. All variants up to the depth
 * must have been added, and none of a greater depth.
 */
void gain_count_depth(const struct gain *gain, struct explore_coverage *coverage);

#endif
