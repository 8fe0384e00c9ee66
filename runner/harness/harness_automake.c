/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Automake's parallel harness: make calls one driver per test,
 *
 *   SHELL test-driver --test-name N --log-file F --trs-file F … [--] COMMAND…
 *
 * Any program that takes these options is a driver; one whose name contains "tap" reads TAP. The
 * test has the driver's directory and environment.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/error.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"
#include "runner/harness/harness_automake.h"

enum { SKIP_CODE = 77, HARD_ERROR_CODE = 99 };

/* The options and the command of a driver call. */
struct call {
	const char *driver;
	const char *name;
	const char *trs;
	const char *log;
	bool expect_failure;
	bool hard_errors;
	bool ignore_exit;
	bool tap;
	bool known;	/* its name is that of a driver of Automake */
	char **command; /* borrowed; empty: no command */
};

/*
 * Returns the value of option NAME at *ARG, "--x y" or "--x=y", and moves *ARG to the last word
 * used.
 */
static const char *option_value(char ***arg, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(**arg, name, length) != 0)
		return NULL;
	if ((**arg)[length] == '=')
		return **arg + length + 1;
	if ((**arg)[length] != '\0' || !(*arg)[1])
		return NULL;
	++*arg;
	return **arg;
}

static bool is_yes(const char *value)
{
	return strcmp(value, "yes") == 0;
}

static void parse_option(char ***arg, struct call *call)
{
	const char *value;

	if ((value = option_value(arg, "--test-name")))
		call->name = value;
	else if ((value = option_value(arg, "--trs-file")))
		call->trs = value;
	else if ((value = option_value(arg, "--expect-failure")))
		call->expect_failure = is_yes(value);
	else if ((value = option_value(arg, "--enable-hard-errors")))
		call->hard_errors = is_yes(value);
	else if ((value = option_value(arg, "--log-file")))
		call->log = value;
	else if ((value = option_value(arg, "--color-tests")))
		return;
	else if (strcmp(**arg, "--ignore-exit") == 0)
		call->ignore_exit = true;
}

static bool is_option(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 && (word[length] == '\0' || word[length] == '=');
}

static bool parse_call(char **argv, struct call *ret)
{
	struct call call = { .hard_errors = true };
	bool has_name = false;
	char **arg = argv;

	for (; *arg && !is_option(*arg, "--test-name"); arg++) {
		const char *base = path_basename(*arg);

		if (strstr(base, "tap"))
			call.tap = true;
		if (strcmp(base, "test-driver") == 0 || strstr(base, "tap-driver"))
			call.known = true;
	}
	if (arg == argv || !*arg)
		return false;
	call.driver = arg[-1];
	for (; *arg && strcmp(*arg, "--") != 0 && (*arg)[0] == '-'; arg++) {
		has_name |= is_option(*arg, "--test-name");
		parse_option(&arg, &call);
	}
	if (*arg && strcmp(*arg, "--") == 0)
		arg++;
	call.command = arg;
	*ret = call;
	return has_name && call.name && call.trs && *arg;
}

static bool is_runner(const struct trace_exec *exec)
{
	struct call call;

	return parse_call(exec->argv, &call);
}

/* Reads FILE, which a driver's command line names; NULL: it can't be read. Owned by the caller. */
static char *read_result(const struct trace_exec *exec, const char *file)
{
	_cleanup_free_ char *path = path_absolute(exec->directory, file);
	char *text = NULL;
	_cleanup_error_ struct error *err = fs_read_file(path, &text, NULL);

	return text;
}

/* Counts the results that the driver wrote for one script: TAP gives one per "ok" line. */
static long count_results(const struct trace_exec *exec, const struct call *call)
{
	_cleanup_free_ char *text = read_result(exec, call->trs);
	long count = 0;

	if (!text)
		return 1;
	for (const char *at = text; (at = strstr(at, ":test-result:")); at++)
		count += at == text || at[-1] == '\n';
	return count;
}

/*
 * Returns the next driver call of the suite itself, at or after *INDEX, and moves *INDEX behind it;
 * NULL: none.
 */
static const struct trace_exec *next_call(const struct trace *trace, size_t *index,
					  struct call *ret)
{
	*index = harness_next_runner(trace, &harness_automake, *index);
	if (*index == SIZE_MAX)
		return NULL;
	const struct trace_exec *exec = &trace->execs[(*index)++];

