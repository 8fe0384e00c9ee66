/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges the end of a test by the rules of Automake's drivers, CTest (cmCTestRunTest) and Meson
 * (mtest).
 */
#include "runner/test/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strv.h"
#include "runner/test/pattern.h"
#include "runner/test/tap.h"

enum {
	SHELL_SIGNAL_BASE = 128, /* a shell reports death by signal n as 128 + n */
	NR_CLASSIC_SIGNALS = 31,
};

static bool matches_any(char *const *regexes, const char *text)
{
	for (; *regexes; regexes++) {
		if (pattern_matches(*regexes, text))
			return true;
	}
	return false;
}

/* The exit code that a shell would see. */
static int shell_code(int status)
{
	return WIFSIGNALED(status) ? SHELL_SIGNAL_BASE + WTERMSIG(status) : WEXITSTATUS(status);
}

bool test_was_killed(int status)
{
	return shell_code(status) == SHELL_SIGNAL_BASE + SIGKILL;
}

static enum test_result failure(int status)
{
	int code = shell_code(status);
	bool is_crash = code > SHELL_SIGNAL_BASE && code <= SHELL_SIGNAL_BASE + NR_CLASSIC_SIGNALS;

	return WIFSIGNALED(status) || is_crash ? TEST_CRASHED : TEST_FAILED;
}

static enum test_result judge_exit(const struct test *test, int status, const char *output)
{
	int code = shell_code(status);
	bool fails = false, skips = false;

	if (WIFSIGNALED(status) && test->crash_fails)
		return TEST_CRASHED;
	if (test->pass_regex && !matches_any(test->pass_regex, output))
		fails = true;
	if (test->fail_regex && matches_any(test->fail_regex, output))
		fails = true;
	if (test->skip_regex && matches_any(test->skip_regex, output))
		skips = true;
	if (skips || (test->has_skip_code && code == test->skip_code))
		return TEST_SKIPPED;
	if (test->has_hard_error_code && code == test->hard_error_code)
		return TEST_FAILED;
	bool success = !fails && (code == 0 || test->pass_regex);

	return success != test->expect_failure ? TEST_PASSED : failure(status);
}

/* Automake expects a failure of each single result; an error is never expected. */
static enum test_result judge_tap(const struct test *test, int status, const char *output)
{
	struct tap tap;

	tap_read(output, TAP_AUTOMAKE, &tap);
	bool bad_exit = !tap.bailed_out && !test->ignore_exit && shell_code(status) != 0;
	size_t unexpected = test->expect_failure ? tap.passed : tap.failed;

	if (tap.failed && !test->expect_failure)
		return TEST_FAILED;
	if (tap.errors || bad_exit || unexpected || tap.todo_passed)
		return test->ignore_exit ? TEST_FAILED : failure(status);
	if (tap.passed + tap.failed + tap.todo_failed == 0)
		return TEST_SKIPPED;
	return TEST_PASSED;
}

/*
 * Meson expects a failure of the whole test; a test of nothing but skips is skipped even after
 * errors.
 */
static enum test_result judge_tap_meson(const struct test *test, int status, const char *output)
{
	struct tap tap;

	tap_read(output, TAP_MESON, &tap);
	if (tap.failed && !test->expect_failure)
		return TEST_FAILED;
	if (shell_code(status) != 0)
		return failure(status);
	if (tap.passed + tap.failed + tap.todo_failed + tap.todo_passed == 0)
		return TEST_SKIPPED;
	if (tap.errors)
		return TEST_FAILED;
	bool success = !tap.failed && !tap.todo_passed;

	return success != test->expect_failure ? TEST_PASSED : TEST_FAILED;
}

bool test_reads_output(const struct test *test)
{
	return test->protocol != TEST_PROTOCOL_EXIT || test->pass_regex || test->fail_regex ||
	       test->skip_regex;
}

enum test_result test_judge(const struct test *test, const struct test_end *end)
{
	_cleanup_free_ char *output = NULL;

	if (test_reads_output(test)) {
		_cleanup_error_ struct error *err = NULL;

		if (!end->output)
			return failure(end->status);
		err = fs_read_file(end->output, &output, NULL);
		if (err)
			return failure(end->status);
	}
	switch (test->protocol) {
	case TEST_PROTOCOL_TAP: return judge_tap(test, end->status, output);
	case TEST_PROTOCOL_TAP_MESON: return judge_tap_meson(test, end->status, output);
	case TEST_PROTOCOL_EXIT: break;
	}
	return judge_exit(test, end->status, output);
}

void test_deinit(struct test *test)
{
	free(test->name);
	free(test->harness);
	strv_destroy(test->argv);
	free(test->directory);
	strv_destroy(test->environ);
	free(test->input);
	strv_destroy(test->pass_regex);
	strv_destroy(test->fail_regex);
	strv_destroy(test->skip_regex);
	strv_destroy(test->needs);
	memset(test, 0, sizeof(*test));
}

void test_list_deinit(struct test_list *list)
{
	for (size_t i = 0; i < list->nr_tests; i++)
		test_deinit(&list->tests[i]);
	free(list->tests);
	memset(list, 0, sizeof(*list));
}
