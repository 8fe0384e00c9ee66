/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts over all tests, counts and scores, from a store filled here. */
#include "report/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

struct world {
	struct store *store;
	struct report_model model;
};

static void world_init(struct world *world)
{
	const struct store_run run = {
		.command = "make check",
		.root = "/nowhere",
		.preset = "default",
		.compiler = "gcc",
		.plan = "plan",
		.started = "2026-01-02T03:04:05Z",
		.finished = "",
	};
	bool resumed;

	CHECK_OK(store_open(".remt", STORE_WRITE, &world->store));
	CHECK_OK(store_begin_run(world->store, &run, &resumed));
}

static int64_t add_test(struct world *world, const char *name, bool quarantined, const char *reason)
{
	struct store_test test = {
		.name = name,
		.harness = "list",
		.command = "true",
		.record = "{}",
		.quarantined = quarantined,
		.reason = reason,
		.result = 1,
	};

	CHECK_OK(store_put_test(world->store, &test));
	return test.key;
}

static int64_t add_mutant(struct world *world, const char *file, unsigned line)
{
	struct store_mutant mutant = {
		.file = file,
		.function = "f",
		.line = line,
		.column = 1,
		.end_line = line,
		.end_column = 2,
		.site_line = line,
		.site_column = 1,
		.site_end_line = line,
		.site_end_column = 2,
		.op = "ORRN:<:<=",
		.replacement = "<=",
		.description = "replaced < with <=",
	};

	snprintf(mutant.id, sizeof(mutant.id), "%08x%04x", line, (unsigned)file[0]);
	CHECK_OK(store_put_mutant(world->store, &mutant));
	return mutant.key;
}

static void cover(struct world *world, int64_t test, int64_t mutant)
{
	const struct store_cover row = { .test = test, .mutant = mutant, .first = 1, .count = 1 };

	CHECK_OK(store_put_cover(world->store, &row));
}

static void cell(struct world *world, int64_t test, int64_t mutant, enum verdict verdict,
		 const char *detail)
{
	const struct store_cell row = {
		.test = test,
		.mutant = mutant,
		.verdict = verdict,
		.wall_us = 1000,
		.detail = detail,
	};

	cover(world, test, mutant);
	CHECK_OK(store_put_cell(world->store, &row));
}

static void load(struct world *world, const struct report_filter *filter)
{
	CHECK_OK(store_flush(world->store));
	CHECK_OK(report_model_load(world->store, filter, &world->model));
}

static void world_deinit(struct world *world)
{
	report_model_deinit(&world->model);
	store_close(world->store);
}

static void add_two_tests(struct world *world, int64_t *a, int64_t *b)
{
	*a = add_test(world, "a", false, "");
	*b = add_test(world, "b", false, "");
}

TEST(one_killing_test_is_enough)
{
	struct world world;
	int64_t a, b, m;

	world_init(&world);
	add_two_tests(&world, &a, &b);
	m = add_mutant(&world, "x.c", 1);
	cell(&world, a, m, VERDICT_SURVIVED, "");
	cell(&world, b, m, VERDICT_KILLED_CRASH, "SIGSEGV");
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_KILLED);
	CHECK_STR(world.model.mutants[0].reason, "SIGSEGV");
	CHECK(!report_kills(&world.model, 0, 0));
	CHECK(report_kills(&world.model, 0, 1));
	CHECK(report_covers(&world.model, 0, 0));
	CHECK_INT(world.model.tests[1].nr_killed, ==, 1);
	world_deinit(&world);
}

TEST(a_timeout_counts_as_such_only_if_nothing_else_kills)
{
	struct world world;
	int64_t a, b, m, n;

	world_init(&world);
	add_two_tests(&world, &a, &b);
	m = add_mutant(&world, "x.c", 1);
	n = add_mutant(&world, "x.c", 2);
	cell(&world, a, m, VERDICT_KILLED_TIMEOUT, "CPU");
	cell(&world, a, n, VERDICT_KILLED_TIMEOUT, "CPU");
	cell(&world, b, n, VERDICT_KILLED_FAIL, "exit 1");
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_TIMEOUT);
	CHECK_INT(world.model.mutants[1].status, ==, REPORT_KILLED);
	CHECK_STR(world.model.mutants[1].reason, "exit 1");
	world_deinit(&world);
}

