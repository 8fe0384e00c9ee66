/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Discovers a suite: runs the command under the tracer, asks each adapter for its tests, and
 * explains a failing command.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"

const struct harness_adapter *const harness_adapters[] = {
	&harness_automake, &harness_automake_serial, &harness_ctest, &harness_meson, NULL,
};

enum { OUTPUT_END = 2000 /* bytes of a failed command's output that are shown */ };

void suite_deinit(struct suite *suite)
{
	test_list_deinit(&suite->tests);
	free(suite->harness);
	strv_destroy(suite->warnings);
	memset(suite, 0, sizeof(*suite));
}

static size_t count_name(const struct suite *suite, const char *name, size_t end)
{
	size_t count = 0;

	for (size_t i = 0; i < end; i++)
		count += strcmp(suite->tests.tests[i].name, name) == 0;
	return count;
}

/* Puts the test's directory in front of its name. */
static void prefix_directory(struct test *test, const char *root)
{
	_cleanup_free_ char *below = path_below(root, test->directory);
	const char *directory = below ? below : test->directory;

	if (strcmp(directory, ".") == 0)
		return;
	char *name = xasprintf("%s/%s", directory, test->name);

	free(test->name);
	test->name = name;
}

void suite_make_names_unique(struct suite *suite, const char *root)
{
	size_t count = suite->tests.nr_tests;
	bool *is_double = xcalloc(count + 1, sizeof(*is_double));

	for (size_t i = 0; i < count; i++)
		is_double[i] = count_name(suite, suite->tests.tests[i].name, count) > 1;
	for (size_t i = 0; i < count; i++) {
		if (is_double[i])
			prefix_directory(&suite->tests.tests[i], root);
	}
	free(is_double);
	for (size_t i = 1; i < count; i++) {
		struct test *test = &suite->tests.tests[i];
		char *base = test->name;

		for (size_t n = 2; count_name(suite, test->name, i); n++) {
			if (test->name != base)
				free(test->name);
			test->name = xasprintf("%s#%zu", base, n);
		}
		if (test->name != base)
			free(base);
	}
}

/* Moves all of MORE behind SUITE; MORE becomes empty. */
static void merge(struct suite *suite, struct suite *more, const char *harness)
{
	size_t count = suite->tests.nr_tests + more->tests.nr_tests;
	char *name =
		suite->harness ? xasprintf("%s+%s", suite->harness, harness) : xstrdup(harness);

	if (suite->harness)
		suite->counted = suite->counted < 0 || more->counted < 0
					 ? -1
					 : suite->counted + more->counted;
	else
		suite->counted = more->counted;
	free(suite->harness);
	suite->harness = name;
	suite->tests.tests = xreallocarray(suite->tests.tests, count, sizeof(struct test));
	memcpy(suite->tests.tests + suite->tests.nr_tests, more->tests.tests,
	       more->tests.nr_tests * sizeof(struct test));
	suite->tests.nr_tests = count;
	free(more->tests.tests);
	memset(&more->tests, 0, sizeof(more->tests));
	strv_extend(&suite->warnings, more->warnings);
	suite_deinit(more);
}

static struct error *find_tests(const struct trace *trace, const char *output, struct suite *suite)
{
	for (size_t i = 0; harness_adapters[i]; i++) {
		struct suite found = { .counted = -1 };
		bool is_found = false;
		struct error *err = harness_adapters[i]->discover(trace, output, &is_found, &found);

		if (err || !is_found) {
			strv_extend(&suite->warnings, found.warnings);
			suite_deinit(&found);
			if (err)
				return err;
			continue;
		}
		merge(suite, &found, harness_adapters[i]->name);
	}
	if (suite->tests.nr_tests) {
		if (suite->counted >= 0 && (size_t)suite->counted != suite->tests.nr_tests)
			suite_warn(suite, "the test harness counted %ld tests, %zu were found",
				   suite->counted, suite->tests.nr_tests);
		return NULL;
	}
	if (!trace->nr_execs)
		return error_create(ERROR_INTERNAL, "the test command was not seen to start");
	suite->harness = xstrdup(HARNESS_COMMAND);
	suite_add_command(suite, &trace->execs[0]);
	return NULL;
}

/*
 * Returns VALUE with OWN in place of ADDED, without separators at its ends; NULL: VALUE does not
 * contain ADDED.
 */
static char *take_back(const char *value, const char *added, const char *own)
{
	const char *at = *added ? strstr(value, added) : NULL;

	if (!at)
		return NULL;
	char *text = xasprintf("%.*s%s%s", (int)(at - value), value, own, at + strlen(added));
	size_t start = strspn(text, ": "), length = strlen(text + start);

	memmove(text, text + start, length + 1);
	while (length && strchr(": ", text[length - 1]))
		text[--length] = '\0';
	return text;
}

/* Takes back what PRELOAD added for this run; the caller's own values return. */
static void remove_preload(struct test *test, char *const preload[])
{
	for (; preload && *preload; preload++) {
		_cleanup_free_ char *name = xstrndup(*preload, strcspn(*preload, "="));
		const char *own = getenv(name);
		const char *value = strv_env_get(test->environ, name);

		if (!value)
			continue;
		_cleanup_free_ char *text =
			take_back(value, *preload + strlen(name) + 1, own ? own : "");

		if (text && (*text || own))
			strv_env_set(&test->environ, name, text);
		else if (text)
			strv_env_unset(test->environ, name);
	}
}

/* Adds names from lines "FAIL: NAME", for a harness that keeps no log. */
static void explain_by_output(const char *output, struct failures *ret)
{
	static const char word[] = "FAIL: ";

	for (const char *line = output; *line;) {
		size_t length = strcspn(line, "\n");

		if (strncmp(line, word, strlen(word)) == 0)
			strv_append_take(&ret->names,
					 xstrndup(line + strlen(word), length - strlen(word)));
		line += length + (line[length] == '\n');
	}
}

