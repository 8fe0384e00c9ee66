/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/job/job.h"
#include "unit.h"

static enum verdict verdict(enum test_result result, enum limit_hit limit, uint32_t nr_switched)
{
	struct job_result job = { .result = result, .limit = limit, .nr_switched = nr_switched };

	return job_verdict(&job);
}

TEST(results_are_verdicts)
{
	CHECK_INT(verdict(TEST_PASSED, LIMIT_NONE, 1), ==, VERDICT_SURVIVED);
	CHECK_INT(verdict(TEST_FAILED, LIMIT_NONE, 1), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(verdict(TEST_SKIPPED, LIMIT_NONE, 1), ==, VERDICT_SURVIVED);
	CHECK_INT(verdict(TEST_CRASHED, LIMIT_NONE, 1), ==, VERDICT_KILLED_CRASH);
}

TEST(only_passing_near_the_limit_is_no_verdict)
{
	struct job_result job = { .nr_switched = 1, .is_unsure = true, .cpu_us = 1500000 };

	CHECK_INT(job_verdict(&job), ==, VERDICT_UNKNOWN);
	_cleanup_free_ char *text = job_describe(&job);

	CHECK_STR(text, "passes after 1500 ms of the processor: too near to the limit to be sure");
	job.result = TEST_FAILED;
	CHECK_INT(job_verdict(&job), ==, VERDICT_KILLED_FAIL);
	job.limit = LIMIT_CPU;
	CHECK_INT(job_verdict(&job), ==, VERDICT_KILLED_TIMEOUT);
}

TEST(limits_are_verdicts_whatever_the_result_says)
{
	CHECK_INT(verdict(TEST_PASSED, LIMIT_CPU, 1), ==, VERDICT_KILLED_TIMEOUT);
	CHECK_INT(verdict(TEST_CRASHED, LIMIT_WALL, 1), ==, VERDICT_KILLED_TIMEOUT);
	CHECK_INT(verdict(TEST_CRASHED, LIMIT_HITS, 1), ==, VERDICT_KILLED_TIMEOUT);
	CHECK_INT(verdict(TEST_PASSED, LIMIT_MEMORY, 1), ==, VERDICT_KILLED_MEMORY);
	CHECK_INT(verdict(TEST_PASSED, LIMIT_PROCESSES, 1), ==, VERDICT_KILLED_MEMORY);
	CHECK_INT(verdict(TEST_PASSED, LIMIT_OUTPUT, 1), ==, VERDICT_KILLED_OUTPUT);
}

TEST(without_a_switch_there_is_no_verdict)
{
	CHECK_INT(verdict(TEST_FAILED, LIMIT_NONE, 0), ==, VERDICT_UNKNOWN);
	CHECK_INT(verdict(TEST_PASSED, LIMIT_CPU, 0), ==, VERDICT_UNKNOWN);
}

TEST(only_a_sigkill_without_a_limit_is_from_elsewhere)
{
	struct job_result job = { .status = SIGKILL };

	CHECK(job_is_killed(&job));
	job.status = 137 << 8;
	CHECK(job_is_killed(&job));
	job.limit = LIMIT_MEMORY;
	CHECK(!job_is_killed(&job));
	job.limit = LIMIT_NONE;
	job.status = SIGSEGV;
	CHECK(!job_is_killed(&job));
	job.status = 0;
	CHECK(!job_is_killed(&job));
	job = (struct job_result){ .status = 1 << 8, .says_killed = true };
	CHECK(job_is_killed(&job));
	job = (struct job_result){ .limit = LIMIT_DIFFERENCE, .status = SIGKILL };
	CHECK(!job_is_killed(&job));
	job = (struct job_result){ .status = SIGKILL, .error = "its server is lost" };
	CHECK(!job_is_killed(&job));
}

static enum verdict by_output(enum output_match match, enum test_result result,
			      enum limit_hit limit)
{
	struct job_result job = {
		.result = result, .limit = limit, .match = match, .nr_switched = 1
	};

	return job_verdict(&job);
}

TEST(other_output_kills_whatever_the_test_says)
{
	CHECK_INT(by_output(OUTPUT_OTHER, TEST_PASSED, LIMIT_NONE), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(by_output(OUTPUT_OTHER, TEST_SKIPPED, LIMIT_NONE), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(by_output(OUTPUT_OTHER, TEST_PASSED, LIMIT_DIFFERENCE), ==, VERDICT_KILLED_FAIL);
	/* It came first, whether a look was in time or not. */
	CHECK_INT(by_output(OUTPUT_OTHER, TEST_CRASHED, LIMIT_NONE), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(by_output(OUTPUT_OTHER, TEST_PASSED, LIMIT_CPU), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(by_output(OUTPUT_OTHER, TEST_PASSED, LIMIT_OUTPUT), ==, VERDICT_KILLED_FAIL);
}

TEST(a_failed_step_comes_before_all_that_follows)
{
	struct job_result job = { .result = TEST_CRASHED,
				  .nr_switched = 1,
				  .has_failed_step = true };
	_cleanup_free_ char *text = job_describe(&job);

	CHECK_INT(job_verdict(&job), ==, VERDICT_KILLED_FAIL);
	CHECK_STR(text, "a step failed");
	job.limit = LIMIT_CPU;
	CHECK_INT(job_verdict(&job), ==, VERDICT_KILLED_FAIL);
	job.limit = LIMIT_STEP;
	CHECK_INT(job_verdict(&job), ==, VERDICT_KILLED_FAIL);
}

TEST(missing_output_kills_where_nothing_else_does)
{
	CHECK_INT(by_output(OUTPUT_SHORTER, TEST_PASSED, LIMIT_NONE), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(by_output(OUTPUT_SHORTER, TEST_SKIPPED, LIMIT_NONE), ==, VERDICT_KILLED_FAIL);
	CHECK_INT(by_output(OUTPUT_SHORTER, TEST_CRASHED, LIMIT_NONE), ==, VERDICT_KILLED_CRASH);
	CHECK_INT(by_output(OUTPUT_SHORTER, TEST_PASSED, LIMIT_CPU), ==, VERDICT_KILLED_TIMEOUT);
	CHECK_INT(by_output(OUTPUT_SAME, TEST_PASSED, LIMIT_NONE), ==, VERDICT_SURVIVED);
}

TEST(the_first_other_byte_is_told)
{
	struct job_result job = {
		.result = TEST_PASSED, .match = OUTPUT_OTHER, .match_bytes = 6, .nr_switched = 1
	};
	_cleanup_free_ char *other = job_describe(&job), *crash = NULL;

	CHECK_STR(other, "output differs at byte 7");
	job = (struct job_result){
		.result = TEST_CRASHED, .status = SIGSEGV, .match = OUTPUT_SHORTER, .nr_switched = 1
	};
	crash = job_describe(&job);
	CHECK_STR(crash, "SIGSEGV");
}

TEST(an_error_is_no_verdict)
{
	struct job_result job = { .result = TEST_FAILED, .nr_switched = 1, .error = "broken" };

	CHECK_INT(job_verdict(&job), ==, VERDICT_UNKNOWN);
}
