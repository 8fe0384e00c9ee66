/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Count, extremes and mean of a row of numbers, without keeping them. */
#ifndef STATS_H
#define STATS_H

struct stats {
	long count;
	long shortest, longest; /* 0 while count is 0 */
	long sum;
};

void stats_add(struct stats *stats, long value);

/* The mean, rounded to the nearest number; 0 of nothing. */
long stats_mean(const struct stats *stats);

/* How far VALUE is from the mean: -1 shorter, 0 within a tenth of it, 1 longer. */
int stats_compare(const struct stats *stats, long value);

#endif
