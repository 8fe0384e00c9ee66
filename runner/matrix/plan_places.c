/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/matrix/plan_places.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* Approximate time to start a test's fork-server in a fresh view. */
#define START_US 8000

/* A test that reaches a place, while the order is made. */
struct candidate {
	uint32_t test;
	/* binary magnitude of the cost: within a factor of 2, tests are equally expensive */
	uint32_t magnitude;
	uint32_t count;
};

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->magnitude != y->magnitude)
		return x->magnitude < y->magnitude ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return (x->test > y->test) - (x->test < y->test);
}

static uint32_t magnitude(uint64_t cost_us)
{
	return cost_us ? 64 - (uint32_t)__builtin_clzll(cost_us) : 0;
}

/*
 * Cheap tests come first; among equally expensive ones, those that execute the place most often. A
 * mutant that the first test does not kill is hardly killed by the next ones. So tests that are
 * cheaper than a start have one order for all places, and each is started once for all these
 * mutants.
 */
static void order_place(const struct plan_test *all, uint32_t place, uint32_t *tests,
			uint32_t count, struct candidate *scratch)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct coverage_entry *entry = coverage_find(all[tests[i]].coverage, place);

		scratch[i] = (struct candidate){ tests[i], magnitude(all[tests[i]].cost_us),
						 entry->count };
	}
	qsort(scratch, count, sizeof(*scratch), compare_candidates);
	for (uint32_t i = 1; i < count; i++)
		if (scratch[i].magnitude < magnitude(START_US))
			scratch[i].count = 0;
	if (count)
		qsort(scratch + 1, count - 1, sizeof(*scratch), compare_candidates);
	for (uint32_t i = 0; i < count; i++)
		tests[i] = scratch[i].test;
}

/* Returns how many places TEST reaches. */
static size_t count_entries(const struct plan_test *test)
{
	return test->coverage ? test->coverage->nr_entries : 0;
}

void plan_places_find(uint32_t nr_places, const struct plan_test *tests, uint32_t nr_tests,
		      uint32_t **ret_start, uint32_t **ret_tests)
{
	uint32_t *start = xcalloc(nr_places + 2, sizeof(*start));
	struct candidate *scratch = xcalloc(nr_tests + 1, sizeof(*scratch));
	uint32_t *listed;

	for (uint32_t t = 0; t < nr_tests; t++)
		for (size_t i = 0; i < count_entries(&tests[t]); i++)
			start[tests[t].coverage->entries[i].place + 2]++;
	for (uint32_t p = 0; p < nr_places; p++)
		start[p + 2] += start[p + 1];
	listed = xcalloc(start[nr_places + 1] + 1, sizeof(*listed));
	for (uint32_t t = 0; t < nr_tests; t++)
		for (size_t i = 0; i < count_entries(&tests[t]); i++)
			listed[start[tests[t].coverage->entries[i].place + 1]++] = t;
	for (uint32_t p = 0; p < nr_places; p++)
		order_place(tests, p, listed + start[p], start[p + 1] - start[p], scratch);
	free(scratch);
	*ret_start = start;
	*ret_tests = listed;
}
