/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compacted set kills what all tests kill, has nothing needless, and is no larger than a greedy cover. */
#include "unit.h"

#include <string.h>

#include "common/random.h"
#include "paths/compaction.h"

enum { NR_MUTANTS = 60, NR_TESTS = 25, NR_ROUNDS = 200 };

static size_t count_kept(const bool *kept, size_t number)
{
	size_t ret = 0;

	for (size_t t = 0; t < number; t++)
		ret += kept[t];
	return ret;
}

static bool is_killed(const bool *row, const bool *kept)
{
	for (size_t t = 0; t < NR_TESTS; t++) {
		if (row[t] && kept[t])
			return true;
	}
	return false;
}

TEST(no_kill_is_lost_and_nothing_is_needless)
{
	bool kills[NR_MUTANTS * NR_TESTS], kept[NR_TESTS], all[NR_TESTS];
	uint64_t state = 5;

	memset(all, true, sizeof(all));
	for (unsigned round = 0; round < NR_ROUNDS; round++) {
		for (size_t i = 0; i < NR_MUTANTS * NR_TESTS; i++)
			kills[i] = random_pick(&state, 8) == 0;
		compaction_find(kills, NR_MUTANTS, NR_TESTS, kept);
		for (size_t i = 0; i < NR_MUTANTS; i++)
			CHECK_INT(is_killed(kills + i * NR_TESTS, kept), ==,
				  is_killed(kills + i * NR_TESTS, all));
		for (size_t t = 0; t < NR_TESTS; t++) {
			bool is_needed = false;

			if (!kept[t])
				continue;
			kept[t] = false;
			for (size_t i = 0; i < NR_MUTANTS; i++)
				is_needed |= kills[i * NR_TESTS + t] &&
					     !is_killed(kills + i * NR_TESTS, kept);
			kept[t] = true;
			CHECK(is_needed);
		}
	}
}

TEST(a_greedy_choice_that_others_make_needless_is_dropped)
{
	/* The third test kills most, and the first two kill all. */
	static const bool kills[] = {
		true,  false, true, true,  false, true, true,  false, false,
		false, true,  true, false, true,  true, false, true,  false,
	};
	bool kept[3];

	compaction_find(kills, 6, 3, kept);
	CHECK(kept[0] && kept[1] && !kept[2]);
}

TEST(tests_that_kill_nothing_are_not_kept)
{
	static const bool kills[] = { false, true, false, false, true, false };
	bool kept[3];

	compaction_find(kills, 2, 3, kept);
	CHECK_INT(count_kept(kept, 3), ==, 1);
	CHECK(kept[1]);
	compaction_find(kills, 0, 3, kept);
	CHECK_INT(count_kept(kept, 3), ==, 0);
}
