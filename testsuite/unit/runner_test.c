/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/test/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/fs.h"
#include "runner/harness/regex_cmake.h"
#include "runner/test/pattern.h"
#include "runner/test/tap.h"
#include "unit.h"
#include "word.h"

enum { EXIT_SHIFT = 8 };

static int exit_status(int code)
{
	return code << EXIT_SHIFT;
}

static enum test_result judge(const struct test *test, int status)
{
	const struct test_end end = { .status = status };

	return test_judge(test, &end);
}

static enum test_result judge_output(const struct test *test, int status, const char *output)
{
	const struct test_end end = { .status = status, .output = "out" };

	CHECK_OK(fs_write_file("out", output, strlen(output)));
	return test_judge(test, &end);
}

static const struct test automake = {
	.has_skip_code = true,
	.skip_code = 77,
	.has_hard_error_code = true,
	.hard_error_code = 99,
};

TEST(exit_status_decides)
{
	const struct test test = { 0 };

	CHECK_INT(judge(&test, 0), ==, TEST_PASSED);
	CHECK_INT(judge(&test, exit_status(1)), ==, TEST_FAILED);
	CHECK_INT(judge(&test, exit_status(77)), ==, TEST_FAILED);
	CHECK_INT(judge(&test, exit_status(127)), ==, TEST_FAILED);
}

TEST(a_signal_is_a_crash)
{
	const struct test test = { 0 };

	CHECK_INT(judge(&test, SIGSEGV), ==, TEST_CRASHED);
	CHECK_INT(judge(&test, SIGABRT | 0x80), ==, TEST_CRASHED);
}

TEST(a_signal_behind_a_shell_is_a_crash)
{
	const struct test test = { 0 };

	CHECK_INT(judge(&test, exit_status(128 + SIGSEGV)), ==, TEST_CRASHED);
	CHECK_INT(judge(&test, exit_status(128)), ==, TEST_FAILED);
	CHECK_INT(judge(&test, exit_status(255)), ==, TEST_FAILED);
}

TEST(automake_codes_skip_and_hard_error)
{
	CHECK_INT(judge(&automake, exit_status(77)), ==, TEST_SKIPPED);
	CHECK_INT(judge(&automake, exit_status(99)), ==, TEST_FAILED);
}

TEST(expected_failure_passes_when_it_fails)
{
	struct test test = automake;

	test.expect_failure = true;
	CHECK_INT(judge(&test, exit_status(1)), ==, TEST_PASSED);
	CHECK_INT(judge(&test, SIGSEGV), ==, TEST_PASSED);
	CHECK_INT(judge(&test, 0), ==, TEST_FAILED);
	CHECK_INT(judge(&test, exit_status(77)), ==, TEST_SKIPPED);
	CHECK_INT(judge(&test, exit_status(99)), ==, TEST_FAILED);
	test.has_hard_error_code = false;
	CHECK_INT(judge(&test, exit_status(99)), ==, TEST_PASSED);
}

TEST(ctest_accepts_no_crash)
{
	const struct test test = { .expect_failure = true, .crash_fails = true };

	CHECK_INT(judge(&test, exit_status(3)), ==, TEST_PASSED);
	CHECK_INT(judge(&test, SIGSEGV), ==, TEST_CRASHED);
	CHECK_INT(judge(&test, 0), ==, TEST_FAILED);
}

