/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which cells are handed out, and when a mutant is finished. */
#include "runner/matrix/plan.h"

#include "common/xalloc.h"
#include "unit.h"

enum { NR_PLACES = 3, MUTANTS_PER_PLACE = 2, NR_TESTS = 3 };

/* Places 0 and 1 are reached by tests 0 and 1, place 1 by test 2 too, place 2 by none. */
struct world {
	struct inventory inventory;
	struct coverage_entry entries[NR_TESTS][NR_PLACES];
	struct coverage coverage[NR_TESTS];
	struct plan_test tests[NR_TESTS];
};

static void world_init(struct world *world)
{
	static const uint64_t costs[NR_TESTS] = { 1000, 100, 100000 };

	*world = (struct world){ 0 };
	for (uint32_t p = 0; p < NR_PLACES; p++) {
		vec_push(&world->inventory.places,
			 ((struct inventory_place){ p * MUTANTS_PER_PLACE, MUTANTS_PER_PLACE }));
		for (uint32_t m = 0; m < MUTANTS_PER_PLACE; m++) {
			struct inventory_mutant *mutant = vec_add(&world->inventory.mutants);

			mutant->place = p;
			mutant->id = (uint64_t)world->inventory.mutants.count << 40;
		}
	}
	for (uint32_t t = 0; t < NR_TESTS; t++) {
		size_t count = 0;

		for (uint32_t p = t == 2; p < 2; p++)
			world->entries[t][count++] =
				(struct coverage_entry){ .place = p, .first = 1, .count = 1 };
		world->coverage[t].entries = world->entries[t];
		world->coverage[t].nr_entries = count;
		world->tests[t] = (struct plan_test){ &world->coverage[t], costs[t], false };
	}
}

static struct plan *world_plan(struct world *world, const struct plan_opts *opts)
{
	return plan_create(&world->inventory, world->tests, NR_TESTS, opts);
}

static void world_end(struct world *world, struct plan *plan)
{
	plan_destroy(plan);
	vec_deinit(&world->inventory.places);
	vec_deinit(&world->inventory.mutants);
}

/* Runs the plan to its end; mutant KILLED is killed by test KILLER.  Counts the runs per mutant. */
static void run_all(struct plan *plan, uint32_t killed, uint32_t killer, unsigned *runs)
{
	struct plan_cell cell;
	uint32_t last = PLAN_NO_TEST;

	while (plan_next(plan, last, true, &cell)) {
		runs[cell.mutant]++;
		last = cell.test;
		plan_finish(plan, cell,
			    cell.mutant == killed && cell.test == killer ? VERDICT_KILLED_FAIL
									 : VERDICT_SURVIVED);
	}
	CHECK(plan_is_finished(plan));
}

TEST(only_reached_cells_are_run)
{
	struct world world;
	unsigned runs[NR_PLACES * MUTANTS_PER_PLACE] = { 0 };

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	CHECK_UINT(plan_count_cells(plan), ==, 2 * 2 + 2 * 3);
	CHECK_UINT(plan_count_mutants(plan), ==, 4);
	plan_start(plan);
	run_all(plan, 99, 0, runs);
	CHECK_UINT(runs[0], ==, 2);
	CHECK_UINT(runs[2], ==, 3);
	CHECK_UINT(runs[4], ==, 0);
	CHECK_UINT(plan_count_done(plan), ==, plan_count_cells(plan));
	CHECK_UINT(plan_count_finished(plan), ==, 4);
	CHECK_UINT(plan_count_killed(plan), ==, 0);
	world_end(&world, plan);
}

TEST(the_first_kill_ends_a_mutant_unless_all_cells_are_wanted)
{
	for (int is_full = 0; is_full < 2; is_full++) {
		struct world world;
		unsigned runs[NR_PLACES * MUTANTS_PER_PLACE] = { 0 };

		world_init(&world);
		struct plan *plan = world_plan(&world, &(struct plan_opts){ .is_full = is_full });

		plan_start(plan);
		run_all(plan, 2, 1, runs);
		CHECK_UINT(runs[2], ==, is_full ? 3 : 1);
		CHECK_UINT(runs[3], ==, 3);
		CHECK_UINT(plan_count_killed(plan), ==, 1);
		world_end(&world, plan);
	}
}

TEST(cheap_tests_come_first)
{
	struct world world;
	struct plan_cell cell;

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_start(plan);
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &cell));
	CHECK_UINT(cell.test, ==, 1);
	world_end(&world, plan);
}

TEST(among_equally_dear_tests_the_one_that_runs_the_place_more_often_comes_first)
{
	struct world world;
	struct plan_cell cell;

	world_init(&world);
	world.tests[0].cost_us = 120;
	world.entries[0][0].count = 50;
	world.entries[0][1].count = 50;
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_start(plan);
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &cell));
	CHECK_UINT(cell.test, ==, 0);
	world_end(&world, plan);
}

