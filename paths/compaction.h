/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of some tests are enough to kill what all of them kill: a greedy cover (Johnson, STOC 1973), and of that nothing that
 * the others make needless, from its last test to the first (reverse-order compaction: "Automatic Test Generation for
 * Mutation Testing", chapter 5).
 */
#ifndef PATHS_COMPACTION_H
#define PATHS_COMPACTION_H

#include <stdbool.h>
#include <stddef.h>

/*
 * KILLS has a row of NR_TESTS for each of NR_MUTANTS: the test kills it. KEPT, of NR_TESTS, gets true for the tests that are
 * enough; of equal ones the first is taken.
 */
void compaction_find(const bool *kills, size_t nr_mutants, size_t nr_tests, bool *kept);

#endif
