/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layouts: where the linker, the stack and the heap put what a test uses. Code that decides by the
 * low bits of addresses (plugin/lower/decision.h) can act differently in another build of the same
 * source, and so can its mutants.
 *
 *   1. layouts_cover()    runs the unmutated tests as if their objects lay N bytes further
 *   2. layouts_extend()   adds the places that only those runs reach to the coverage
 *   3. layouts_next()     tells in which layouts a cell has to be run again
 *
 * A test without such a decision has no layouts and costs nothing.
 */
#ifndef RUNNER_BASELINE_LAYOUTS_H
#define RUNNER_BASELINE_LAYOUTS_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/baseline/baseline.h"

struct layouts_opts {
	const struct inventory *inventory;
	const struct test_list *list;
	const char *scratch; /* existing directory on tmpfs */
	unsigned timeout_ms; /* limit of each run */
	const volatile sig_atomic_t *cancelled;
};

/*
 * Runs the tests that take part in each layout that their BASELINES ask for, and adds the layouts
 * there.
 */
struct error *layouts_cover(const struct layouts_opts *opts, struct coverage_reader *reader,
			    struct worker_pool *pool, const struct events *events,
			    struct baseline *baselines) MUST_CHECK;

/* Adds entries for places that only other layouts reach (is_elsewhere), for the plan. */
void layouts_extend(struct baseline *baseline);

/*
 * Returns the number of the next layout, behind AFTER (0: from the start), in which the test of
 * BASELINE has to run the mutant; 0: none.
 */
uint32_t layouts_next(const struct inventory *inventory, const struct baseline *baseline,
		      uint32_t mutant, uint32_t after);
/* Returns the layout NUMBER; NULL for 0, the layout of this build. */
const struct layout *layouts_find(const struct baseline *baseline, uint32_t number);
/* True if the test reaches the mutant in LAYOUT. */
bool layout_reaches(const struct inventory *inventory, const struct baseline *baseline,
		    const struct layout *layout, uint32_t mutant);

#endif
