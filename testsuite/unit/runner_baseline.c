/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What unmutated runs say of a test. */
#include <string.h>

#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "runner/baseline/baseline_mapped.h"
#include "store/store.h"
#include "unit.h"

enum { EXIT_1 = 1 << 8 };

static const struct baseline_opts opts = { .nr_runs = 3, .timeout_ms = 1000 };

static struct baseline *first_run(const struct test *test, int status)
{
	static struct baseline baselines[1];
	struct baseline_traced traced = { .status = status };
	struct baseline baseline = { .result = TEST_PASSED };

	baseline_judge_traced(&baseline, &opts, test, &traced, NULL);
	baselines[0] = baseline;
	return baselines;
}

static void next_run(struct baseline *baseline, enum test_result verdict, bool is_covering)
{
	struct job_result result = { .result = verdict, .cpu_us = is_covering ? 900 : 100 };

	baseline_judge_run(baseline, &result, is_covering);
}

static void forget(struct baseline *baseline)
{
	free(baseline->reason);
	free(baseline->exec_reason);
}

TEST(test_that_fails_each_time_is_failing)
{
	struct test test = { 0 };
	struct baseline *baseline = first_run(&test, EXIT_1);

	CHECK(!baseline->reason);
	next_run(baseline, TEST_FAILED, false);
	next_run(baseline, TEST_CRASHED, true);
	CHECK(!baseline->is_failing);
	baseline_judge_end(baseline, &opts);
	CHECK(baseline->is_failing);
	CHECK(baseline->is_quarantined);
	CHECK(!baseline_takes_part(baseline));
	forget(baseline);
}

TEST(test_that_changes_its_result_is_unstable)
{
	struct test test = { 0 };
	struct baseline *baseline = first_run(&test, EXIT_1);

	next_run(baseline, TEST_PASSED, false);
	baseline_judge_end(baseline, &opts);
	CHECK(!baseline->is_failing);
	CHECK(baseline->is_quarantined);
	CHECK_STR(baseline->reason, "is unstable: fails, then passes");
	forget(baseline);
}

TEST(result_that_load_changes_is_unstable)
{
	static const struct baseline_opts loaded = { .nr_busy = 2 };
	struct test test = { .timeout_ms = 50 };
	struct baseline *baseline = first_run(&test, 0);
	struct job_result result = { .result = TEST_PASSED, .wall_us = 49000 };

	baseline_judge_loaded(baseline, &loaded, &result);
	CHECK(baseline_takes_part(baseline));
	CHECK_UINT(baseline->use.harness_ms, ==, 50);
	result.wall_us = 50000;
	baseline_judge_loaded(baseline, &loaded, &result);
	CHECK(baseline_takes_part(baseline));
	CHECK_UINT(baseline->use.harness_ms, ==, 0);
	result.result = TEST_FAILED;
	baseline_judge_loaded(baseline, &loaded, &result);
	CHECK(baseline->is_quarantined);
	CHECK_STR(baseline->reason,
		  "is unstable under load: passes, then fails beside 2 busy processes");
	forget(baseline);
}

static void changing_run(struct baseline *baseline)
{
	struct job_result result = { .result = TEST_PASSED, .output_hash = 7 };

	baseline_judge_run(baseline, &result, false);
	baseline->has_changing_coverage = true;
}

TEST(test_that_prints_or_reaches_other_things_is_noted_and_takes_part)
{
	struct test test = { 0 };
	struct baseline *baseline = first_run(&test, 0);

	changing_run(baseline);
	baseline_judge_end(baseline, &opts);
	CHECK(baseline_takes_part(baseline));
	CHECK_UINT(baseline_changes(baseline), ==, STORE_CHANGE_OUTPUT | STORE_CHANGE_COVERAGE);
	CHECK(!baseline->is_judged_by_output);
	forget(baseline);
}

TEST(what_must_not_change_is_quarantined_if_it_does)
{
	static const struct baseline_opts no_output = { .quarantine_changing =
								STORE_CHANGE_OUTPUT };
	static const struct baseline_opts no_coverage = { .quarantine_changing =
								  STORE_CHANGE_COVERAGE };
	struct test test = { .protocol = TEST_PROTOCOL_TAP };
	struct baseline *baseline = first_run(&test, 0);

	CHECK(baseline->is_judged_by_output);
	baseline->result = TEST_PASSED;
	changing_run(baseline);
	baseline_judge_end(baseline, &no_output);
	CHECK(baseline->is_quarantined);
	CHECK_STR(baseline->reason, "prints other things from run to run");
	forget(baseline);
	test.protocol = TEST_PROTOCOL_EXIT;
	baseline = first_run(&test, 0);
	changing_run(baseline);
	baseline_judge_end(baseline, &no_coverage);
	CHECK_STR(baseline->reason, "reaches other places from run to run");
	forget(baseline);
}

TEST(expected_failure_is_no_failure)
{
	struct test test = { .expect_failure = true };
	struct baseline *baseline = first_run(&test, EXIT_1);

	next_run(baseline, TEST_PASSED, false);
	baseline_judge_end(baseline, &opts);
	CHECK(baseline_takes_part(baseline));
	forget(baseline);
}

TEST(covering_run_does_not_raise_limits)
{
	struct test test = { 0 };
	struct baseline *baseline = first_run(&test, 0);

	next_run(baseline, TEST_PASSED, false);
	next_run(baseline, TEST_PASSED, true);
	CHECK_UINT(baseline->use.cpu_us, ==, 100);
	forget(baseline);
}

