/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order that a Makefile of Automake's parallel harness asks for, by rules "b.log: a.log". Their
 * names are literal, as written in Makefile.am.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "runner/harness/harness_automake.h"

/* Joins lines that end in a backslash with the next; blanks there become spaces. */
static void join_lines(char *text)
{
	for (char *at = text; (at = strstr(at, "\\\n"));) {
		*at++ = ' ';
		do
			*at++ = ' ';
		while (*at == '\t');
	}
}

/* Returns the test whose log is WORD; NULL: none. */
static struct test *find_log(struct test *tests, char *const *logs, size_t nr_tests,
			     const char *word)
{
	for (size_t i = 0; i < nr_tests && word[0]; i++)
		if (strcmp(logs[i], word) == 0)
			return &tests[i];
	return NULL;
}

static void read_rule(char *line, struct test *tests, char *const *logs, size_t nr_tests)
{
	char *colon = strchr(line, ':');

	if (strchr("\t#", line[0]) || !colon || strcspn(line, "=;") < strlen(line) ||
	    !strstr(colon, ".log"))
		return;
	*colon = '\0';
	_cleanup_strv_ char **targets = strv_split(line, ' '), **needs = strv_split(colon + 1, ' ');

	for (char **target = targets; *target; target++) {
		struct test *test = find_log(tests, logs, nr_tests, *target);

		for (char **need = needs; test && *need; need++) {
			const struct test *needed = find_log(tests, logs, nr_tests, *need);

			if (needed && needed != test && !strv_contains(test->needs, needed->name))
				strv_append(&test->needs, needed->name);
		}
	}
}

void automake_read_order(struct test *tests, char *const *logs, size_t nr_tests)
{
	_cleanup_free_ char *path = path_join(tests[0].directory, "Makefile");
	_cleanup_free_ char *text = NULL;
	_cleanup_error_ struct error *err = fs_read_file(path, &text, NULL);
	char *rest, *line;

	if (err)
		return;
	join_lines(text);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		read_rule(line, tests, logs, nr_tests);
}
