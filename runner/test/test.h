/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A test: the smallest unit of the user's suite that has a verdict of its own
 * and can be run alone; and the rules by which its harness decides the verdict.
 */
#ifndef RUNNER_TEST_TEST_H
#define RUNNER_TEST_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

enum test_protocol {
	TEST_PROTOCOL_EXIT = 0, /* exit status decides */
	TEST_PROTOCOL_TAP =
		1, /* Test Anything Protocol decides, as Automake's tap-driver reads it */
	TEST_PROTOCOL_TAP_MESON = 2, /* the same as Meson reads it: a plan may be missing */
};

struct test {
	char *name;	 /* unique in the suite, as the harness prints it */
	char *harness;	 /* "automake", "automake-serial", "ctest", "meson", "list", "command" */
	char **argv;	 /* NULL-terminated; argv[0] is run by execvpe in `directory` */
	char *directory; /* absolute */
	char **environ;	 /* NULL-terminated, whole environment */
	char *input;	 /* file for stdin; "/dev/null" when the harness gave none */
	enum test_protocol protocol;
	bool ignore_exit;    /* TAP: the exit status has no say */
	bool expect_failure; /* XFAIL, WILL_FAIL, should_fail */
	bool crash_fails;    /* CTest: death by a signal fails also where failure is expected */
	bool has_skip_code;
	int skip_code; /* automake and meson: 77 */
	bool has_hard_error_code;
	int hard_error_code; /* automake and meson: 99: failed even where failure is expected */
	char **pass_regex;   /* CTest PASS_REGULAR_EXPRESSION; NULL or NULL-terminated; extended */
	char **fail_regex;   /* CTest FAIL_REGULAR_EXPRESSION */
	char **skip_regex;   /* CTest SKIP_REGULAR_EXPRESSION */
	unsigned timeout_ms; /* the harness's own; 0: none */
	bool serial;	     /* RUN_SERIAL, is_parallel false */
	char **needs; /* names of tests that must run before this one (fixtures, DEPENDS); NULL or
			 NULL-terminated */
};

struct test_list {
	struct test *tests; /* owned */
	size_t nr_tests;
};

/* How one execution of a test ended, before any rule is applied. */
struct test_end {
	int status;	    /* wait status of the main process */
	const char *output; /* path of the captured stdout+stderr, NULL: not captured */
};

enum test_result {
	TEST_PASSED = 1,
	TEST_FAILED = 2,
	TEST_SKIPPED = 3,
	TEST_CRASHED = 4, /* failed, and the main process died of a signal (directly, or 128+n
			     through a shell) */
};

/* True if the wait status STATUS says SIGKILL, of the process or, through a shell, of its child. */
bool test_was_killed(int status);

/* True if the rules of the test's harness look at what it prints. */
bool test_reads_output(const struct test *test);

/* Applies the harness's rules to an end.  Never fails: an unreadable output counts as failed. */
enum test_result test_judge(const struct test *test, const struct test_end *end);

void test_deinit(struct test *test);

void test_list_deinit(struct test_list *list);

#endif
