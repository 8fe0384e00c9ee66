/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests that need others before them. Each run of a test starts afresh, so what it needs must be
 * done in that run. Its command becomes a shell script that runs the needed tests, each with its
 * own directory, environment and input, and then becomes the test itself. The output and the end of
 * the needed tests do not matter, as they have verdicts of their own.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/session.h"
#include "runner/harness/harness.h"

struct needs {
	const struct test *tests;
	size_t nr_tests;
	bool *is_done; /* per test: in the script already, or being added */
	struct strbuf script;
	const struct test *last; /* the test that the script is for */
	bool has_serial;
};

/*
 * Names are unique within one harness and directory. A test of another directory is meant only if
 * DIRECTORY has none of that name.
 */
static const struct test *find(const struct needs *needs, const char *name, const char *directory)
{
	const struct test *found = NULL;

	for (size_t i = 0; i < needs->nr_tests; i++) {
		const struct test *test = &needs->tests[i];

		if (strcmp(test->name, name) == 0 &&
		    (!found || strcmp(test->directory, directory) == 0))
			found = test;
	}
	return found;
}

/* True for variables that the shell can set and that remt does not set itself. */
static bool is_settable(const char *name)
{
	static const char *const attached[] = { "LD_PRELOAD", "ASAN_OPTIONS", REMT_SESSION_ENV };

	for (size_t i = 0; i < ARRAY_SIZE(attached); i++)
		if (strcmp(attached[i], name) == 0)
			return false;
	for (const char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			return false;
	return name[0] && !isdigit((unsigned char)name[0]);
}

/*
 * Adds variables that TO has and FROM lacks or, unless IS_REMOVAL, has with another value; with
 * IS_REMOVAL only their names, to be unset.
 */
static void add_variables(struct strbuf *script, char *const *from, char *const *to,
			  bool is_removal)
{
	for (; to && *to; to++) {
		_cleanup_free_ char *name = xstrndup(*to, strcspn(*to, "="));
		const char *old = strv_env_get(from, name), *value = strv_env_get(to, name);

		if (!is_settable(name) || !value ||
		    (old && (is_removal || strcmp(old, value) == 0)))
			continue;
		strbuf_addf(script, is_removal ? "unset %s; " : "export %s=", name);
		if (is_removal)
			continue;
		shell_add_word(script, value);
		strbuf_adds(script, "; ");
	}
}

static void add_command(struct needs *needs, const struct test *test)
{
	struct strbuf *script = &needs->script;
	_cleanup_free_ char *command = shell_quote_argv(test->argv);

	strbuf_adds(script, "{ (cd ");
	shell_add_word(script, test->directory);
	strbuf_adds(script, " && { ");
	add_variables(script, test->environ, needs->last->environ, true);
	add_variables(script, needs->last->environ, test->environ, false);
	strbuf_addf(script, "exec %s; }); } <", command);
	shell_add_word(script, test->input);
	strbuf_adds(script, " >/dev/null 2>&1; ");
	needs->has_serial |= test->serial;
}

/* Adds all that TEST needs, after what those tests need themselves. */
static void add_needs(struct needs *needs, const struct test *test)
{
	needs->is_done[test - needs->tests] = true;
	for (char **name = test->needs; name && *name; name++) {
		const struct test *need = find(needs, *name, test->directory);

		if (!need || needs->is_done[need - needs->tests])
			continue;
		add_needs(needs, need);
		add_command(needs, need);
	}
}

/*
 * Returns the command line that runs what TEST needs and then TEST; NULL: it needs nothing. Owned
 * by the caller.
 */
static char **make_command(const struct needs *base, const struct test *test, bool *is_serial)
{
	struct needs needs = *base;
	char **argv = NULL;

	needs.is_done = xcalloc(needs.nr_tests, sizeof(*needs.is_done));
	needs.last = test;
	add_needs(&needs, test);
	if (needs.script.length) {
		strv_append(&argv, "/bin/sh");
		strv_append(&argv, "-c");
		strbuf_adds(&needs.script, "exec \"$@\"");
		strv_append_take(&argv, strbuf_take(&needs.script));
		strv_append(&argv, "sh");
		strv_extend(&argv, test->argv);
	}
	*is_serial = needs.has_serial;
	free(needs.is_done);
	return argv;
}

void suite_join_needs(struct suite *suite, size_t first)
{
	struct test *tests = suite->tests.tests + first;
	size_t nr_tests = suite->tests.nr_tests - first, nr_joined = 0;
	const struct needs base = { .tests = tests, .nr_tests = nr_tests };
	_cleanup_free_ bool *is_serial = xcalloc(nr_tests + 1, sizeof(*is_serial));
	char ***commands = xcalloc(nr_tests + 1, sizeof(*commands));

	/*
	 * All commands are made before the first test changes, as the scripts consist of plain
	 * commands.
	 */
	for (size_t i = 0; i < nr_tests; i++)
		commands[i] = make_command(&base, &tests[i], &is_serial[i]);
	for (size_t i = 0; i < nr_tests; i++) {
		if (!commands[i])
			continue;
		strv_destroy(tests[i].argv);
		tests[i].argv = commands[i];
		tests[i].serial |= is_serial[i];
		nr_joined++;
	}
	free(commands);
	if (nr_joined)
		suite_warn(suite,
			   "tests that need others before them, which are run each time: %zu",
			   nr_joined);
}
