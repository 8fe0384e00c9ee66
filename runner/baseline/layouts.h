/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layouts: where the linker, the stack and the heap put what a test uses.  Code that decides by the
 * low bits of addresses (plugin/lower/decision.h) can do otherwise in another build of the same source,
 * and mutants with it.
 *
 *   1. layouts_cover()    the unmutated tests as if their objects lay N bytes further
 *   2. layouts_extend()   adds what they reach only there to their coverage: cells of the plan
 *   3. layouts_next()     in which layouts a cell has to be run again
 *
 * A test that decides by no address which could be another one has no layouts, and costs nothing.
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
	unsigned timeout_ms; /* of each run */
	const volatile sig_atomic_t *cancelled;
};

/* Runs the tests that take part, and whose BASELINES ask for it; the layouts go there. */
struct error *layouts_cover(const struct layouts_opts *opts, struct coverage_reader *reader,
			    struct worker_pool *pool, const struct events *events,
			    struct baseline *baselines) MUST_CHECK;

/* For the plan: entries of places that only other layouts reach (is_elsewhere). */
void layouts_extend(struct baseline *baseline);

/* The number of the next layout in which the mutant has to be run by the test of BASELINE, from AFTER on, which is 0 or the
 * last one; 0: there is none. */
uint32_t layouts_next(const struct inventory *inventory, const struct baseline *baseline,
		      uint32_t mutant, uint32_t after);
/* The layout NUMBER; NULL: 0, how objects lie in this build. */
const struct layout *layouts_find(const struct baseline *baseline, uint32_t number);
/* True if the test reaches the mutant there. */
bool layout_reaches(const struct inventory *inventory, const struct baseline *baseline,
		    const struct layout *layout, uint32_t mutant);

#endif