/* Test 0 executes place 0 most often, test 2 place 1: what they leave alive goes through the others in one order. */
TEST(after_the_first_one_cheap_tests_come_in_one_order)
{
	static const uint32_t counts[NR_TESTS] = { 10, 20, 50 };

	for (int is_dear = 0; is_dear < 2; is_dear++) {
		struct world world;
		struct plan_cell cell;
		uint32_t last = PLAN_NO_TEST, order[NR_TESTS] = { 0 };
		unsigned nr_runs = 0;

		world_init(&world);
		for (uint32_t t = 0; t < NR_TESTS; t++) {
			world.tests[t].cost_us = is_dear ? 100000 : 1000;
			world.entries[t][t == 2 ? 0 : 1].count = counts[t];
		}
		struct plan *plan = world_plan(&world, &(struct plan_opts){ .window = 1 });

		plan_start(plan);
		while (plan_next(plan, last, true, &cell)) {
			last = cell.test;
			if (cell.mutant == MUTANTS_PER_PLACE)
				order[nr_runs++] = cell.test;
			plan_finish(plan, cell, VERDICT_SURVIVED);
		}
		CHECK_UINT(nr_runs, ==, NR_TESTS);
		CHECK_UINT(order[0], ==, 2);
		CHECK_UINT(order[1], ==, is_dear ? 1 : 0);
		world_end(&world, plan);
	}
}

/* All four mutants come to test 1, two of them only from test 2. */
TEST(a_test_to_which_others_will_come_waits_for_them)
{
	struct world world;
	struct plan_cell cell;

	world_init(&world);
	for (uint32_t t = 0; t < NR_TESTS; t++)
		world.tests[t].cost_us = 1000;
	world.tests[2].cost_us = 100;
	world.tests[0].coverage = NULL;
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_start(plan);
	CHECK_UINT(plan_count_waiting(plan, 1), ==, 2);
	CHECK_UINT(plan_count_waiting(plan, 2), ==, 2);
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &cell));
	CHECK_UINT(cell.test, ==, 2);
	world_end(&world, plan);
}

TEST(a_worker_stays_with_its_test_while_that_has_work)
{
	struct world world;
	struct plan_cell first, cell;

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_start(plan);
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &first));
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &cell));
	plan_finish(plan, cell, VERDICT_SURVIVED);
	/* One mutant waits for test 0 now, two for test 1. */
	CHECK(plan_count_waiting(plan, 0) > 0);
	CHECK(plan_next(plan, 0, true, &cell));
	CHECK_UINT(cell.test, ==, 0);
	CHECK(plan_next(plan, 0, true, &cell));
	CHECK_UINT(cell.test, ==, 1);
	world_end(&world, plan);
}

TEST(serial_tests_run_alone_and_last)
{
	struct world world;
	struct plan_cell cell;
	unsigned nr_serial = 0;

	world_init(&world);
	world.tests[1].is_serial = true;
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_start(plan);
	CHECK(!plan_next(plan, PLAN_NO_TEST, false, &cell));
	while (plan_next(plan, PLAN_NO_TEST, true, &cell)) {
		if (cell.test == 1)
			nr_serial++;
		plan_finish(plan, cell, VERDICT_SURVIVED);
	}
	CHECK_UINT(nr_serial, ==, 4);
	world_end(&world, plan);
}

TEST(decided_cells_are_not_run_again)
{
	struct world world;
	unsigned runs[NR_PLACES * MUTANTS_PER_PLACE] = { 0 };

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_set_verdict(plan, (struct plan_cell){ 0, 1 }, VERDICT_SURVIVED);
	plan_set_verdict(plan, (struct plan_cell){ 1, 1 }, VERDICT_KILLED_CRASH);
	plan_set_verdict(plan, (struct plan_cell){ 4, 1 }, VERDICT_SURVIVED); /* in no cell */
	CHECK_UINT(plan_count_done(plan), ==, 2);
	plan_start(plan);
	run_all(plan, 99, 0, runs);
	CHECK_UINT(runs[0], ==, 1);
	CHECK_UINT(runs[1], ==, 0);
	CHECK_UINT(runs[2], ==, 3);
	CHECK_UINT(plan_count_killed(plan), ==, 1);
	world_end(&world, plan);
}

TEST(a_window_begins_few_mutants_at_a_time)
{
	struct world world;
	struct plan_cell cells[2], cell;
	unsigned runs[NR_PLACES * MUTANTS_PER_PLACE] = { 0 };

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ .window = 2, .seed = 7 });

	plan_start(plan);
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &cells[0]));
	CHECK(plan_next(plan, PLAN_NO_TEST, true, &cells[1]));
	CHECK(!plan_next(plan, PLAN_NO_TEST, true, &cell));
	plan_finish(plan, cells[0], VERDICT_KILLED_FAIL);
	plan_finish(plan, cells[1], VERDICT_SURVIVED);
	run_all(plan, 99, 0, runs);
	CHECK_UINT(plan_count_finished(plan), ==, 4);
	world_end(&world, plan);
}

