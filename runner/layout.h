/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layouts: where the linker, the stack and the heap put what a test uses.  Code that decides by the
 * low bits of addresses (plugin/decision.h) can do otherwise in another build of the same source,
 * and mutants with it.
 *
 *   1. layouts_cover()    the unmutated tests as if their objects lay N bytes further
 *   2. layouts_extend()   adds what they reach only there to their coverage: cells of the plan
 *   3. layouts_next()     in which layouts a cell has to be run again
 *
 * A test that decides by no address which could be another one has no layouts, and costs nothing.
 */
#ifndef RUNNER_LAYOUT_H
#define RUNNER_LAYOUT_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/baseline.h"
#include "runner/plan.h"

/* One layout in which a test's cells may have other verdicts. */
struct layout {
	bool is_alike; /* the unmutated test does what it does in this build, or in an earlier one:
			  only mutants of the decisions themselves can tell */
	uint32_t shift;		  /* bytes; 0: other addresses of stack, heap and modules */
	struct coverage coverage; /* of the unmutated test; of shift 0: none */
};

struct layouts_opts {
	const struct inventory *inventory;
	const struct test_list *list;
	const char *scratch; /* existing directory on tmpfs */
	unsigned timeout_ms; /* of each run */
	const volatile sig_atomic_t *cancelled;
};

/* Runs the tests that take part, and whose BASELINES ask for it; the layouts go there. */
struct error *layouts_cover(const struct layouts_opts *opts, struct coverage_reader *reader,
			    struct crew *crew, const struct events *events,
			    struct baseline *baselines) MUST_CHECK;
void layouts_deinit(struct baseline *baseline);

/* For the plan: entries of places that only other layouts reach (is_elsewhere). */
void layouts_extend(struct baseline *baseline);

/* The number of the next layout in which the cell has to be run, from AFTER on, which is 0 or the
 * last one; 0: there is none. */
uint32_t layouts_next(const struct inventory *inventory, const struct baseline *baseline,
		      struct plan_cell cell, uint32_t after);
/* The layout NUMBER; NULL: 0, how objects lie in this build. */
const struct layout *layouts_find(const struct baseline *baseline, uint32_t number);
/* True if the test reaches the mutant there. */
bool layout_reaches(const struct inventory *inventory, const struct baseline *baseline,
		    const struct layout *layout, struct plan_cell cell);
/* "3 bytes further"; owned by the caller. */
char *layout_name(const struct layout *layout) RETURNS_NONNULL MUST_CHECK;

#endif
