/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a source file is named in the inventory, and whether its name says that it is a test's. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "runner/inventory/inventory.h"

char *inventory_path(const struct inventory *inventory, const char *directory, const char *path)
{
	_cleanup_free_ char *joined = path_join(directory, path);
	_cleanup_free_ char *real = realpath(joined, NULL);
	_cleanup_free_ char *absolute = real ? TAKE(real) : path_normalise(joined);
	char *below = path_below(inventory->root, absolute);

	if (!below)
		below = path_below(inventory->build_dir, absolute);
	return below ? below : TAKE(absolute);
}

/* True if only tests are called by the word at START. */
static bool is_test_word(const char *start, size_t length)
{
	static const char *const words[] = {
		"test",	    "tests",	 "testing",  "testsuite", "testsuites",
		"testcase", "testcases", "unittest", "unittests", "runtest",
		"runtests", "check",	 "checks",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i]) == length && strncasecmp(words[i], start, length) == 0)
			return true;
	return false;
}

/*
 * Any word of a folder's name counts, but only the first and the last of a file's name (IS_FILE).
 */
static bool component_is_test(const char *name, size_t length, bool is_file)
{
	size_t start = 0;

	if (!is_file && length == 1 && name[0] == 't')
		return true;
	while (start < length) {
		size_t end = start;

		while (end < length && isalpha((unsigned char)name[end]))
			end++;
		bool is_edge = start == 0 || end == length;

		if (end > start && (is_edge || !is_file) && is_test_word(name + start, end - start))
			return true;
		start = end + 1;
	}
	return false;
}

bool inventory_is_test_path(const char *path)
{
	for (;;) {
		size_t length = strcspn(path, "/");

		if (!path[length]) {
			const char *dot = memrchr(path, '.', length);

			return component_is_test(
				path, dot && dot > path ? (size_t)(dot - path) : length, true);
		}
		if (component_is_test(path, length, false))
			return true;
		path += length + 1;
	}
}