	parse_call(exec->argv, ret);
	return exec;
}

static bool has_failed(const char *trs)
{
	static const char *const bad[] = { "FAIL", "XPASS", "ERROR" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		_cleanup_free_ char *line = xasprintf(":test-result: %s", bad[i]);

		if (strstr(trs, line))
			return true;
	}
	return false;
}

static void explain(const struct trace *trace, const char *output, struct failures *ret)
{
	const struct trace_exec *exec;
	size_t index = 0;
	struct call call;

	(void)output;
	while ((exec = next_call(trace, &index, &call))) {
		_cleanup_free_ char *trs = read_result(exec, call.trs);

		if (!trs || !has_failed(trs))
			continue;
		_cleanup_free_ char *log = call.log ? read_result(exec, call.log) : NULL;

		failures_add(ret, call.name, log);
	}
}

static void add_test(struct suite *suite, const struct trace_exec *exec, const struct call *call)
{
	struct test *test = suite_add(suite, call->name, harness_automake.name);

	suite_set_command(test, exec, call->command);
	test->protocol = call->tap ? TEST_PROTOCOL_TAP : TEST_PROTOCOL_EXIT;
	test->ignore_exit = call->ignore_exit;
	test->expect_failure = call->expect_failure;
	if (call->tap)
		return;
	test->has_skip_code = true;
	test->skip_code = SKIP_CODE;
	test->has_hard_error_code = call->hard_errors;
	test->hard_error_code = HARD_ERROR_CODE;
}

/* The facts that the user is told of a suite as a whole. */
struct summary {
	long nr_scripts, nr_results; /* TAP scripts and their results */
	long nr_unknown;
	const char *unknown; /* a driver that is not Automake's */
};

static void count_call(struct summary *summary, const struct trace_exec *exec,
		       const struct call *call)
{
	if (call->tap) {
		summary->nr_scripts++;
		summary->nr_results += count_results(exec, call);
	} else if (!call->known) {
		summary->nr_unknown++;
		summary->unknown = call->driver;
	}
}

static void tell_summary(struct suite *suite, const struct summary *summary)
{
	if (summary->nr_scripts && suite->counted >= 0) {
		/*
		 * The harness counts the results inside scripts, but only a whole script can be run
		 * alone.
		 */
		suite->counted -= summary->nr_results - summary->nr_scripts;
		if (summary->nr_results != summary->nr_scripts)
			suite_warn(suite,
				   "%ld TAP scripts report %ld results; each script is one test",
				   summary->nr_scripts, summary->nr_results);
	}
	if (summary->nr_unknown)
		suite_warn(suite,
			   "%ld tests use a test driver that is not Automake's (%s): "
			   "their exit status decides",
			   summary->nr_unknown, summary->unknown);
}

/* Reads the order of each Makefile's tests. */
static void read_order(struct suite *suite, char *const *logs)
{
	struct test *tests = suite->tests.tests;
	size_t first = 0, nr_tests = suite->tests.nr_tests;

	for (size_t i = 1; i <= nr_tests; i++)
		if (i == nr_tests || strcmp(tests[i].directory, tests[first].directory) != 0) {
			automake_read_order(tests + first, logs + first, i - first);
			first = i;
		}
	suite_join_needs(suite, 0);
}

static struct error *discover(const struct trace *trace, const char *output, bool *found,
			      struct suite *ret)
{
	_cleanup_strv_ char **logs = NULL;
	struct summary summary = { 0 };
	const struct trace_exec *exec;
	size_t index = 0;
	struct call call;

	while ((exec = next_call(trace, &index, &call))) {
		add_test(ret, exec, &call);
		strv_append(&logs, call.log ? call.log : "");
		count_call(&summary, exec, &call);
	}
	*found = ret->tests.nr_tests != 0;
	ret->counted = harness_sum_lines(output, "# TOTAL:");
	tell_summary(ret, &summary);
	if (*found)
		read_order(ret, logs);
	return NULL;
}

const struct harness_adapter harness_automake = {
	.name = "automake",
	.is_runner = is_runner,
	.discover = discover,
	.explain = explain,
};
