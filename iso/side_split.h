/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bookkeeping of split-stream (runner/split/split.h) for one version: how many variants were split
 * off their tests, and why others could not be.
 *
 * 	side_split_init()
 * 	side_split_refuse(), side_split_give_up()
 * 	side_split_tell()	at the end
 * 	side_split_deinit()
 */
#ifndef ISO_SIDE_SPLIT_H
#define ISO_SIDE_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct side;

/* What is known of one test. */
struct side_split_test {
	uint64_t nr_refused; /* number of variants that could not be split off */
	/* the reason of give-up, else the first reason of a variant; "" if there is none */
	char why[120];
	uint32_t nr_barren; /* number of variants in batches that decided no variant */
	/* number of batches that lost many results because their trunk was lost */
	uint32_t nr_doubts;
	bool is_over; /* No variant of the test is split off any more. */
};

struct side_split {
	uint64_t nr_runs;	       /* number of variants that were split off */
	struct side_split_test *tests; /* by test; owned */
};

void side_split_init(struct side_split *split, size_t nr_tests);
void side_split_deinit(struct side_split *split);

/*
 * Notes that a variant of TEST must be run by itself because of WHY. If WHY is "", the reason is
 * that the variant's conditions were not met.
 */
void side_split_refuse(struct side_split *split, uint32_t test, const char *why);
/* Gives up splitting variants off TEST. WHY replaces the reason of single variants. */
void side_split_give_up(struct side_split *split, uint32_t test, const char *why);

/* Tells the user of which tests variants could not be split off, and why. */
void side_split_tell(const struct side *side);

#endif
