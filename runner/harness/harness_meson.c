/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Meson: the trace shows the process of "meson test", also below "ninja test". "meson introspect"
 * lists the tests of its build directory. The log of the run tells which tests ran, with which
 * command, and which were expected to fail.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"
#include "runner/sandbox/capture.h"

enum { SKIP_CODE = 77, HARD_ERROR_CODE = 99, MS_PER_S = 1000 };

#define PERTURBATION "85" /* of the values that Meson draws, 1 to 255 */

static bool is_meson_word(const char *word)
{
	static const char *const names[] = { "meson", "meson.py", "mesonbuild.mesonmain" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(path_basename(word), names[i]) == 0)
			return true;
	}
	return false;
}

/* Returns the index of the word "test" in a "meson test" command line; 0: another command. */
static size_t find_subcommand(const struct trace_exec *exec)
{
	const char *base = path_basename(exec->path);

	if (strncmp(base, "python", 6) != 0 && !is_meson_word(base))
		return 0;
	for (size_t i = 0; exec->argv[i] && exec->argv[i + 1]; i++) {
		if (is_meson_word(exec->argv[i]))
			return strcmp(exec->argv[i + 1], "test") == 0 ? i + 1 : 0;
	}
	return 0;
}

static bool has_argument(const struct trace_exec *exec, const char *argument)
{
	return strv_contains(exec->argv, argument);
}

static bool is_runner(const struct trace_exec *exec)
{
	return find_subcommand(exec) && !has_argument(exec, "--list") &&
	       !has_argument(exec, "--help") && !has_argument(exec, "-h");
}

/* Returns DIR of -C DIR or -CDIR, else the directory in which meson was started. */
static char *build_directory(const struct trace_exec *exec)
{
	const char *given = NULL;

	for (char **arg = exec->argv; *arg; arg++) {
		if (strcmp(*arg, "-C") == 0 && arg[1])
			given = arg[1];
		else if (strncmp(*arg, "-C", 2) == 0 && (*arg)[2])
			given = *arg + 2;
	}
	return given ? path_absolute(exec->directory, given) : xstrdup(exec->directory);
}

static struct error *introspect(const struct trace_exec *exec, const char *build, json_t **ret)
{
	_cleanup_strv_ char **argv = strv_copy_n(exec->argv, find_subcommand(exec));

	strv_append(&argv, "introspect");
	strv_append(&argv, has_argument(exec, "--benchmark") ? "--benchmarks" : "--tests");
	strv_append(&argv, build);
	return capture_json(argv, exec->directory, exec->environ, ret);
}

/*
 * Returns the path of the JSON log, one object per line. It lies beside the text log that OUTPUT
 * names for this build directory.
 */
static char *log_path(const char *output, const char *build)
{
	static const char marker[] = "Full log written to ", suffix[] = ".txt";
	_cleanup_free_ char *directory = path_join(build, "meson-logs/");
	char *path = NULL;

	for (const char *at = output; (at = strstr(at, marker));) {
		at += sizeof(marker) - 1;
		size_t length = strcspn(at, "\r\n");

		if (strncmp(at, directory, strlen(directory)) != 0 || length < sizeof(suffix))
			continue;
		free(path);
		path = xasprintf("%.*s.json", (int)(length - (sizeof(suffix) - 1)), at);
	}
	return path ? path : path_join(directory, "testlog.json");
}

/* Reads the objects of the log as an array. */
static struct error *read_log(const char *path, json_t **ret)
{
	_cleanup_free_ char *text = NULL;
	struct error *err = fs_read_file(path, &text, NULL);

	if (err)
		return err;
	char *next = text, *line;
	json_t *list = json_array();

	while ((line = strsep(&next, "\n"))) {
		json_t *item = *line ? json_loads(line, 0, NULL) : NULL;

		if (item)
			json_array_append_new(list, item);
	}
	*ret = list;
	return NULL;
}

/*
 * True if LOGGED, the log's name of a test, stands for NAME, that of the list. The log puts
 * "project:suite / " before it, from Meson 1.12 on "suite - project:".
 */
static bool is_name(const char *logged, const char *name)
{
	static const char *const separators[] = { " / ", ":" };
	size_t nr_logged = strlen(logged), nr_name = strlen(name);

	if (nr_logged < nr_name || strcmp(logged + nr_logged - nr_name, name) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(separators); i++) {
		size_t nr = strlen(separators[i]);

		if (nr_logged >= nr_name + nr &&
		    strncmp(logged + nr_logged - nr_name - nr, separators[i], nr) == 0)
			return true;
	}
	return nr_logged == nr_name;
}

