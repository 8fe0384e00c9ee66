/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Queues of mutants, one per test, linked through `next`. Memory: 4 bytes per reached (place,
 * test), 1 bit per cell, 24 bytes per mutant.
 */
#include "runner/matrix/plan.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "runner/matrix/plan_places.h"

#define NONE UINT32_MAX

struct plan_queue {
	uint32_t head, tail; /* mutants; NONE: empty */
	uint32_t count;
};

enum plan_state {
	PLAN_UNREACHED = 0,
	PLAN_IDLE,
	PLAN_HELD,
	PLAN_WAITING,
	PLAN_RUNNING,
	PLAN_FINISHED
};

struct plan {
	const struct inventory *inventory;
	const struct plan_test *tests; /* borrowed */
	uint32_t nr_tests, nr_mutants;
	struct plan_opts opts;

	uint32_t *place_start; /* per place, and one more: start of its part of place_tests */
	uint32_t *place_tests; /* the tests of each place, in the order in which they are run */
	uint64_t *cell_start;  /* per mutant: number of its first cell */
	uint8_t *done;	       /* a bit per cell: decided */
	uint64_t nr_cells, nr_done, nr_spared;

	uint32_t *position; /* per mutant: index of its next test among those of its place */
	/*
	 * per mutant: index of the test that is expected to kill it, which comes first; NONE: none
	 */
	uint32_t *expected;
	uint32_t *current;  /* per mutant: index of the test that it waits for or runs with */
	uint32_t *next;	    /* per mutant: the one behind it in its queue */
	uint8_t *state;	    /* per mutant: enum plan_state */
	uint8_t *is_killed; /* per mutant */
	struct plan_queue *queues;
	uint32_t *remaining; /* per test: undecided cells of unfinished mutants */
	uint32_t nr_waiting, nr_running, nr_reached, nr_finished, nr_killed;

	uint32_t *admission; /* with a window: the order in which mutants are begun */
	uint32_t nr_admitted, nr_open;
};

static uint32_t plan_place(const struct plan *plan, uint32_t mutant)
{
	return plan->inventory->mutants.items[mutant].place;
}

static uint32_t plan_nr_tests(const struct plan *plan, uint32_t mutant)
{
	uint32_t place = plan_place(plan, mutant);

	return plan->place_start[place + 1] - plan->place_start[place];
}

static uint32_t plan_test_at(const struct plan *plan, uint32_t mutant, uint32_t position)
{
	return plan->place_tests[plan->place_start[plan_place(plan, mutant)] + position];
}

static bool plan_is_done(const struct plan *plan, uint32_t mutant, uint32_t position)
{
	uint64_t cell = plan->cell_start[mutant] + position;

	return plan->done[cell / 8] >> (cell % 8) & 1;
}

static void plan_set_done(struct plan *plan, uint32_t mutant, uint32_t position)
{
	uint64_t cell = plan->cell_start[mutant] + position;

	if (plan_is_done(plan, mutant, position))
		return;
	plan->done[cell / 8] |= (uint8_t)(1u << (cell % 8));
	plan->nr_done++;
	plan->remaining[plan_test_at(plan, mutant, position)]--;
}

/* Adds COUNT to `remaining` for each undecided cell of MUTANT. */
static void plan_count_remaining(struct plan *plan, uint32_t mutant, uint32_t count)
{
	for (uint32_t i = 0; i < plan_nr_tests(plan, mutant); i++) {
		if (!plan_is_done(plan, mutant, i))
			plan->remaining[plan_test_at(plan, mutant, i)] += count;
	}
}

