/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of how variants of one version can be split off their tests (runner/split.h): how
 * many were, and why others were not.
 */
#ifndef ISO_SIDE_SPLIT_H
#define ISO_SIDE_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct side;

/* Of one test. */
struct side_split_test {
	uint64_t nr_refused; /* variants that could not be split off */
	char why[120];	     /* the first reason; "" if there is none */
	uint32_t nr_barren;  /* variants in batches that decided none */
	uint32_t nr_doubts;  /* batches of which much does not count, as their trunk was lost */
	bool is_over;	     /* nothing is split off it any more */
};

struct side_split {
	uint64_t nr_runs; /* that were split off */
	struct side_split_test *tests;
};

void side_split_init(struct side_split *split, size_t nr_tests);
void side_split_deinit(struct side_split *split);

/* A variant of TEST has to be run in another way; WHY may be "". */
void side_split_refuse(struct side_split *split, uint32_t test, const char *why);
/* The reason counts more than those of single variants. */
void side_split_give_up(struct side_split *split, uint32_t test, const char *why);

/* Says which tests' variants could not be split off. */
void side_split_tell(const struct side *side);

#endif
