/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Automake's serial harness (option serial-tests, and all versions before 1.13): one shell runs
 *
 *   list=' TESTS '; for tst in $list; do
 *     … if TESTS_ENVIRONMENT ${dir}$tst; … case " XFAIL_TESTS " in …
 *
 * The text of that shell gives names and expectations; its children in the trace give the commands.
 */
#include <regex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"

enum { SKIP_CODE = 77 };

/* Returns the text of the loop; NULL: EXEC is another shell. */
static const char *loop_text(const struct trace_exec *exec)
{
	for (char **arg = exec->argv; *arg; arg++) {
		if (strstr(*arg, "for tst in $list") && strstr(*arg, "xpass=") &&
		    strstr(*arg, "list='"))
			return *arg;
	}
	return NULL;
}

static bool is_runner(const struct trace_exec *exec)
{
	return loop_text(exec) != NULL;
}

/* Returns the words between OPEN, searched from TEXT on, and CLOSE. */
static char **words_between(const char *text, const char *open, const char *close)
{
	const char *start = text ? strstr(text, open) : NULL;
	const char *end = start ? strstr(start + strlen(open), close) : NULL;
	char **words = NULL;

	if (!end)
		return NULL;
	start += strlen(open);
	_cleanup_free_ char *copy = xstrndup(start, (size_t)(end - start));
	char *next = copy, *word;

	while ((word = strsep(&next, " \t\n\\"))) {
		if (*word)
			strv_append(&words, word);
	}
	return words;
}

/*
 * Names by which the loop may call the test: in the build directory, by its own path, in the source
 * directory.
 */
static char **candidates(const char *name, const char *text)
{
	_cleanup_strv_ char **srcdir = words_between(text, "srcdir=", ";");
	char **list = NULL;

	strv_appendf(&list, "./%s", name);
	strv_append(&list, name);
	if (srcdir)
		strv_appendf(&list, "%s/%s", srcdir[0], name);
	return list;
}

static const struct trace_exec *find_exec(const struct trace *trace, size_t runner,
					  char *const names[], bool *used)
{
	for (size_t i = runner + 1; i < trace->nr_execs; i++) {
		const struct trace_exec *exec = &trace->execs[i];

		if (used[i] || exec->origin != runner || exec->pid == trace->execs[runner].pid)
			continue;
		for (char *const *name = names; *name; name++) {
			if (strv_contains(exec->argv, *name)) {
				used[i] = true;
				return exec;
			}
		}
	}
	return NULL;
}

static void add_test(struct suite *suite, const struct trace *trace, size_t runner,
		     const char *name, bool *used)
{
	const struct trace_exec *shell = &trace->execs[runner];
	_cleanup_strv_ char **names = candidates(name, loop_text(shell));
	const struct trace_exec *exec = find_exec(trace, runner, names, used);

	if (!exec) {
		suite_warn(suite, "test %s was not seen to run; it is left out", name);
		return;
	}
	struct test *test = suite_add(suite, name, harness_automake_serial.name);

	suite_set_command(test, exec, exec->argv);
	test->has_skip_code = true;
	test->skip_code = SKIP_CODE;
}

static void add_loop(struct suite *suite, const struct trace *trace, size_t runner, bool *used)
{
	const char *text = loop_text(&trace->execs[runner]);
	_cleanup_strv_ char **names = words_between(text, "list='", "'");
	_cleanup_strv_ char **xfail = words_between(strstr(text, "for tst in"), "case \"", "\" in");
	size_t first = suite->tests.nr_tests;

	for (char **name = names; name && *name; name++)
		add_test(suite, trace, runner, *name, used);
	for (size_t i = first; i < suite->tests.nr_tests; i++) {
		struct test *test = &suite->tests.tests[i];

		test->expect_failure = xfail && strv_contains(xfail, test->name);
	}
}

/* Sums up group 1 of PATTERN over all lines of OUTPUT; -1: no line matches. */
static long sum_matches(const char *output, const char *pattern)
{
	regex_t regex;
	regmatch_t match[2];
	long sum = -1;

	if (regcomp(&regex, pattern, REG_EXTENDED | REG_NEWLINE) != 0)
		return -1;
	for (const char *at = output; regexec(&regex, at, ARRAY_SIZE(match), match, 0) == 0;
	     at += match[0].rm_eo)
		sum = (sum < 0 ? 0 : sum) + strtol(at + match[1].rm_so, NULL, 10);
	regfree(&regex);
	return sum;
}

static long count_tests(const char *output)
{
	long run = sum_matches(output, "([0-9]+) tests? (passed|behaved as expected)");
	long skipped = sum_matches(output, "\\(([0-9]+) tests? w[a-z]+ not run\\)");

	return skipped < 0 ? run : (run < 0 ? 0 : run) + skipped;
}

static struct error *discover(const struct trace *trace, const char *output, bool *found,
			      struct suite *ret)
{
	_cleanup_free_ bool *used = xcalloc(trace->nr_execs + 1, sizeof(*used));

	for (size_t i = 0;
	     (i = harness_next_runner(trace, &harness_automake_serial, i)) != SIZE_MAX; i++)
		add_loop(ret, trace, i, used);
	ret->counted = count_tests(output);
	*found = ret->tests.nr_tests != 0;
	return NULL;
}

const struct harness_adapter harness_automake_serial = {
	.name = "automake-serial",
	.is_runner = is_runner,
	.discover = discover,
};
