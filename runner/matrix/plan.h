/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan: which cells (mutant, test) are run, and which one next. Source of the order: Regression
 * Mutation Testing (ISSTA 2012), section 4.4.
 *
 *   1. plan_create()        from the coverage of each test
 *   2. plan_set_verdict()   for each cell that an earlier run has decided
 *   3. plan_start()
 *   4. plan_next() / plan_finish() until plan_is_finished()
 *
 * Each mutant waits in the queue of one test, its next one, and is in flight in at most one run. A
 * caller that names its last test gets cells of that test as long as there are any, so that a
 * fork-server is reused. In the partial scenario a mutant leaves at its first kill; in the full one
 * it passes through all tests that reach it.
 */
#ifndef RUNNER_MATRIX_PLAN_H
#define RUNNER_MATRIX_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "remt/verdict.h"
#include "runner/inventory/coverage.h"
#include "runner/inventory/inventory.h"

#define PLAN_NO_TEST UINT32_MAX

struct plan_test {
	const struct coverage *coverage; /* NULL: it takes part in no cell */
	uint64_t cost_us;		 /* expected time of one run */
	bool is_serial;			 /* nothing else may run beside it */
};

struct plan_opts {
	bool is_full;
	uint32_t window; /* mutants begun at the same time, in random order; 0: all, in order */
	uint64_t seed;	 /* seed of the random order */
};

struct plan_cell {
	uint32_t mutant, test;
};

struct plan;

struct plan *plan_create(const struct inventory *inventory, const struct plan_test *tests,
			 uint32_t nr_tests,
			 const struct plan_opts *opts) RETURNS_NONNULL MUST_CHECK;
void plan_destroy(struct plan *plan);

/* Takes a verdict known before the start; false: the cell is not in the plan, or is decided. */
bool plan_set_verdict(struct plan *plan, struct plan_cell cell, enum verdict verdict);
/*
 * Before the start: an earlier version's mutant was killed in CELL, so this one may be, too. The
 * test becomes the mutant's first. Of several such tests, the first in the plan's order does.
 */
void plan_expect_kill(struct plan *plan, struct plan_cell cell);
/* Before the start: no cell of MUTANT is taken before plan_release(). */
void plan_hold(struct plan *plan, uint32_t mutant);
/* After the start: what is not decided of MUTANT, which was held, is run like that of others. */
void plan_release(struct plan *plan, uint32_t mutant);
void plan_start(struct plan *plan);

/*
 * Takes the next cell, from the queue of the test PREFERRED first (PLAN_NO_TEST: none). IS_ALONE:
 * nothing is in flight, so that serial tests may be taken. False: no cell can be taken now (see
 * plan_is_finished()).
 */
bool plan_next(struct plan *plan, uint32_t preferred, bool is_alone, struct plan_cell *ret);
/* Takes another cell of TEST; false: none. */
bool plan_next_of(struct plan *plan, uint32_t test, struct plan_cell *ret);
/* Gives a taken cell back, to be taken again. */
void plan_return(struct plan *plan, struct plan_cell cell);
/* Ends a taken cell. */
void plan_finish(struct plan *plan, struct plan_cell cell, enum verdict verdict);
/* True if no cell waits or is in flight. */
bool plan_is_finished(const struct plan *plan);

/* Counts the mutants that wait for the test. */
uint32_t plan_count_waiting(const struct plan *plan, uint32_t test);

/* True in the full scenario, which runs each reached cell. */
bool plan_is_full(const struct plan *plan);

/* Cells that the full scenario would run, and those decided so far. */
uint64_t plan_count_cells(const struct plan *plan);
uint64_t plan_count_done(const struct plan *plan);
/* Counts the tests that reach MUTANT. */
uint32_t plan_count_tests(const struct plan *plan, uint32_t mutant);
/* Mutants that some test reaches; of these, the finished and the killed ones. */
uint32_t plan_count_mutants(const struct plan *plan);
uint32_t plan_count_finished(const struct plan *plan);
uint32_t plan_count_killed(const struct plan *plan);
/*
 * The most cells that plan_expect_kill() made unnecessary: tests that would have come before the
 * killing one.
 */
uint64_t plan_count_spared(const struct plan *plan);

/*
 * Sums up the cost of the remaining cells: at least (each waiting mutant is killed by its next
 * test) and at most (none is killed). Held mutants cost nothing.
 */
void plan_estimate(const struct plan *plan, uint64_t *ret_least_us, uint64_t *ret_most_us);

#endif
