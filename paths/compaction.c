/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/compaction.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

/* Returns how many rows that are not COVERED the test has. */
static size_t count(const bool *kills, size_t nr_mutants, size_t nr_tests, size_t test,
		    const bool *covered)
{
	size_t ret = 0;

	for (size_t i = 0; i < nr_mutants; i++)
		ret += !covered[i] && kills[i * nr_tests + test];
	return ret;
}

/* Keeps the test that covers the most; its number is returned, NR_TESTS if none covers more. */
static size_t take_best(const bool *kills, size_t nr_mutants, size_t nr_tests, bool *covered)
{
	size_t best = nr_tests, most = 0;

	for (size_t t = 0; t < nr_tests; t++) {
		size_t number = count(kills, nr_mutants, nr_tests, t, covered);

		if (number > most) {
			most = number;
			best = t;
		}
	}
	for (size_t i = 0; best < nr_tests && i < nr_mutants; i++)
		covered[i] |= kills[i * nr_tests + best];
	return best;
}

/* True if each mutant that TEST kills is killed by another one that is kept. */
static bool is_needless(const bool *kills, size_t nr_mutants, size_t nr_tests, size_t test,
			const bool *kept)
{
	for (size_t i = 0; i < nr_mutants; i++) {
		const bool *row = kills + i * nr_tests;
		bool is_killed = !row[test];

		for (size_t t = 0; t < nr_tests && !is_killed; t++)
			is_killed = kept[t] && t != test && row[t];
		if (!is_killed)
			return false;
	}
	return true;
}

void compaction_find(const bool *kills, size_t nr_mutants, size_t nr_tests, bool *kept)
{
	_cleanup_free_ bool *covered = xcalloc(nr_mutants + 1, sizeof(*covered));
	_cleanup_free_ size_t *order = xcalloc(nr_tests + 1, sizeof(*order));
	size_t number = 0, best;

	memset(kept, 0, nr_tests * sizeof(*kept));
	while ((best = take_best(kills, nr_mutants, nr_tests, covered)) < nr_tests) {
		order[number++] = best;
		kept[best] = true;
	}
	while (number--) {
		if (is_needless(kills, nr_mutants, nr_tests, order[number], kept))
			kept[order[number]] = false;
	}
}
