/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deliberately thin: it never asks for the edges of stats_compare(). */
#include "check.h"
#include "stats.h"

int main(void)
{
	struct stats stats = { 0 };

	CHECK(stats_mean(&stats) == 0);
	stats_add(&stats, 10);
	stats_add(&stats, 30);
	stats_add(&stats, 20);
	CHECK(stats.count == 3);
	CHECK(stats.shortest == 10);
	CHECK(stats.longest == 30);
	CHECK(stats_mean(&stats) == 20);
	CHECK(stats_compare(&stats, 5) == -1);
	CHECK(stats_compare(&stats, 20) == 0);
	CHECK(stats_compare(&stats, 50) == 1);
	return 0;
}