TEST(pass_regex_replaces_the_exit_status)
{
	char *regexes[] = { WORD("never"), WORD("all [0-9]+ ok"), NULL };
	const struct test test = { .pass_regex = regexes };

	CHECK_INT(judge_output(&test, exit_status(1), "x\nall 12 ok\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&test, 0, "all x ok\n"), ==, TEST_FAILED);
}

TEST(fail_regex_wins_over_pass_regex_and_status)
{
	char *pass[] = { WORD("ok"), NULL }, *fail[] = { WORD("ERROR"), NULL };
	const struct test both = { .pass_regex = pass, .fail_regex = fail };
	const struct test only = { .fail_regex = fail };

	CHECK_INT(judge_output(&both, 0, "ok ERROR"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&only, 0, "ERROR"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&only, 0, "fine"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&only, exit_status(1), "fine"), ==, TEST_FAILED);
}

TEST(fail_regex_with_expected_failure_passes)
{
	char *fail[] = { WORD("ERROR"), NULL };
	const struct test test = { .fail_regex = fail, .expect_failure = true };

	CHECK_INT(judge_output(&test, 0, "ERROR"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&test, 0, "fine"), ==, TEST_FAILED);
}

TEST(skip_regex_skips_also_after_failure)
{
	char *skip[] = { WORD("no database"), NULL };
	const struct test test = { .skip_regex = skip };

	CHECK_INT(judge_output(&test, exit_status(1), "no database here"), ==, TEST_SKIPPED);
	CHECK_INT(judge_output(&test, 0, ""), ==, TEST_PASSED);
}

TEST(missing_output_fails_where_it_is_needed)
{
	const struct test test = { .protocol = TEST_PROTOCOL_TAP };
	const struct test_end end = { .output = "is-not-there" };

	CHECK_INT(judge(&test, 0), ==, TEST_FAILED);
	CHECK_INT(test_judge(&test, &end), ==, TEST_FAILED);
}

static const struct test tap = { .protocol = TEST_PROTOCOL_TAP };
static const struct test tap_meson = { .protocol = TEST_PROTOCOL_TAP_MESON };

TEST(tap_passes_with_plan_before_or_after)
{
	CHECK_INT(judge_output(&tap, 0, "1..2\nok 1\nok 2 - name\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&tap, 0, "ok\nok\n1..2\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&tap, 0, "TAP version 13\r\n1..1\r\nok 1\r\n"), ==, TEST_PASSED);
}

TEST(tap_fails_on_not_ok)
{
	CHECK_INT(judge_output(&tap, 0, "1..2\nok 1\nnot ok 2\n"), ==, TEST_FAILED);
}

TEST(tap_fails_on_not_ok_whatever_follows)
{
	CHECK_INT(judge_output(&tap, SIGSEGV, "1..2\nnot ok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap_meson, SIGSEGV, "1..2\nnot ok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap_meson, SIGSEGV, "1..2\nok 1\n"), ==, TEST_CRASHED);
}

TEST(tap_needs_its_plan)
{
	CHECK_INT(judge_output(&tap, 0, "ok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, ""), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap_meson, 0, "ok 1\n"), ==, TEST_PASSED);
}

TEST(tap_missing_and_surplus_results_fail)
{
	CHECK_INT(judge_output(&tap, 0, "1..3\nok 1\nok 2\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "1..1\nok 1\nok 2\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap_meson, 0, "1..3\nok 1\nok 2\n"), ==, TEST_FAILED);
}

TEST(tap_order_and_plan_are_checked)
{
	CHECK_INT(judge_output(&tap, 0, "1..2\nok 2\nok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "1..1\n1..1\nok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "ok 1\n1..2\nok 2\n"), ==, TEST_FAILED);
}

TEST(tap_directives)
{
	CHECK_INT(judge_output(&tap, 0, "1..1\nnot ok 1 # TODO later\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&tap, 0, "1..1\nok 1 # todo\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "1..2\nok 1 # SKIP no tty\nok 2\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&tap, 0, "1..1\nok 1 # SKIP no tty\n"), ==, TEST_SKIPPED);
	CHECK_INT(judge_output(&tap, 0, "1..1\nnot ok 1 # SKIP\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "1..1\nnot ok 1 \\# TODO\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "1..1\nnot ok 1 # TODOS\n"), ==, TEST_FAILED);
}

TEST(tap_plan_of_nothing_skips)
{
	CHECK_INT(judge_output(&tap, 0, "1..0 # SKIP no network\n"), ==, TEST_SKIPPED);
	CHECK_INT(judge_output(&tap, 0, "1..0\n"), ==, TEST_SKIPPED);
	CHECK_INT(judge_output(&tap_meson, 0, "1..0 # SKIP\n"), ==, TEST_SKIPPED);
	CHECK_INT(judge_output(&tap_meson, 0, ""), ==, TEST_SKIPPED);
}

TEST(tap_bail_out_fails)
{
	CHECK_INT(judge_output(&tap, 0, "1..2\nok 1\nBail out! no disk\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&tap, 0, "1..1\n  Bail out!\nok 1\n"), ==, TEST_FAILED);
}

TEST(tap_exit_status_counts_unless_ignored)
{
	struct test test = tap;

	CHECK_INT(judge_output(&test, exit_status(1), "1..1\nok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&test, SIGSEGV, "1..1\nok 1\n"), ==, TEST_CRASHED);
	test.ignore_exit = true;
	CHECK_INT(judge_output(&test, exit_status(1), "1..1\nok 1\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&test, exit_status(1), "1..1\nnot ok 1\n"), ==, TEST_FAILED);
}

TEST(tap_expectation_is_per_result_in_automake)
{
	struct test test = tap;

	test.expect_failure = true;
	CHECK_INT(judge_output(&test, 0, "1..1\nnot ok 1\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&test, 0, "1..2\nnot ok 1\nok 2\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&test, 0, "1..2\nnot ok 1\n"), ==, TEST_FAILED);
}

TEST(tap_expectation_is_for_the_whole_in_meson)
{
	struct test test = tap_meson;

	test.expect_failure = true;
	CHECK_INT(judge_output(&test, 0, "1..2\nnot ok 1\nok 2\n"), ==, TEST_PASSED);
	CHECK_INT(judge_output(&test, 0, "1..1\nok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&test, 0, "1..2\nok 1\n"), ==, TEST_FAILED);
	CHECK_INT(judge_output(&test, exit_status(1), "1..1\nnot ok 1\n"), ==, TEST_FAILED);
}

TEST(tap_ignores_other_lines)
{
	struct tap counts;

	tap_read("1..2\nokay\n# not ok 9\n    not ok 1\nok 1\n   ok 2\nok 2\n", TAP_AUTOMAKE,
		 &counts);
	CHECK_UINT(counts.passed, ==, 2);
	CHECK_UINT(counts.failed, ==, 0);
	CHECK_UINT(counts.errors, ==, 0);
}

static bool cmake_matches(const char *regex, const char *text)
{
	char *regexes[] = { regex_from_cmake(regex), NULL };
	const struct test test = { .pass_regex = regexes };
	enum test_result result = judge_output(&test, 0, text);

	free(regexes[0]);
	return result == TEST_PASSED;
}

TEST(cmake_regexes_keep_their_meaning)
{
	CHECK(cmake_matches("a{", "xa{x"));
	CHECK(!cmake_matches("a{2}", "aa"));
	CHECK(cmake_matches("^ok", "ok\nno"));
	CHECK(!cmake_matches("^ok", "no\nok"));
	CHECK(cmake_matches("a.b", "a\nb"));
	CHECK(cmake_matches("\\.", "."));
	CHECK(!cmake_matches("\\.", "x"));
	CHECK(cmake_matches("\\w", "w"));
	CHECK(!cmake_matches("\\w", "v"));
	CHECK(cmake_matches("[[:x]+$", "a[:x"));
	CHECK(cmake_matches("[]a]b", "]b"));
	CHECK(cmake_matches("[^0-9]+|none", "abc"));
	CHECK(cmake_matches("(a|b)+c", "abac"));
}

TEST(patterns_are_told_apart_however_often_they_are_used)
{
	enum { NR_PATTERNS = 20, NR_ROUNDS = 3, NR_USES = 2100 };
	char pattern[16], text[16];

	for (int i = 0; i < NR_PATTERNS * NR_ROUNDS; i++) {
		int number = i % NR_PATTERNS;

		snprintf(pattern, sizeof(pattern), "^%c+$", 'a' + number);
		snprintf(text, sizeof(text), "%c%c", 'a' + number, 'a' + number);
		CHECK(pattern_matches(pattern, text));
		CHECK(!pattern_matches(pattern, "-"));
		CHECK(!pattern_matches("(", text));
	}
	for (int i = 0; i < NR_USES; i++)
		CHECK(pattern_matches("x", "xy") && !pattern_matches("y", "x"));
}
