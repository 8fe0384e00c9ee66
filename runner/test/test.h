/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A test: the smallest unit of the user's suite that can be run alone and has its own verdict; and
 * the rules by which its harness decides that verdict.
 */
#ifndef RUNNER_TEST_TEST_H
#define RUNNER_TEST_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

enum test_protocol {
	TEST_PROTOCOL_EXIT = 0,	     /* the exit status decides */
	TEST_PROTOCOL_TAP = 1,	     /* TAP decides, as Automake's tap-driver reads it */
	TEST_PROTOCOL_TAP_MESON = 2, /* TAP decides, as Meson reads it: the plan may be missing */
};

struct test {
	char *name;	 /* unique in the suite, as the harness prints it */
	char *harness;	 /* "automake", "automake-serial", "ctest", "meson", "list", "command" */
	char **argv;	 /* NULL-terminated; execvpe runs argv[0] in `directory` */
	char *directory; /* absolute */
	char **environ;	 /* whole environment, NULL-terminated */
	char *input;	 /* file for standard input; "/dev/null" if the harness gave none */
	enum test_protocol protocol;
	bool ignore_exit;    /* TAP: the exit status does not count */
	bool expect_failure; /* XFAIL, WILL_FAIL, should_fail */
	bool crash_fails;    /* CTest: death by a signal fails even where failure is expected */
	bool has_skip_code;
	int skip_code; /* Automake and Meson: 77 */
	bool has_hard_error_code;
	int hard_error_code; /* Automake and Meson: 99; fails even where failure is expected */
	/* CTest PASS_REGULAR_EXPRESSION, as extended ones, NULL-terminated; NULL: none */
	char **pass_regex;
	char **fail_regex;   /* CTest FAIL_REGULAR_EXPRESSION, likewise */
	char **skip_regex;   /* CTest SKIP_REGULAR_EXPRESSION, likewise */
	unsigned timeout_ms; /* limit of the harness itself; 0: none */
	bool serial;	     /* RUN_SERIAL; is_parallel: false */
	/*
	 * Names of the tests that must run before this one (fixtures, DEPENDS), NULL-terminated;
	 * NULL: none.
	 */
	char **needs;
};

struct test_list {
	struct test *tests; /* owned */
	size_t nr_tests;
};

/* How one execution of a test ended, before any rule is applied. */
struct test_end {
	int status;	    /* wait status of the main process */
	const char *output; /* path of the captured stdout and stderr; NULL: not captured */
};

enum test_result {
	TEST_PASSED = 1,
	TEST_FAILED = 2,
	TEST_SKIPPED = 3,
	/*
	 * A failure in which the main process died of a signal, directly or as 128 + n through a
	 * shell.
	 */
	TEST_CRASHED = 4,
};

/*
 * True if the wait status STATUS tells of SIGKILL, which ended the process or, below a shell, its
 * child.
 */
bool test_was_killed(int status);

/* True if the rules of the test's harness look at its output. */
bool test_reads_output(const struct test *test);

/*
 * Applies the rules of the test's harness to END. Never fails: an output that can't be read counts
 * as a failure.
 */
enum test_result test_judge(const struct test *test, const struct test_end *end);

void test_deinit(struct test *test);

void test_list_deinit(struct test_list *list);

#endif
