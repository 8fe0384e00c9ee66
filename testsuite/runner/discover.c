/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shows the suite behind a test command, for the scripts of this directory.
 *	discover COMMAND…          runs it and prints one line per test
 *	discover --judge COMMAND…  runs each test once more and puts its result first
 *	discover --list FILE       reads a list of tests
 * A line is: name, directory as seen from here, rules, words of the command; tabs between them.
 * REMT_TEST_SHOW names a variable whose value in the test's environment is added.
 * The command runs with REMT_TEST_ADDED=added behind its own value, as the run-time is attached.
 * Standard error tells warnings and counts; the command's output goes to discover.out.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"
#include "runner/test/test_record.h"

static const char output_path[] = "discover.out", again_path[] = "discover.again";

static int fail(struct error *err)
{
	int code = (int)err->code;

	fprintf(stderr, "discover: %s\n", err->message);
	if (err->detail)
		fprintf(stderr, "%s\n", err->detail);
	error_destroy(err);
	return code;
}

static _Noreturn void start(const struct test *test)
{
	int input = open(test->input, O_RDONLY);
	int out = open(again_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);

	if (dup2(input, 0) >= 0 && dup2(out, 1) >= 0 && dup2(out, 2) >= 0 &&
	    chdir(test->directory) == 0) {
		close(input);
		close(out);
		execvpe(test->argv[0], test->argv, test->environ);
	}
	_exit(127);
}

/* Runs TEST as recorded and applies its rules. */
static const char *run_again(const struct test *test)
{
	static const char *const results[] = {
		[TEST_PASSED] = "passed",
		[TEST_FAILED] = "failed",
		[TEST_SKIPPED] = "skipped",
		[TEST_CRASHED] = "crashed",
	};
	struct test_end end = { .output = again_path };
	pid_t pid = fork();

	if (pid == 0)
		start(test);
	waitpid(pid, &end.status, 0);
	enum test_result result = test_judge(test, &end);

	unlink(again_path);
	return results[result];
}

static void add_regexes(struct strbuf *text, const char *name, char *const *regexes)
{
	for (; regexes && *regexes; regexes++)
		strbuf_addf(text, " %s=%s", name, *regexes);
}

static void add_rules(struct strbuf *text, const struct test *test)
{
	static const char *const protocols[] = { "exit", "tap", "tap-meson" };

	strbuf_adds(text, protocols[test->protocol]);
	strbuf_adds(text, test->ignore_exit ? " ignore-exit" : "");
	strbuf_adds(text, test->expect_failure ? " fails" : "");
	strbuf_adds(text, test->crash_fails ? " no-crash" : "");
	if (test->has_skip_code)
		strbuf_addf(text, " skip=%d", test->skip_code);
	if (test->has_hard_error_code)
		strbuf_addf(text, " hard=%d", test->hard_error_code);
	add_regexes(text, "pass", test->pass_regex);
	add_regexes(text, "fail", test->fail_regex);
	add_regexes(text, "skip", test->skip_regex);
	if (test->timeout_ms)
		strbuf_addf(text, " timeout=%u", test->timeout_ms);
	strbuf_adds(text, test->serial ? " serial" : "");
	add_regexes(text, "needs", test->needs);
}

static void print_test(const struct test *test, const char *here, bool judge)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *directory = path_below(here, test->directory);
	_cleanup_free_ char *command = shell_quote_argv(test->argv);
	const char *shown = getenv("REMT_TEST_SHOW");

	if (judge)
		strbuf_addf(&text, "%s\t", run_again(test));
	strbuf_addf(&text, "%s\t%s\t", test->name, directory ? directory : test->directory);
	add_rules(&text, test);
	strbuf_addf(&text, "\t%s", command);
	if (shown) {
		const char *value = strv_env_get(test->environ, shown);

		strbuf_addf(&text, "\t%s=%s", shown, value ? value : "(unset)");
	}
	puts(strbuf_get(&text));
}

/* Each test goes through its stored form first: what is lost there shows. */
static int print_suite(struct suite *suite, bool judge)
{
	_cleanup_free_ char *here = NULL;
	struct error *err = path_working_directory(&here);

	for (size_t i = 0; i < suite->tests.nr_tests && !err; i++) {
		_cleanup_free_ char *record = test_record_write(&suite->tests.tests[i]);
		struct test stored;

		err = test_record_read(record, &stored);
		if (err)
			break;
		print_test(&stored, here, judge);
		test_deinit(&stored);
	}
	for (char **warning = suite->warnings; warning && *warning; warning++)
		fprintf(stderr, "warning: %s\n", *warning);
	fprintf(stderr, "harness: %s, tests: %zu, counted: %ld\n", suite->harness,
		suite->tests.nr_tests, suite->counted);
	suite_deinit(suite);
	return err ? fail(err) : 0;
}

int main(int argc, char **argv)
{
	const char *own = getenv("REMT_TEST_ADDED");
	_cleanup_free_ char *added =
		xasprintf("REMT_TEST_ADDED=%s%sadded", own ? own : "", own ? ":" : "");
	char *preload[] = { added, NULL };
	bool judge = argc > 1 && strcmp(argv[1], "--judge") == 0;
	struct suite_opts opts = { .argv = argv + 1 + judge,
				   .preload = preload,
				   .output_path = output_path };
	struct suite suite;
	struct trace trace;

	if (argc < 2 + judge)
		return ERROR_USAGE;
	if (argc == 3 && strcmp(argv[1], "--list") == 0) {
		struct error *err = suite_read_list(argv[2], NULL, &suite);

		return err ? fail(err) : print_suite(&suite, false);
	}
	struct error *err = suite_discover(&opts, &trace, &suite);

	if (err)
		return fail(err);
	trace_deinit(&trace);
	return print_suite(&suite, judge);
}