struct plan *plan_create(const struct inventory *inventory, const struct plan_test *tests,
			 uint32_t nr_tests, const struct plan_opts *opts)
{
	struct plan *plan = xcalloc(1, sizeof(*plan));
	uint32_t nr_mutants = (uint32_t)inventory->mutants.count;

	plan->inventory = inventory;
	plan->tests = tests;
	plan->nr_tests = nr_tests;
	plan->nr_mutants = nr_mutants;
	plan->opts = *opts;
	plan_places_find((uint32_t)inventory->places.count, tests, nr_tests, &plan->place_start,
			 &plan->place_tests);
	plan->cell_start = xcalloc(nr_mutants + 1, sizeof(*plan->cell_start));
	for (uint32_t m = 0; m < nr_mutants; m++) {
		plan->cell_start[m] = plan->nr_cells;
		plan->nr_cells += plan_nr_tests(plan, m);
	}
	plan->done = xcalloc(plan->nr_cells / 8 + 1, 1);
	plan->position = xcalloc(nr_mutants + 1, sizeof(*plan->position));
	plan->expected = xcalloc(nr_mutants + 1, sizeof(*plan->expected));
	memset(plan->expected, 0xff, (nr_mutants + 1) * sizeof(*plan->expected));
	plan->current = xcalloc(nr_mutants + 1, sizeof(*plan->current));
	plan->next = xcalloc(nr_mutants + 1, sizeof(*plan->next));
	plan->state = xcalloc(nr_mutants + 1, 1);
	plan->is_killed = xcalloc(nr_mutants + 1, 1);
	plan->queues = xcalloc(nr_tests + 1, sizeof(*plan->queues));
	plan->remaining = xcalloc(nr_tests + 1, sizeof(*plan->remaining));
	for (uint32_t t = 0; t < nr_tests; t++)
		plan->queues[t].head = plan->queues[t].tail = NONE;
	for (uint32_t m = 0; m < nr_mutants; m++)
		if (plan_nr_tests(plan, m)) {
			plan->state[m] = PLAN_IDLE;
			plan->nr_reached++;
			plan_count_remaining(plan, m, 1);
		}
	return plan;
}

void plan_destroy(struct plan *plan)
{
	if (!plan)
		return;
	free(plan->place_start);
	free(plan->place_tests);
	free(plan->cell_start);
	free(plan->done);
	free(plan->position);
	free(plan->expected);
	free(plan->current);
	free(plan->next);
	free(plan->state);
	free(plan->is_killed);
	free(plan->queues);
	free(plan->remaining);
	free(plan->admission);
	free(plan);
}

static void plan_note(struct plan *plan, uint32_t mutant, uint32_t position, enum verdict verdict)
{
	plan_set_done(plan, mutant, position);
	if (verdict_is_killed(verdict) && !plan->is_killed[mutant]) {
		plan->is_killed[mutant] = 1;
		plan->nr_killed++;
	}
}

/* Returns the index of CELL's test among those of its mutant; NONE: the cell is not in the plan. */
static uint32_t plan_position(const struct plan *plan, struct plan_cell cell)
{
	for (uint32_t i = 0; i < plan_nr_tests(plan, cell.mutant); i++) {
		if (plan_test_at(plan, cell.mutant, i) == cell.test)
			return i;
	}
	return NONE;
}

bool plan_set_verdict(struct plan *plan, struct plan_cell cell, enum verdict verdict)
{
	uint32_t position = plan_position(plan, cell);

	if (position == NONE || plan_is_done(plan, cell.mutant, position))
		return false;
	plan_note(plan, cell.mutant, position, verdict);
	return true;
}

void plan_expect_kill(struct plan *plan, struct plan_cell cell)
{
	uint32_t position = plan_position(plan, cell);

	_Static_assert(NONE == UINT32_MAX, "behind all positions");
	if (position < plan->expected[cell.mutant])
		plan->expected[cell.mutant] = position;
}

/* Returns the index of the next undecided test; the number of tests: none. */
static uint32_t plan_choose(struct plan *plan, uint32_t mutant)
{
	uint32_t nr_tests = plan_nr_tests(plan, mutant);

	if (plan->expected[mutant] != NONE && !plan_is_done(plan, mutant, plan->expected[mutant]))
		return plan->expected[mutant];
	while (plan->position[mutant] < nr_tests &&
	       plan_is_done(plan, mutant, plan->position[mutant]))
		plan->position[mutant]++;
	return plan->position[mutant];
}

