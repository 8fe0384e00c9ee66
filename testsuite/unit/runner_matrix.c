/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is counted and stored of cells that can't be run. */
#include "runner/matrix/matrix.h"

#include <stdlib.h>

#include "common/path.h"
#include "unit.h"

/* One mutant in one place, reached by one test. */
struct world {
	struct inventory inventory;
	struct coverage_entry entry;
	struct baseline baseline;
	struct test test;
	struct plan_test plan_test;
	int64_t mutant_key, test_key;
};

static void world_init(struct world *world, uint32_t nr_instances)
{
	struct inventory_mutant mutant = { .nr_instances = nr_instances };

	*world = (struct world){ .entry = { .first = 1, .count = 1 } };
	vec_push(&world->inventory.places, ((struct inventory_place){ 0, 1 }));
	vec_push(&world->inventory.mutants, mutant);
	world->baseline.coverage.entries = &world->entry;
	world->baseline.coverage.nr_entries = 1;
	world->plan_test.coverage = &world->baseline.coverage;
}

static struct store *world_store(struct world *world)
{
	static const struct store_run run = {
		.command = "", .root = "/", .preset = "", .compiler = "", .plan = "", .started = ""
	};
	struct store_mutant mutant = { .id = "0123456789ab",
				       .file = "a.c",
				       .function = "f",
				       .op = "ORRN",
				       .replacement = "",
				       .description = "" };
	struct store_test test = {
		.name = "t", .harness = "list", .command = "", .record = "", .reason = ""
	};
	struct store *store;
	bool is_resumed;

	CHECK_OK(store_open(".remt", STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &run, &is_resumed));
	CHECK_OK(store_put_mutant(store, &mutant));
	CHECK_OK(store_put_test(store, &test));
	world->mutant_key = mutant.key;
	world->test_key = test.key;
	return store;
}

static void say(void *arg, enum event_level level, const char *text)
{
	(void)arg;
	(void)level;
	(void)text;
}

static void progress(void *arg, const struct progress *progress)
{
	(void)arg;
	(void)progress;
}

static struct error *check_cell(void *arg, const struct store_cell *cell)
{
	CHECK_INT(cell->verdict, ==, VERDICT_UNKNOWN);
	CHECK_INT(cell->mode, ==, WORKER_NONE);
	++*(unsigned *)arg;
	return NULL;
}

TEST(cell_that_is_too_large_counts_as_no_run)
{
	const struct events events = { .say = say, .progress = progress };
	struct worker_pool_opts worker_pool_opts = { .nr_workers = 1, .runtime = "" };
	struct world world;
	struct matrix_counts counts;
	struct worker_pool *pool;
	char *scratch;
	unsigned nr_cells = 0;

	CHECK_OK(path_working_directory(&scratch));
	worker_pool_opts.scratch = scratch;
	world_init(&world, REMT_SESSION_MAX_ON + 1);
	struct store *store = world_store(&world);
	const struct test_list tests = { &world.test, 1 };
	const struct matrix_opts opts = {
		.inventory = &world.inventory,
		.tests = &tests,
		.baselines = &world.baseline,
		.mutant_keys = &world.mutant_key,
		.test_keys = &world.test_key,
	};
	struct plan *plan =
		plan_create(&world.inventory, &world.plan_test, 1, &(struct plan_opts){ 0 });

	plan_start(plan);
	CHECK_OK(worker_pool_create(&worker_pool_opts, &pool));
	CHECK_OK(matrix_run(&opts, plan, pool, store, &events, &counts));
	CHECK_UINT(counts.nr_cells, ==, 1);
	CHECK_UINT(counts.nr_runs, ==, 0);
	CHECK_UINT(counts.nr_exec, ==, 0);
	CHECK_UINT(counts.nr_forkserver, ==, 0);
	CHECK_OK(store_each_cell(store, 0, check_cell, &nr_cells));
	CHECK_UINT(nr_cells, ==, 1);
	worker_pool_destroy(pool);
	free(scratch);
	plan_destroy(plan);
	store_close(store);
	vec_deinit(&world.inventory.places);
	vec_deinit(&world.inventory.mutants);
}
