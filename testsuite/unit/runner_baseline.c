/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What unmutated runs say of a test. */
#include <string.h>

#include "runner/baseline_judge.h"
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
	baseline_judge_end(baseline);
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
	baseline_judge_end(baseline);
	CHECK(!baseline->is_failing);
	CHECK(baseline->is_quarantined);
	CHECK_STR(baseline->reason, "is unstable: fails, then passes");
	forget(baseline);
}

TEST(expected_failure_is_no_failure)
{
	struct test test = { .expect_failure = true };
	struct baseline *baseline = first_run(&test, EXIT_1);

	next_run(baseline, TEST_PASSED, false);
	baseline_judge_end(baseline);
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