static bool contains_all(char *const *texts, char *const *wanted)
{
	for (; wanted && *wanted; wanted++) {
		if (!texts || !strv_contains(texts, *wanted))
			return false;
	}
	return true;
}

/* Takes the entry of the test ENTRY out of LOG, owned by the caller; NULL: the test did not run. */
static json_t *take_logged(json_t *log, const json_t *entry)
{
	const char *name = json_string_value(json_object_get(entry, "name"));
	_cleanup_strv_ char **command = capture_strings(json_object_get(entry, "cmd"));
	size_t index;
	json_t *item;

	json_array_foreach(log, index, item) {
		const char *logged = json_string_value(json_object_get(item, "name"));
		_cleanup_strv_ char **its = capture_strings(json_object_get(item, "command"));

		if (!name || !logged || !is_name(logged, name) || !contains_all(its, command))
			continue;
		json_incref(item);
		json_array_remove(log, index);
		return item;
	}
	return NULL;
}

static bool fits(const struct trace_exec *exec, const json_t *logged)
{
	const char *name;
	json_t *value;

	json_object_foreach(json_object_get(logged, "env"), name, value) {
		const char *its = strv_env_get(exec->environ, name);
		const char *wanted = json_string_value(value);

		if (wanted && (!its || strcmp(its, wanted) != 0))
			return false;
	}
	return true;
}

static const struct trace_exec *find_exec(const struct trace *trace, size_t runner,
					  char *const argv[], const json_t *logged, bool *used)
{
	for (size_t i = runner; (i = harness_find_child(trace, runner, argv, i)) != SIZE_MAX; i++) {
		if (!used[i] && fits(&trace->execs[i], logged)) {
			used[i] = true;
			return &trace->execs[i];
		}
	}
	return NULL;
}

/* Sets the test by list and log, if its process was not recognised. */
static void set_by_log(struct test *test, const struct trace_exec *meson, const json_t *entry,
		       const json_t *logged, char *const argv[])
{
	const char *directory = json_string_value(json_object_get(entry, "workdir"));
	const char *name;
	json_t *value;

	suite_set_command(test, meson, argv);
	json_object_foreach(json_object_get(logged, "env"), name, value)
		strv_env_set(&test->environ, name, json_string_value(value));
	free(test->directory);
	test->directory = directory ? xstrdup(directory) : build_directory(meson);
}

static bool is_text(const json_t *value, const char *text)
{
	const char *its = json_string_value(value);

	return its && strcmp(its, text) == 0;
}

/* Reads -t N; a limit times N is none if N is not positive. */
static double timeout_multiplier(const struct trace_exec *meson)
{
	static const char long_name[] = "--timeout-multiplier";
	const char *given = NULL;

	for (char **arg = meson->argv; *arg; arg++) {
		size_t length = strcspn(*arg, "=");

		if ((strcmp(*arg, "-t") == 0 || strcmp(*arg, long_name) == 0) && arg[1])
			given = arg[1];
		else if (length == strlen(long_name) && strncmp(*arg, long_name, length) == 0)
			given = *arg + length + 1;
		else if (strncmp(*arg, "-t", 2) == 0 && (*arg)[2])
			given = *arg + 2;
	}
	return given ? strtod(given, NULL) : 1;
}

static void read_rules(struct test *test, const struct trace_exec *meson, const json_t *entry,
		       const json_t *logged)
{
	const json_t *result = json_object_get(logged, "result");
	const json_t *parallel = json_object_get(entry, "is_parallel");
	double timeout =
		json_number_value(json_object_get(entry, "timeout")) * timeout_multiplier(meson);

	test->expect_failure = is_text(result, "EXPECTEDFAIL") || is_text(result, "UNEXPECTEDPASS");
	test->serial = json_is_false(parallel);
	test->timeout_ms = timeout > 0 ? (unsigned)(timeout * MS_PER_S) : 0;
	if (is_text(json_object_get(entry, "protocol"), "tap")) {
		test->protocol = TEST_PROTOCOL_TAP_MESON;
		return;
	}
	test->has_skip_code = true;
	test->skip_code = SKIP_CODE;
	test->has_hard_error_code = true;
	test->hard_error_code = HARD_ERROR_CODE;
}

/*
 * Gives the test one value of MALLOC_PERTURB_, the byte that glibc fills memory with, where Meson
 * drew a random one: otherwise a test would be another one each time.
 */