TEST(a_mutant_survives_only_if_every_covering_test_ran)
{
	struct world world;
	int64_t a, b, m, n;

	world_init(&world);
	add_two_tests(&world, &a, &b);
	m = add_mutant(&world, "x.c", 1);
	n = add_mutant(&world, "x.c", 2);
	add_mutant(&world, "x.c", 3);
	cell(&world, a, m, VERDICT_SURVIVED, "");
	cell(&world, a, n, VERDICT_SURVIVED, "");
	cover(&world, b, n);
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_SURVIVED);
	CHECK_INT(world.model.mutants[1].status, ==, REPORT_UNKNOWN);
	CHECK_INT(world.model.mutants[2].status, ==, REPORT_NOT_REACHED);
	world_deinit(&world);
}

TEST(an_unknown_cell_leaves_its_reason)
{
	struct world world;
	int64_t a, m;

	world_init(&world);
	a = add_test(&world, "a", false, "");
	m = add_mutant(&world, "x.c", 1);
	cell(&world, a, m, VERDICT_UNKNOWN, "the mutant was never on");
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_UNKNOWN);
	CHECK_STR(world.model.mutants[0].reason, "the mutant was never on");
	world_deinit(&world);
}

TEST(a_quarantined_test_has_no_say)
{
	struct world world;
	int64_t a, m, n;

	world_init(&world);
	a = add_test(&world, "a", true, "unstable");
	m = add_mutant(&world, "x.c", 1);
	n = add_mutant(&world, "x.c", 2);
	cell(&world, a, m, VERDICT_KILLED_FAIL, "exit 1");
	cover(&world, a, n);
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_NOT_REACHED);
	CHECK_INT(world.model.mutants[1].status, ==, REPORT_NOT_REACHED);
	CHECK_STR(world.model.mutants[1].reason, "reached by quarantined tests only");
	world_deinit(&world);
}

TEST(what_a_quarantined_test_reaches_is_in_doubt)
{
	struct world world;
	int64_t a, b, killed, survived;

	world_init(&world);
	a = add_test(&world, "a", true, "unstable");
	b = add_test(&world, "b", false, "");
	killed = add_mutant(&world, "x.c", 1);
	survived = add_mutant(&world, "x.c", 2);
	cell(&world, b, killed, VERDICT_KILLED_FAIL, "exit 1");
	cell(&world, b, survived, VERDICT_SURVIVED, "");
	cover(&world, a, killed);
	cover(&world, a, survived);
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].doubt, ==, REPORT_SURE);
	CHECK_INT(world.model.mutants[1].status, ==, REPORT_SURVIVED);
	CHECK_INT(world.model.mutants[1].doubt, ==, REPORT_QUARANTINED);
	CHECK_INT(world.model.count.by_doubt[REPORT_QUARANTINED], ==, 1);
	world_deinit(&world);
}

TEST(what_is_near_a_changing_place_is_in_doubt)
{
	struct world world;
	int64_t a, m[4];

	world_init(&world);
	a = add_test(&world, "a", false, "");
	for (unsigned i = 0; i < 4; i++)
		m[i] = add_mutant(&world, i == 3 ? "y.c" : "x.c", i + 1);
	cell(&world, a, m[1], VERDICT_SURVIVED, "");
	cell(&world, a, m[0], VERDICT_KILLED_FAIL, "exit 1");
	const struct store_cover changing = {
		.test = a, .mutant = m[0], .first = 1, .count = 1, .is_changing = true
	};

	CHECK_OK(store_put_cover(world.store, &changing));
	load(&world, NULL);
	/* Killed, reached otherwise, not reached in the same function, in another file's. */
	CHECK_INT(world.model.mutants[0].doubt, ==, REPORT_SURE);
	CHECK_INT(world.model.mutants[1].doubt, ==, REPORT_CHANGING);
	CHECK_INT(world.model.mutants[2].status, ==, REPORT_NOT_REACHED);
	CHECK_INT(world.model.mutants[2].doubt, ==, REPORT_CHANGING);
	CHECK_INT(world.model.mutants[3].doubt, ==, REPORT_SURE);
	world_deinit(&world);
}