/* A library of the units 1 and 2, a program of 1 and 3, and a process that mapped both. */
struct mapped {
	uint64_t library_units[2], program_units[2], seen[2];
	struct module modules[2];
	struct coverage_image images[1];
	struct baseline_process processes[2];
	char *paths[3];
	struct modules all;
	struct baseline_traced traced;
	struct baseline baseline;
};

static void mapped_init(struct mapped *mapped, uint64_t seen)
{
	static char library[] = "/libx.so", program[] = "/prog";

	*mapped = (struct mapped){
		.library_units = { 1, 2 },
		.program_units = { 1, 3 },
		.seen = { 1, seen },
		.paths = { library, program, NULL },
		.processes = { { .image = 4, .first_pid = 10, .pid = 11, .is_attached = true } },
		.images = { { .pid = 10, .exe = program, .has_units = true } },
		.baseline = { .result = TEST_PASSED },
	};
	mapped->modules[0].path = mapped->paths[0];
	mapped->modules[0].units.items = mapped->library_units;
	mapped->modules[1].path = mapped->paths[1];
	mapped->modules[1].units.items = mapped->program_units;
	mapped->modules[0].units.count = mapped->modules[1].units.count = 2;
	mapped->images[0].units.items = mapped->seen;
	mapped->images[0].units.count = 2;
	mapped->processes[0].exe = mapped->paths[1];
	mapped->processes[0].modules = mapped->paths;
	mapped->all.modules.items = mapped->modules;
	mapped->all.modules.count = 2;
	mapped->baseline.coverage.images.items = mapped->images;
	mapped->baseline.coverage.images.count = 1;
	mapped->traced.processes.items = mapped->processes;
	mapped->traced.processes.count = 1;
}

static size_t count_unseen(struct mapped *mapped)
{
	baseline_judge_mapped(&mapped->baseline, &mapped->all, &mapped->traced);

	size_t count = mapped->baseline.unseen.count;

	vec_deinit(&mapped->baseline.unseen);
	return count;
}

TEST(mapped_file_without_units_of_its_own_in_the_coverage_is_unseen)
{
	struct mapped mapped;

	mapped_init(&mapped, 3);
	baseline_judge_mapped(&mapped.baseline, &mapped.all, &mapped.traced);
	CHECK(baseline_takes_part(&mapped.baseline));
	CHECK_UINT(mapped.baseline.unseen.count, ==, 1);
	CHECK(mapped.baseline.unseen.items[0] == &mapped.modules[0]);
	vec_deinit(&mapped.baseline.unseen);
	/* The coverage is that of another image of the same program. */
	mapped.processes[1] = mapped.processes[0];
	mapped.processes[1].image = 5;
	mapped.processes[1].first_pid = mapped.processes[1].pid = 12;
	mapped.traced.processes.count = 2;
	mapped.images[0].pid = 12;
	CHECK_UINT(count_unseen(&mapped), ==, 2);
}

TEST(coverage_of_a_pid_that_is_not_traced_may_be_of_any_process)
{
	struct mapped mapped;

	mapped_init(&mapped, 3);
	mapped.images[0].pid = 1;
	CHECK_UINT(count_unseen(&mapped), ==, 1);
}

TEST(process_without_the_run_time_ends_the_part_of_a_test)
{
	struct mapped mapped;

	mapped_init(&mapped, 3);
	mapped.processes[0].is_attached = false;
	CHECK_UINT(count_unseen(&mapped), ==, 0);
	CHECK(!baseline_takes_part(&mapped.baseline));
	CHECK(!mapped.baseline.is_quarantined);
	CHECK_STR(mapped.baseline.reason, "executed /prog with /libx.so, without the run-time "
					  "(setuid, env -i?)");
	free(mapped.baseline.reason);
}

/* A test after its first run, whose output is kept. */
static struct baseline *first_run_by_output(void)
{
	static const struct test test;
	struct baseline *baseline = first_run(&test, 0);
	struct expectation *expected = xcalloc(1, sizeof(*expected));

	*expected = (struct expectation){ .data = xstrdup("x"), .size = 1, .hash = 7 };
	baseline->expected = expected;
	baseline->output_hash = 7;
	baseline->mode = WORKER_FORKSERVER;
	free(baseline->exec_reason);
	baseline->exec_reason = NULL;
	return baseline;
}

TEST(steady_output_is_expected_of_mutants)
{
	struct baseline *baseline = first_run_by_output();
	struct job_result same = { .result = TEST_PASSED,
				   .output_hash = 7,
				   .mode = WORKER_FORKSERVER };

	baseline_judge_run(baseline, &same, false);
	baseline_judge_served(baseline, &same);
	baseline_judge_end(baseline, &opts);
	CHECK(baseline->expected);
	CHECK_INT(baseline->mode, ==, WORKER_FORKSERVER);
	baseline_forget_output(baseline);
	forget(baseline);
}

TEST(changing_output_is_not_expected_of_mutants)
{
	struct baseline *baseline = first_run_by_output();
	struct job_result other = { .result = TEST_PASSED, .output_hash = 8 };

	baseline_judge_run(baseline, &other, false);
	baseline_judge_end(baseline, &opts);
	CHECK(!baseline->expected);
	forget(baseline);
}

TEST(server_under_which_the_output_is_another_is_not_used)
{
	struct baseline *baseline = first_run_by_output();
	struct job_result other = { .result = TEST_PASSED,
				    .output_hash = 8,
				    .mode = WORKER_FORKSERVER };

	baseline_judge_served(baseline, &other);
	CHECK_INT(baseline->mode, ==, WORKER_EXEC);
	CHECK_STR(baseline->exec_reason, "the test prints other things under it");
	baseline_forget_output(baseline);
	forget(baseline);
}
