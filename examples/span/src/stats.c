/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats.h"

void stats_add(struct stats *stats, long value)
{
	if (stats->count == 0 || value < stats->shortest)
		stats->shortest = value;
	if (stats->count == 0 || value > stats->longest)
		stats->longest = value;
	stats->sum += value;
	stats->count++;
}

long stats_mean(const struct stats *stats)
{
	if (stats->count == 0)
		return 0;
	return (stats->sum + stats->count / 2) / stats->count;
}

int stats_compare(const struct stats *stats, long value)
{
	long mean = stats_mean(stats);
	long margin = mean / 10;

	if (value < mean - margin)
		return -1;
	if (value > mean + margin)
		return 1;
	return 0;
}