TEST(a_test_with_unattached_processes_makes_not_reached_unknown)
{
	struct world world;
	int64_t b, m;

	world_init(&world);
	add_test(&world, "a", false, "static program prog");
	b = add_test(&world, "b", false, "");
	add_mutant(&world, "x.c", 1);
	m = add_mutant(&world, "x.c", 2);
	cell(&world, b, m, VERDICT_KILLED_FAIL, "exit 1");
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_UNKNOWN);
	CHECK_STR(world.model.mutants[0].reason, "static program prog");
	CHECK_INT(world.model.mutants[1].status, ==, REPORT_KILLED);
	world_deinit(&world);
}

TEST(an_unknown_cell_without_coverage_is_not_taken_for_not_reached)
{
	struct world world;
	int64_t m;

	world_init(&world);
	m = add_mutant(&world, "x.c", 1);
	const struct store_cell row = {
		.test = add_test(&world, "a", false, ""),
		.mutant = m,
		.verdict = VERDICT_UNKNOWN,
		.detail = "loaded unseen",
	};

	CHECK_OK(store_put_cell(world.store, &row));
	load(&world, NULL);
	CHECK_INT(world.model.mutants[0].status, ==, REPORT_UNKNOWN);
	CHECK_STR(world.model.mutants[0].reason, "loaded unseen");
	CHECK(!report_covers(&world.model, 0, 0));
	world_deinit(&world);
}

TEST(many_tests_use_more_than_one_word_of_bits)
{
	struct world world;
	int64_t tests[130], m, n;
	char name[16];

	world_init(&world);
	m = add_mutant(&world, "x.c", 1);
	n = add_mutant(&world, "x.c", 2);
	for (int i = 0; i < 130; i++) {
		snprintf(name, sizeof(name), "t%03d", i);
		tests[i] = add_test(&world, name, false, "");
	}
	cell(&world, tests[128], m, VERDICT_KILLED_FAIL, "");
	cell(&world, tests[0], n, VERDICT_SURVIVED, "");
	load(&world, NULL);
	CHECK(report_kills(&world.model, 0, 128));
	CHECK(!report_kills(&world.model, 0, 127));
	CHECK(!report_covers(&world.model, 0, 0));
	CHECK(report_covers(&world.model, 1, 0));
	CHECK_STR(world.model.mutants[0].reason, "killed (fail)");
	world_deinit(&world);
}

TEST(files_are_sorted_and_filtered)
{
	struct world world;
	const struct store_file file = { .path = "src/z.c", .hash = 7, .folded = 3 };
	const struct report_filter filter = { .file_glob = "src/*.c" };

	world_init(&world);
	CHECK_OK(store_put_file(world.store, &file));
	add_mutant(&world, "src/z.c", 2);
	add_mutant(&world, "src/z.c", 1);
	add_mutant(&world, "lib/y.c", 1);
	load(&world, NULL);
	CHECK_INT(world.model.nr_files, ==, 2);
	CHECK_STR(world.model.files[0].path, "lib/y.c");
	CHECK(!world.model.files[0].has_hash);
	CHECK_INT(world.model.files[1].first_mutant, ==, 1);
	CHECK_INT(world.model.files[1].nr_mutants, ==, 2);
	CHECK_INT(world.model.files[1].folded, ==, 3);
	CHECK_INT(world.model.mutants[1].store.line, ==, 1);
	report_model_deinit(&world.model);
	load(&world, &filter);
	CHECK_INT(world.model.nr_files, ==, 1);
	CHECK_INT(world.model.nr_mutants, ==, 2);
	world_deinit(&world);
}