/* Puts MUTANT into the queue of its next undecided test, or ends it. */
static void plan_advance(struct plan *plan, uint32_t mutant)
{
	uint32_t position = plan_choose(plan, mutant);

	if (position == plan_nr_tests(plan, mutant) ||
	    (plan->is_killed[mutant] && !plan->opts.is_full)) {
		/* adds -1: nothing of it remains */
		plan_count_remaining(plan, mutant, UINT32_MAX);
		plan->state[mutant] = PLAN_FINISHED;
		plan->nr_finished++;
		plan->nr_open--;
		return;
	}
	struct plan_queue *queue = &plan->queues[plan_test_at(plan, mutant, position)];

	plan->current[mutant] = position;
	plan->state[mutant] = PLAN_WAITING;
	plan->next[mutant] = NONE;
	if (queue->head == NONE)
		queue->head = mutant;
	else
		plan->next[queue->tail] = mutant;
	queue->tail = mutant;
	queue->count++;
	plan->nr_waiting++;
}

/* Begins mutants until the window is full. */
static void plan_admit(struct plan *plan)
{
	while (plan->nr_admitted < plan->nr_mutants &&
	       (!plan->opts.window || plan->nr_open < plan->opts.window)) {
		uint32_t index = plan->nr_admitted++;
		uint32_t mutant = plan->admission ? plan->admission[index] : index;

		if (plan->state[mutant] != PLAN_IDLE)
			continue;
		plan->nr_open++;
		plan_advance(plan, mutant);
	}
}

void plan_hold(struct plan *plan, uint32_t mutant)
{
	if (plan->state[mutant] == PLAN_IDLE)
		plan->state[mutant] = PLAN_HELD;
}

void plan_release(struct plan *plan, uint32_t mutant)
{
	if (plan->state[mutant] != PLAN_HELD)
		return;
	plan->nr_open++;
	plan_advance(plan, mutant);
}

uint32_t plan_count_tests(const struct plan *plan, uint32_t mutant)
{
	return plan_nr_tests(plan, mutant);
}

struct shuffled {
	uint64_t key;
	uint32_t mutant;
};

static int compare_shuffled(const void *a, const void *b)
{
	const struct shuffled *x = a, *y = b;

	return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
				: (x->mutant > y->mutant) - (x->mutant < y->mutant);
}

/* The order depends on ids and seed alone, so that a resumed run continues it. */
static void plan_shuffle(struct plan *plan)
{
	struct shuffled *order = xcalloc(plan->nr_mutants + 1, sizeof(*order));

	for (uint32_t m = 0; m < plan->nr_mutants; m++) {
		uint64_t key[2] = { plan->opts.seed, plan->inventory->mutants.items[m].id };

		order[m] = (struct shuffled){ hash_bytes(key, sizeof(key)), m };
	}
	qsort(order, plan->nr_mutants, sizeof(*order), compare_shuffled);
	plan->admission = xcalloc(plan->nr_mutants + 1, sizeof(*plan->admission));
	for (uint32_t m = 0; m < plan->nr_mutants; m++)
		plan->admission[m] = order[m].mutant;
	free(order);
}

void plan_start(struct plan *plan)
{
	if (plan->opts.window)
		plan_shuffle(plan);
	plan_admit(plan);
}

static void plan_take(struct plan *plan, uint32_t test, struct plan_cell *ret)
{
	struct plan_queue *queue = &plan->queues[test];
	uint32_t mutant = queue->head;

	queue->head = plan->next[mutant];
	if (queue->head == NONE)
		queue->tail = NONE;
	queue->count--;
	plan->nr_waiting--;
	plan->nr_running++;
	plan->state[mutant] = PLAN_RUNNING;
	*ret = (struct plan_cell){ mutant, test };
}

/*
 * True if a larger part of what remains of test A than of B can run at once. Mutants that come to a
 * test later make it start anew.
 */
