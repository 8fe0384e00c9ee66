/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the user's own list of tests, one shell command per line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness/harness.h"

/*
 * Returns the length of the name before ": " at the start of LINE, one word without quotes and
 * slashes; 0: no name.
 */
static size_t name_length(const char *line)
{
	size_t length = strcspn(line, ": \t\"'`$;|&<>()=");

	if (length == 0 || line[length] != ':')
		return 0;
	return strchr(" \t", line[length + 1]) ? length : 0; /* the end of the line, too */
}

static char *trim(char *text)
{
	text += strspn(text, " \t\r");
	size_t length = strlen(text);

	while (length && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
	return text;
}

/*
 * True if COMMAND is one program with arguments and redirections. Then the shell may become that
 * program, which a fork-server needs as the test's own process.
 */
static bool is_single_program(const char *command)
{
	size_t word = strcspn(command, " \t");

	return memchr(command, '/', word) && !memchr(command, '=', word) &&
	       !strpbrk(command, ";|&()`");
}

static void add_line(struct suite *suite, char *line, const char *directory)
{
	size_t length = name_length(line);
	_cleanup_free_ char *name = length ? xstrndup(line, length) : xstrdup(line);
	const char *command = length ? trim(line + length + 1) : line;
	struct test *test = suite_add(suite, name, "list");

	strv_append(&test->argv, "/bin/sh");
	strv_append(&test->argv, "-c");
	if (is_single_program(command))
		strv_appendf(&test->argv, "exec %s", command);
	else
		strv_append(&test->argv, command);
	test->directory = xstrdup(directory);
	test->environ = strv_copy(environ);
	test->input = xstrdup("/dev/null");
	test->has_skip_code = true;
	test->skip_code = 77;
}

/* Splits TEXT into tests; PATH is for messages. */
static struct error *add_lines(struct suite *suite, const char *path, char *text, size_t size,
			       const char *directory)
{
	const char *end = text + size;
	size_t number = 1;

	for (char *line = text, *next; line < end; line = next, number++) {
		char *feed = memchr(line, '\n', (size_t)(end - line));
		size_t length = (size_t)((feed ? feed : end) - line);

		next = line + length + 1;
		line[length] = '\0';
		if (strlen(line) != length)
			return error_create(ERROR_USAGE, "%s:%zu: this is no text", path, number);
		line = trim(line);
		if (!*line || *line == '#')
			continue;
		if (name_length(line) && !line[name_length(line) + 1])
			return error_create(ERROR_USAGE, "%s:%zu: no command follows the name %s",
					    path, number, line);
		add_line(suite, line, directory);
	}
	if (!suite->tests.nr_tests)
		return error_create(ERROR_USAGE, "%s lists no test", path);
	return NULL;
}

struct error *suite_read_list(const char *path, const char *directory, struct suite *ret)
{
	_cleanup_free_ char *text = NULL, *working = NULL;
	struct suite suite = { .harness = xstrdup("list"), .counted = -1 };
	size_t size;
	struct error *err = fs_read_file(path, &text, &size);

	if (!err)
		err = path_working_directory(&working);
	if (err) {
		err->code = ERROR_USAGE;
		suite_deinit(&suite);
		return err;
	}
	_cleanup_free_ char *absolute = path_absolute(working, directory ? directory : ".");

	err = add_lines(&suite, path, text, size, absolute);
	if (err) {
		suite_deinit(&suite);
		return err;
	}
	suite.counted = (long)suite.tests.nr_tests;
	suite_make_names_unique(&suite, absolute);
	*ret = suite;
	return NULL;
}