TEST(a_test_without_coverage_takes_no_part)
{
	struct world world;

	world_init(&world);
	world.tests[1].coverage = NULL;
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	CHECK_UINT(plan_count_cells(plan), ==, 2 + 2 * 2);
	world_end(&world, plan);
}

TEST(the_estimate_lies_between_one_and_all_tests_of_a_mutant)
{
	struct world world;
	uint64_t least, most;

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ 0 });

	plan_estimate(plan, &least, &most);
	CHECK_UINT(least, ==, 4 * 100);
	CHECK_UINT(most, ==, 4 * 1100 + 2 * 100000);
	world_end(&world, plan);
}

TEST(expected_killers_come_first_and_once)
{
	struct plan_opts opts = { .is_full = true };
	struct world world;
	struct plan_cell cell;

	world_init(&world);
	struct plan *plan = world_plan(&world, &opts);

	/* Test 1 is the cheapest, 2 the dearest one of mutant 2, which place 1 has. */
	plan_expect_kill(plan, (struct plan_cell){ 2, 2 });
	plan_expect_kill(plan, (struct plan_cell){ 0, 2 }); /* not in the plan */
	plan_start(plan);
	CHECK_UINT(plan_count_waiting(plan, 2), ==, 1);
	CHECK(plan_next_of(plan, 2, &cell));
	CHECK_UINT(cell.mutant, ==, 2);
	plan_finish(plan, cell, VERDICT_SURVIVED);
	CHECK_UINT(plan_count_waiting(plan, 2), ==, 0);
	CHECK_UINT(plan_count_waiting(plan, 1), ==, 4);

	unsigned runs[NR_PLACES * MUTANTS_PER_PLACE] = { 0 };

	run_all(plan, UINT32_MAX, 0, runs);
	CHECK_UINT(runs[2], ==, 2);
	CHECK_UINT(runs[0], ==, 2);
	CHECK_UINT(runs[3], ==, 3);
	CHECK(plan_is_finished(plan));
	CHECK_UINT(plan_count_spared(plan), ==, 0);
	world_end(&world, plan);

	opts.is_full = false;
	world_init(&world);
	plan = world_plan(&world, &opts);
	plan_expect_kill(plan, (struct plan_cell){ 2, 2 });
	plan_start(plan);
	CHECK(plan_next_of(plan, 2, &cell));
	plan_finish(plan, cell, VERDICT_KILLED_FAIL);
	CHECK_UINT(plan_count_spared(plan), ==, 2);
	world_end(&world, plan);
}

TEST(cells_are_decided_once)
{
	struct plan_opts opts = { 0 };
	struct world world;

	world_init(&world);
	struct plan *plan = world_plan(&world, &opts);

	CHECK(plan_set_verdict(plan, (struct plan_cell){ 0, 0 }, VERDICT_SURVIVED));
	CHECK(!plan_set_verdict(plan, (struct plan_cell){ 0, 0 }, VERDICT_SURVIVED));
	CHECK(!plan_set_verdict(plan, (struct plan_cell){ 0, 2 }, VERDICT_SURVIVED));
	world_end(&world, plan);
}

TEST(held_mutants_are_run_where_they_have_no_verdict)
{
	unsigned runs[NR_PLACES * MUTANTS_PER_PLACE] = { 0 };
	uint64_t least, most;
	struct world world;

	world_init(&world);
	struct plan *plan = world_plan(&world, &(struct plan_opts){ .is_full = true });

	CHECK_UINT(plan_count_tests(plan, 3), ==, 3);
	plan_hold(plan, 3);
	plan_start(plan);
	plan_estimate(plan, &least, &most);
	CHECK_UINT(most, ==, 2 * 1100 + 101100);
	run_all(plan, PLAN_NO_TEST, 0, runs);
	CHECK_UINT(runs[2], ==, 3);
	CHECK_UINT(runs[3], ==, 0);
	CHECK(plan_set_verdict(plan, (struct plan_cell){ 3, 2 }, VERDICT_SURVIVED));
	plan_release(plan, 3);
	plan_release(plan, 2);
	run_all(plan, PLAN_NO_TEST, 0, runs);
	CHECK_UINT(runs[2], ==, 3);
	CHECK_UINT(runs[3], ==, 2);
	CHECK_UINT(plan_count_done(plan), ==, plan_count_cells(plan));
	CHECK_UINT(plan_count_finished(plan), ==, 4);
	world_end(&world, plan);
}
