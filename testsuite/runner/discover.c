/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints the suite behind a test command, for the scripts of this directory.
 *	discover COMMAND…          runs it; one JSON record per test on stdout, warnings on stderr
 *	discover --list FILE       reads a list of tests
 *	discover --judge COMMAND…  also runs each test again and prints its result
 * REMT_TEST_OUTPUT names the file for the command's output.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/xalloc.h"
#include "runner/harness.h"
#include "runner/test_record.h"

static const char *output_path(void)
{
	const char *path = getenv("REMT_TEST_OUTPUT");

	return path ? path : "discover.out";
}

static int fail(struct error *err)
{
	fprintf(stderr, "discover: %s\n", err->message);
	int code = (int)err->code;

	error_destroy(err);
	return code;
}

/* Runs TEST as recorded and applies its rules. */
static enum test_result run_again(const struct test *test)
{
	char *output = xasprintf("%s.again", output_path());
	struct test_end end = { .output = output };
	pid_t pid = fork();

	if (pid == 0) {
		int input = open(test->input, O_RDONLY);
		int out = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);

		dup2(input, 0);
		dup2(out, 1);
		dup2(out, 2);
		close(input);
		close(out);
		if (chdir(test->directory) == 0)
			execvpe(test->argv[0], test->argv, test->environ);
		_exit(127);
	}
	waitpid(pid, &end.status, 0);
	enum test_result result = test_judge(test, &end);

	unlink(output);
	free(output);
	return result;
}

static int print_suite(struct suite *suite, bool judge)
{
	static const char *const results[] = { "?", "passed", "failed", "skipped", "crashed" };

	for (size_t i = 0; i < suite->tests.nr_tests; i++) {
		char *record = test_record_write(&suite->tests.tests[i]);

		if (judge)
			printf("%s\t", results[run_again(&suite->tests.tests[i])]);
		puts(record);
		free(record);
	}
	for (char **warning = suite->warnings; warning && *warning; warning++)
		fprintf(stderr, "warning: %s\n", *warning);
	fprintf(stderr, "harness: %s, tests: %zu, counted: %ld\n", suite->harness,
		suite->tests.nr_tests, suite->counted);
	suite_deinit(suite);
	return 0;
}

int main(int argc, char **argv)
{
	struct suite suite;
	struct trace trace;
	bool judge = argc > 1 && strcmp(argv[1], "--judge") == 0;

	if (argc < 2 + judge)
		return 2;
	if (argc == 3 && strcmp(argv[1], "--list") == 0) {
		struct error *err = suite_read_list(argv[2], NULL, &suite);

		return err ? fail(err) : print_suite(&suite, false);
	}
	char *preload[] = { "REMT_SESSION=/nonexistent", NULL };
	struct error *err =
		suite_discover(argv + 1 + judge, NULL, preload, output_path(), &trace, &suite);

	if (err)
		return fail(err);
	fprintf(stderr, "execs: %zu\n", trace.nr_execs);
	trace_deinit(&trace);
	return print_suite(&suite, judge);
}