static bool plan_is_riper(const struct plan *plan, uint32_t a, uint32_t b)
{
	uint64_t x = (uint64_t)plan->queues[a].count * plan->remaining[b];
	uint64_t y = (uint64_t)plan->queues[b].count * plan->remaining[a];

	return x != y ? x > y : plan->queues[a].count > plan->queues[b].count;
}

bool plan_next(struct plan *plan, uint32_t preferred, bool is_alone, struct plan_cell *ret)
{
	uint32_t best = PLAN_NO_TEST;

	if (preferred != PLAN_NO_TEST && plan->queues[preferred].count &&
	    (is_alone || !plan->tests[preferred].is_serial)) {
		plan_take(plan, preferred, ret);
		return true;
	}
	/* Serial tests come last, when the others are done. */
	for (int serial = 0; serial <= is_alone && best == PLAN_NO_TEST; serial++)
		for (uint32_t t = 0; t < plan->nr_tests; t++)
			if (plan->queues[t].count && plan->tests[t].is_serial == (bool)serial &&
			    (best == PLAN_NO_TEST || plan_is_riper(plan, t, best)))
				best = t;
	if (best == PLAN_NO_TEST)
		return false;
	plan_take(plan, best, ret);
	return true;
}

bool plan_next_of(struct plan *plan, uint32_t test, struct plan_cell *ret)
{
	if (!plan->queues[test].count)
		return false;
	plan_take(plan, test, ret);
	return true;
}

void plan_return(struct plan *plan, struct plan_cell cell)
{
	plan->nr_running--;
	plan_advance(plan, cell.mutant);
}

/* The mutant was killed by the test that was expected to kill it. */
static void plan_count_earlier(struct plan *plan, uint32_t mutant)
{
	for (uint32_t i = plan->position[mutant]; i < plan->expected[mutant]; i++)
		plan->nr_spared += !plan_is_done(plan, mutant, i);
}

void plan_finish(struct plan *plan, struct plan_cell cell, enum verdict verdict)
{
	plan->nr_running--;
	if (!plan->opts.is_full && verdict_is_killed(verdict) &&
	    plan->current[cell.mutant] == plan->expected[cell.mutant])
		plan_count_earlier(plan, cell.mutant);
	plan_note(plan, cell.mutant, plan->current[cell.mutant], verdict);
	plan_advance(plan, cell.mutant);
	plan_admit(plan);
}

bool plan_is_finished(const struct plan *plan)
{
	return !plan->nr_waiting && !plan->nr_running;
}

uint32_t plan_count_waiting(const struct plan *plan, uint32_t test)
{
	return plan->queues[test].count;
}

bool plan_is_full(const struct plan *plan)
{
	return plan->opts.is_full;
}

uint64_t plan_count_cells(const struct plan *plan)
{
	return plan->nr_cells;
}

uint64_t plan_count_done(const struct plan *plan)
{
	return plan->nr_done;
}

uint32_t plan_count_mutants(const struct plan *plan)
{
	return plan->nr_reached;
}

uint32_t plan_count_finished(const struct plan *plan)
{
	return plan->nr_finished;
}

uint32_t plan_count_killed(const struct plan *plan)
{
	return plan->nr_killed;
}

uint64_t plan_count_spared(const struct plan *plan)
{
	return plan->nr_spared;
}

void plan_estimate(const struct plan *plan, uint64_t *ret_least_us, uint64_t *ret_most_us)
{
	uint64_t least = 0, most = 0;

	for (uint32_t m = 0; m < plan->nr_mutants; m++) {
		bool is_first = true;

		if ((plan->is_killed[m] && !plan->opts.is_full) || plan->state[m] == PLAN_HELD)
			continue;
		for (uint32_t i = 0; i < plan_nr_tests(plan, m); i++) {
			uint64_t cost = plan->tests[plan_test_at(plan, m, i)].cost_us;

			if (plan_is_done(plan, m, i))
				continue;
			most += cost;
			if (is_first || plan->opts.is_full)
				least += cost;
			is_first = false;
		}
	}
	*ret_least_us = least;
	*ret_most_us = most;
}