TEST(no_run_is_unusable)
{
	struct store *store;
	struct report_model model;

	CHECK_OK(store_open(".remt", STORE_WRITE, &store));
	CHECK_ERROR(report_model_load(store, NULL, &model), ERROR_UNUSABLE, "");
	store_close(store);
}

/* Compared in thousandths. */
static long thousandths(double value)
{
	return isnan(value) ? -1 : (long)(value * 1000 + 0.5);
}

TEST(scores_follow_the_usual_metrics)
{
	struct report_count count = { { [REPORT_KILLED] = 50,
					[REPORT_TIMEOUT] = 10,
					[REPORT_SURVIVED] = 20,
					[REPORT_NOT_REACHED] = 20 } };
	struct report_score score = report_score(&count);

	CHECK_INT(thousandths(score.score), ==, 60000);
	CHECK_INT(thousandths(score.reached), ==, 75000);
	CHECK_INT(thousandths(score.timeouts_survive), ==, 50000);
	CHECK_INT(thousandths(score.low), ==, 60000);
	CHECK_INT(thousandths(score.high), ==, 60000);
}

TEST(unknown_mutants_make_the_score_a_range)
{
	struct report_count count = {
		{ [REPORT_KILLED] = 30, [REPORT_SURVIVED] = 10, [REPORT_UNKNOWN] = 60 },
		{ [REPORT_UNDECIDED] = 60 }
	};
	struct report_score score = report_score(&count);

	CHECK_INT(thousandths(score.score), ==, 75000);
	CHECK_INT(thousandths(score.low), ==, 30000);
	CHECK_INT(thousandths(score.high), ==, 90000);
	/* What no test reaches is known at once, and weighs no more for that. */
	count.by_status[REPORT_NOT_REACHED] = 100;
	score = report_score(&count);
	CHECK_INT(thousandths(score.score), ==, 37500);
	CHECK_INT(thousandths(score.timeouts_survive), ==, 37500);
	CHECK_INT(thousandths(score.low), ==, 15000);
	count.by_status[REPORT_KILLED] = count.by_status[REPORT_SURVIVED] = 0;
	CHECK_INT(thousandths(report_score(&count).score), ==, -1);
}

TEST(doubts_raise_the_upper_end_alone)
{
	struct report_count count = {
		{ [REPORT_KILLED] = 30, [REPORT_SURVIVED] = 50, [REPORT_NOT_REACHED] = 20 },
		{ [REPORT_QUARANTINED] = 4, [REPORT_CHANGING] = 6 }
	};
	struct report_score score = report_score(&count);
	char *text = report_score_describe(&count);

	CHECK_INT(thousandths(score.score), ==, 30000);
	CHECK_INT(thousandths(score.low), ==, 30000);
	CHECK_INT(thousandths(score.high), ==, 40000);
	CHECK(report_score_is_range(&score));
	CHECK_STR(text,
		  "30.0 to 40.0 % of the mutants are detected: 4 reached by quarantined tests, "
		  "6 where a test takes other ways from run to run");
	free(text);
}

TEST(ends_of_a_range_are_not_rounded_inwards)
{
	char text[REPORT_PERCENT_SIZE];

	report_percent(99.99, false, text);
	CHECK_STR(text, "99.9");
	report_percent(99.91, true, text);
	CHECK_STR(text, "100.0");
	report_percent(37.5, true, text);
	CHECK_STR(text, "37.5");
	report_percent(NAN, true, text);
	CHECK_STR(text, "-");
}

TEST(no_mutants_have_no_score)
{
	struct report_count count = { { 0 } };
	struct report_score score = report_score(&count);

	CHECK_INT(thousandths(score.score), ==, -1);
	CHECK_INT(thousandths(score.low), ==, -1);
}