static void fix_perturbation(struct test *test, const struct trace_exec *meson, const json_t *entry)
{
	static const char name[] = "MALLOC_PERTURB_";
	bool is_own = strv_env_get(meson->environ, name) ||
		      json_object_get(json_object_get(entry, "env"), name);

	if (!is_own && strv_env_get(test->environ, name))
		strv_env_set(&test->environ, name, PERTURBATION);
}

static void add_test(struct suite *suite, const struct trace *trace, size_t runner,
		     const json_t *entry, const json_t *logged, bool *used)
{
	const char *name = json_string_value(json_object_get(logged, "name"));
	_cleanup_strv_ char **argv = capture_strings(json_object_get(logged, "command"));

	if (!argv) {
		suite_warn(suite, "test %s was not run by meson; it is left out", name);
		return;
	}
	struct test *test = suite_add(suite, name, harness_meson.name);
	const struct trace_exec *exec = find_exec(trace, runner, argv, logged, used);

	if (exec)
		suite_set_command(test, exec, argv);
	else
		set_by_log(test, &trace->execs[runner], entry, logged, argv);
	fix_perturbation(test, &trace->execs[runner], entry);
	read_rules(test, &trace->execs[runner], entry, logged);
}

static bool is_bad(const json_t *result)
{
	static const char *const bad[] = { "FAIL", "ERROR", "TIMEOUT", "UNEXPECTEDPASS" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		if (is_text(result, bad[i]))
			return true;
	}
	return false;
}

static const char *text_of(const json_t *value)
{
	const char *text = json_string_value(value);

	return text ? text : "";
}

static void explain_log(const json_t *log, struct failures *ret)
{
	size_t index;
	json_t *item;

	json_array_foreach(log, index, item) {
		if (!is_bad(json_object_get(item, "result")))
			continue;
		_cleanup_free_ char *text =
			xasprintf("%s%s", text_of(json_object_get(item, "stdout")),
				  text_of(json_object_get(item, "stderr")));

		failures_add(ret, text_of(json_object_get(item, "name")), text);
	}
}

static void explain(const struct trace *trace, const char *output, struct failures *ret)
{
	for (size_t i = 0; (i = harness_next_runner(trace, &harness_meson, i)) != SIZE_MAX; i++) {
		_cleanup_free_ char *build = build_directory(&trace->execs[i]);
		_cleanup_free_ char *path = log_path(output, build);
		_cleanup_json_ json_t *log = NULL;
		_cleanup_error_ struct error *err = read_log(path, &log);

		if (!err)
			explain_log(log, ret);
	}
}

static void add_build(struct suite *suite, const struct trace *trace, size_t runner,
		      const char *output, bool *used)
{
	const struct trace_exec *meson = &trace->execs[runner];
	_cleanup_free_ char *build = build_directory(meson);
	_cleanup_free_ char *path = log_path(output, build);
	_cleanup_json_ json_t *list = NULL;
	_cleanup_json_ json_t *log = NULL;
	_cleanup_error_ struct error *err = introspect(meson, build, &list);
	size_t index;
	json_t *entry;

	if (!err)
		err = read_log(path, &log);
	if (err) {
		suite_warn(suite, "meson test ran but does not tell its tests: %s", err->message);
		return;
	}
	/* In the order of the list, as the order of the log changes from run to run. */
	json_array_foreach(list, index, entry) {
		_cleanup_json_ json_t *logged = take_logged(log, entry);

		if (logged)
			add_test(suite, trace, runner, entry, logged, used);
	}
}

static long count_tests(const char *output)
{
	static const char *const results[] = {
		"Ok:", "Expected Fail:", "Fail:", "Unexpected Pass:", "Skipped:", "Timeout:"
	};
	long sum = -1;

	for (size_t i = 0; i < ARRAY_SIZE(results); i++) {
		long count = harness_sum_lines(output, results[i]);

		if (count >= 0)
			sum = (sum < 0 ? 0 : sum) + count;
	}
	return sum;
}

static struct error *discover(const struct trace *trace, const char *output, bool *found,
			      struct suite *ret)
{
	_cleanup_free_ bool *used = xcalloc(trace->nr_execs + 1, sizeof(*used));

	for (size_t i = 0; (i = harness_next_runner(trace, &harness_meson, i)) != SIZE_MAX; i++)
		add_build(ret, trace, i, output, used);
	ret->counted = count_tests(output);
	*found = ret->tests.nr_tests != 0;
	return NULL;
}

const struct harness_adapter harness_meson = {
	.name = "meson",
	.is_runner = is_runner,
	.discover = discover,
	.explain = explain,
};
