/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CTest: the trace shows its process, whoever started it. ctest is then asked for its list, with
 * the same selection. The processes that it started give the exact environments. DEPENDS in its
 * list includes what fixtures ask for.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"
#include "runner/harness/regex_cmake.h"
#include "runner/sandbox/capture.h"

enum { MS_PER_S = 1000 };

/* Returns the index of ctest's own name in the command line, 1 if it is a script; -1: no ctest. */
static int find_program(const struct trace_exec *exec)
{
	if (!exec->argv[0])
		return -1;
	if (strcmp(path_basename(exec->path), "ctest") == 0)
		return 0;
	bool is_script = strncmp(path_basename(exec->path), "python", 6) == 0 && exec->argv[1];

	return is_script && strcmp(path_basename(exec->argv[1]), "ctest") == 0 ? 1 : -1;
}

static bool has_prefix(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* True for options with which ctest runs no tests of a build tree. */
static bool is_other_mode(const char *arg)
{
	static const char *const exact[] = {
		"-N", "-S", "-SP", "--version", "--print-labels", "--list-presets"
	};
	static const char *const prefixes[] = { "--show-only", "--script", "--build-and-test",
						"--help" };

	for (size_t i = 0; i < ARRAY_SIZE(exact); i++) {
		if (strcmp(arg, exact[i]) == 0)
			return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
		if (has_prefix(arg, prefixes[i]))
			return true;
	}
	return false;
}

static bool is_runner(const struct trace_exec *exec)
{
	int program = find_program(exec);

	if (program < 0)
		return false;
	for (char **arg = exec->argv + program + 1; *arg; arg++) {
		if (is_other_mode(*arg))
			return false;
	}
	return true;
}

/*
 * True for options that run dashboard steps or write files; the list needs neither. Each has one
 * argument.
 */
static bool is_dropped(const char *arg)
{
	static const char *const dropped[] = {
		"-D",		"--dashboard", "-T",	       "--test-action", "-M",
		"--test-model", "-O",	       "--output-log", "--output-junit"
	};

	for (size_t i = 0; i < ARRAY_SIZE(dropped); i++) {
		if (strcmp(arg, dropped[i]) == 0)
			return true;
	}
	return false;
}

static char **list_command(const struct trace_exec *exec)
{
	int program = find_program(exec);
	char **argv = strv_copy_n(exec->argv, (size_t)program);

	strv_append(&argv, program == 0 ? exec->path : exec->argv[program]);
	for (char **arg = exec->argv + program + 1; *arg; arg++) {
		if (is_dropped(*arg) && arg[1])
			arg++;
		else
			strv_append(&argv, *arg);
	}
	strv_append(&argv, "--show-only=json-v1");
	return argv;
}

static const json_t *find_property(const json_t *entry, const char *name)
{
	size_t index;
	json_t *property;

	json_array_foreach(json_object_get(entry, "properties"), index, property) {
		const char *its = json_string_value(json_object_get(property, "name"));

		if (its && strcmp(its, name) == 0)
			return json_object_get(property, "value");
	}
	return NULL;
}

static bool has_property(const json_t *entry, const char *name)
{
	return json_is_true(find_property(entry, name));
}

static char **read_regexes(const json_t *entry, const char *name)
{
	_cleanup_strv_ char **regexes = capture_strings(find_property(entry, name));
	char **texts = NULL;

	for (char **regex = regexes; regex && *regex; regex++)
		strv_append_take(&texts, regex_from_cmake(*regex));
	return texts;
}

/* Reads --timeout SECONDS, for tests without a limit of their own; 0: none. */
static double default_timeout(const struct trace_exec *ctest)
{
	for (char **arg = ctest->argv; *arg; arg++) {
		if (strcmp(*arg, "--timeout") == 0 && arg[1])
			return strtod(arg[1], NULL);
	}
	return 0;
}

static void read_rules(struct test *test, const struct trace_exec *ctest, const json_t *entry)
{
	const json_t *timeout = find_property(entry, "TIMEOUT");
	const json_t *skip = find_property(entry, "SKIP_RETURN_CODE");

	test->crash_fails = true;
	test->expect_failure = has_property(entry, "WILL_FAIL");
	test->serial = has_property(entry, "RUN_SERIAL");
	test->has_skip_code = json_is_integer(skip);
	test->skip_code = (int)json_integer_value(skip);
	test->pass_regex = read_regexes(entry, "PASS_REGULAR_EXPRESSION");
	test->fail_regex = read_regexes(entry, "FAIL_REGULAR_EXPRESSION");
	test->skip_regex = read_regexes(entry, "SKIP_REGULAR_EXPRESSION");
	test->needs = capture_strings(find_property(entry, "DEPENDS"));
	test->timeout_ms = (unsigned)(MS_PER_S * (timeout ? json_number_value(timeout)
							  : default_timeout(ctest)));
}

/* True if EXEC had the directory and the variables that the properties ask for. */
static bool fits(const struct trace_exec *exec, const json_t *entry)
{
	_cleanup_strv_ char **env = capture_strings(find_property(entry, "ENVIRONMENT"));
	const char *directory = json_string_value(find_property(entry, "WORKING_DIRECTORY"));

	for (char **item = env; item && *item; item++) {
		if (!strv_contains(exec->environ, *item))
			return false;
	}
	if (!directory)
		return true;
	_cleanup_free_ char *resolved = NULL;
	_cleanup_error_ struct error *err = path_resolve(directory, &resolved);

	return err || strcmp(resolved, exec->directory) == 0;
}

/* Returns the process in which ctest ran this test. Several tests may have the same command. */
static const struct trace_exec *find_exec(const struct trace *trace, size_t runner,
					  char *const argv[], const json_t *entry, bool *used)
{
	for (size_t i = runner; (i = harness_find_child(trace, runner, argv, i)) != SIZE_MAX; i++) {
		if (!used[i] && fits(&trace->execs[i], entry)) {
			used[i] = true;
			return &trace->execs[i];
		}
	}
	return NULL;
}

/* Sets environment and directory by the properties, for a test that was not seen to run. */
static void set_by_properties(struct test *test, const struct trace_exec *ctest,
			      const json_t *entry, char *const argv[])
{
	_cleanup_strv_ char **env = capture_strings(find_property(entry, "ENVIRONMENT"));
	const char *directory = json_string_value(find_property(entry, "WORKING_DIRECTORY"));

	suite_set_command(test, ctest, argv);
	for (char **item = env; item && *item; item++) {
		_cleanup_free_ char *name = xstrndup(*item, strcspn(*item, "="));
		const char *value = strchr(*item, '=');

		strv_env_set(&test->environ, name, value ? value + 1 : "");
	}
	if (directory) {
		free(test->directory);
		test->directory = xstrdup(directory);
	}
}

static void add_test(struct suite *suite, const struct trace *trace, size_t runner,
		     const json_t *entry, bool *used)
{
	const char *name = json_string_value(json_object_get(entry, "name"));
	_cleanup_strv_ char **argv = capture_strings(json_object_get(entry, "command"));

	if (!name || has_property(entry, "DISABLED"))
		return;
	if (!argv) {
		suite_warn(suite, "test %s has no program; it is left out", name);
		return;
	}
	struct test *test = suite_add(suite, name, harness_ctest.name);
	const struct trace_exec *exec = find_exec(trace, runner, argv, entry, used);

	if (exec)
		suite_set_command(test, exec, argv);
	else
		set_by_properties(test, &trace->execs[runner], entry, argv);
	read_rules(test, &trace->execs[runner], entry);
}

static const json_t *find_entry(const json_t *list, const char *name)
{
	size_t index;
	json_t *entry;

	json_array_foreach(json_object_get(list, "tests"), index, entry) {
		const char *its = json_string_value(json_object_get(entry, "name"));

		if (its && strcmp(its, name) == 0)
			return entry;
	}
	return NULL;
}

/*
 * True if ENTRY cleans up a fixture that OTHER uses. That orders a suite, but ENTRY does not need
 * OTHER.
 */
static bool cleans_after(const json_t *entry, const json_t *other)
{
	_cleanup_strv_ char **cleaned = capture_strings(find_property(entry, "FIXTURES_CLEANUP"));
	_cleanup_strv_ char **used = capture_strings(find_property(other, "FIXTURES_REQUIRED"));

	for (char **name = used; name && *name; name++) {
		if (strv_contains(cleaned, *name))
			return true;
	}
	return false;
}

/* Drops from DEPENDS tests that were not selected, and so can't be needed. */
static void drop_needs(struct suite *suite, size_t first, const json_t *list)
{
	_cleanup_strv_ char **names = NULL;

	for (size_t i = first; i < suite->tests.nr_tests; i++)
		strv_append(&names, suite->tests.tests[i].name);
	for (size_t i = first; i < suite->tests.nr_tests; i++) {
		struct test *test = &suite->tests.tests[i];
		const json_t *entry = find_entry(list, test->name);
		char **needs = test->needs, **kept = NULL;

		for (char **need = needs; need && *need; need++) {
			if (strv_contains(names, *need) && !strv_contains(kept, *need) &&
			    !cleans_after(entry, find_entry(list, *need)))
				strv_append(&kept, *need);
		}
		strv_destroy(needs);
		test->needs = kept;
	}
}

/* Sums up the totals in "X% tests passed, Y tests failed out of Z"; -1: none. */
static long count_tests(const char *output)
{
	static const char marker[] = " failed out of ";
	long sum = -1;

	for (const char *at = output; (at = strstr(at, marker)); at++)
		sum = (sum < 0 ? 0 : sum) + strtol(at + sizeof(marker) - 1, NULL, 10);
	return sum;
}

static void add_list(struct suite *suite, const struct trace *trace, size_t runner, bool *used)
{
	const struct trace_exec *ctest = &trace->execs[runner];
	_cleanup_strv_ char **argv = list_command(ctest);
	_cleanup_json_ json_t *list = NULL;
	_cleanup_error_ struct error *err =
		capture_json(argv, ctest->directory, ctest->environ, &list);
	size_t index, first = suite->tests.nr_tests;
	json_t *entry;

	if (err) {
		suite_warn(suite, "ctest ran but does not tell its tests: %s", err->message);
		return;
	}
	json_array_foreach(json_object_get(list, "tests"), index, entry)
		add_test(suite, trace, runner, entry, used);
	drop_needs(suite, first, list);
	suite_join_needs(suite, first);
}

static struct error *discover(const struct trace *trace, const char *output, bool *found,
			      struct suite *ret)
{
	_cleanup_free_ bool *used = xcalloc(trace->nr_execs + 1, sizeof(*used));

	for (size_t i = 0; (i = harness_next_runner(trace, &harness_ctest, i)) != SIZE_MAX; i++)
		add_list(ret, trace, i, used);
	ret->counted = count_tests(output);
	*found = ret->tests.nr_tests != 0;
	return NULL;
}

/*
 * Returns the output of the test NAME from LastTest.log, between "N/M Testing: NAME" and the end
 * mark.
 */
static char *logged_output(const char *log, const char *name)
{
	static const char end_mark[] = "\n<end of output>", rule[] = "-----\n";
	_cleanup_free_ char *title = xasprintf(" Testing: %s\n", name);
	const char *start = log ? strstr(log, title) : NULL;
	const char *output = start ? strstr(start, "\nOutput:\n") : NULL;
	const char *end = output ? strstr(output, end_mark) : NULL;

	output = end ? strstr(output, rule) : NULL;
	if (!output || output + strlen(rule) > end)
		return NULL;
	output += strlen(rule);
	return xstrndup(output, (size_t)(end - output));
}

/* Adds the names below "The following tests FAILED:", each on a line "N - NAME (why)". */
static void explain_lines(const char *line, const char *log, struct failures *ret)
{
	for (; *line == '\t' || *line == ' '; line += strcspn(line, "\n"), line += *line == '\n') {
		_cleanup_free_ char *text = xstrndup(line, strcspn(line, "\n"));
		char *name = strstr(text, " - "), *why = strrchr(text, '(');

		if (!name || !why || why < name + 4)
			return;
		why[-1] = '\0';
		_cleanup_free_ char *output = logged_output(log, name + 3);

		failures_add(ret, name + 3, output);
	}
}

/* The build directory is that of the run, unless --test-dir names another. */
static struct error *read_last_log(const struct trace_exec *ctest, char **ret)
{
	const char *given = NULL;

	for (char **arg = ctest->argv; *arg; arg++) {
		if (strcmp(*arg, "--test-dir") == 0 && arg[1])
			given = arg[1];
	}
	_cleanup_free_ char *build = path_absolute(ctest->directory, given ? given : ".");
	_cleanup_free_ char *path = path_join(build, "Testing/Temporary/LastTest.log");

	return fs_read_file(path, ret, NULL);
}

static void explain(const struct trace *trace, const char *output, struct failures *ret)
{
	static const char title[] = "The following tests FAILED:\n";
	const char *at = output;

	for (size_t i = 0; (i = harness_next_runner(trace, &harness_ctest, i)) != SIZE_MAX; i++) {
		_cleanup_free_ char *log = NULL;
		_cleanup_error_ struct error *err = read_last_log(&trace->execs[i], &log);

		at = strstr(at, title);
		if (!at)
			return;
		at += strlen(title);
		explain_lines(at, log, ret);
	}
}

const struct harness_adapter harness_ctest = {
	.name = "ctest",
	.is_runner = is_runner,
	.discover = discover,
	.explain = explain,
};