static void explain(const struct trace *trace, const char *output, struct failures *ret)
{
	for (size_t i = 0; harness_adapters[i]; i++) {
		if (harness_adapters[i]->explain)
			harness_adapters[i]->explain(trace, output, ret);
	}
	if (!ret->names)
		explain_by_output(output, ret);
	if (!ret->text.length) {
		size_t size = strlen(output);

		strbuf_adds(&ret->text, size > OUTPUT_END ? output + size - OUTPUT_END : output);
	}
}

static void describe_status(int status, struct strbuf *text)
{
	if (WIFSIGNALED(status))
		strbuf_addf(text, "died of signal %d (%s)", WTERMSIG(status),
			    strsignal(WTERMSIG(status)));
	else
		strbuf_addf(text, "ended with status %d", WEXITSTATUS(status));
}

/* WITHOUT_REMT: what to say of a run without it. */
static struct error *failed_command(const struct trace *trace, char *const argv[],
				    const char *without_remt, const char *output)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *line = strv_join(argv, " ");
	struct failures failures = { 0 };

	if (trace->cancelled)
		return error_create(ERROR_UNUSABLE, "interrupted while running \"%s\"", line);
	explain(trace, output, &failures);
	strbuf_addf(&text, "without any mutant, \"%s\" ", line);
	describe_status(trace->status, &text);
	if (failures.names) {
		_cleanup_free_ char *names = strv_join(failures.names, ", ");

		strbuf_addf(&text, "; failing: %s", names);
	}
	strbuf_adds(&text, without_remt);
	while (failures.text.length && failures.text.data[failures.text.length - 1] == '\n')
		strbuf_truncate(&failures.text, failures.text.length - 1);
	struct error *err = error_create(ERROR_UNUSABLE, "%s%s", strbuf_get(&text),
					 failures.text.length ? "; the end of the output:"
							      : ", and printed nothing");

	if (failures.text.length)
		error_set_detail(err, failures.text.data);
	strv_destroy(failures.names);
	strbuf_deinit(&failures.text);
	return err;
}

/* Lets discovery go on with what a failing command has run. */
static void warn_failed(int status, struct suite *suite)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	describe_status(status, &text);
	suite_warn(suite, "the test command %s; tests that it did not run are missing",
		   strbuf_get(&text));
}

static struct error *run_command(const struct suite_opts *suite_opts, struct trace *ret,
				 struct suite *suite)
{
	_cleanup_strv_ char **env = strv_copy(environ);

	for (char *const *item = suite_opts->preload; item && *item; item++) {
		_cleanup_free_ char *name = xstrndup(*item, strcspn(*item, "="));

		strv_env_set(&env, name, *item + strlen(name) + 1);
	}
	struct trace_opts opts = {
		.argv = suite_opts->argv,
		.directory = suite_opts->directory,
		.environ = env,
		.output_path = suite_opts->output_path,
		.is_contained = suite_opts->is_contained,
		.notes_names = true,
		.cancelled = suite_opts->cancelled,
	};

	_cleanup_free_ char *refusal = NULL;
	struct error *err = trace_run_anyhow(&opts, ret, &refusal);

	if (refusal)
		suite_warn(suite, SUITE_BLIND, refusal);
	return err;
}

/* True if the command succeeds when it is run once more, with the environment that OPTS says. */
static bool succeeds(const struct suite_opts *opts)
{
	struct suite ignored = { .counted = -1 };
	struct trace trace;
	struct error *err = run_command(opts, &trace, &ignored);
	bool ret = !err && trace.status == 0 && !trace.cancelled;

	suite_deinit(&ignored);
	if (!err)
		trace_deinit(&trace);
	error_destroy(err);
	return ret;
}

/* The command failed: says whether it does so without remt, too, and again. */
static const char *compare_without_remt(const struct suite_opts *opts)
{
	struct suite_opts plain = *opts;

	if (!opts->preload || !*opts->preload)
		return "";
	plain.preload = NULL;
	if (!succeeds(&plain))
		return "";
	/* What an earlier run leaves behind, or chance, is not remt's doing. */
	if (succeeds(opts))
		return ", but succeeds when it is run again: its result changes, or depends on what is left of an earlier run";
	if (opts->cancelled && *opts->cancelled)
		return "";
	return ", but succeeds without remt: it does something undefined that only other machine code shows "
	       "(-fsanitize=address,undefined may tell), or looks at what remt adds to the environment";
}

struct error *suite_discover(const struct suite_opts *opts, struct trace *ret_trace,
			     struct suite *ret)
{
	struct trace trace;
	struct suite suite = { .counted = -1 };
	_cleanup_free_ char *output = NULL;
	struct error *err = run_command(opts, &trace, &suite);

	if (err) {
		suite_deinit(&suite);
		return err;
	}
	err = fs_read_file(opts->output_path, &output, NULL);
	if (!err && trace.status != 0 && (trace.cancelled || !opts->may_fail))
		err = failed_command(&trace, opts->argv,
				     trace.cancelled ? "" : compare_without_remt(opts), output);
	else if (!err && trace.status != 0)
		warn_failed(trace.status, &suite);
	if (!err)
		err = find_tests(&trace, output, &suite);
	if (err) {
		trace_deinit(&trace);
		suite_deinit(&suite);
		return err;
	}
	for (size_t i = 0; i < suite.tests.nr_tests; i++)
		remove_preload(&suite.tests.tests[i], opts->preload);
	suite_make_names_unique(&suite, trace.execs[0].directory);
	*ret_trace = trace;
	*ret = suite;
	return NULL;
}
