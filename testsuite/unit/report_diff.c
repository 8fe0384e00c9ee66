/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diffs of mutants, by their text and by what patch makes of them. */
#include "report/diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "unit.h"

static char *diff_of(const char *path, const char *text, const char *old, const char *new)
{
	struct strbuf diff = { 0 };
	struct source source;
	const char *at = strstr(text, old);

	CHECK(at != NULL);
	source_init(&source, text, strlen(text));
	diff_add(&diff, path, &source, (size_t)(at - text), (size_t)(at - text) + strlen(old), new);
	source_deinit(&source);
	return strbuf_take(&diff);
}

static void run_patch(const char *diff)
{
	FILE *patch;

	CHECK(access("/usr/bin/patch", X_OK) == 0 || (unit_skip("patch is not installed"), 1));
	patch = popen("patch -p1 --no-backup-if-mismatch --fuzz=0 >patch.out 2>&1", "w");
	CHECK(patch != NULL);
	fputs(diff, patch);
	CHECK_INT(pclose(patch), ==, 0);
}

/* Applies the diff of OLD -> NEW in TEXT with patch and compares with the replacement done here. */
static void check_patch(const char *path, const char *text, const char *old, const char *new)
{
	char *diff = diff_of(path, text, old, new), *result;
	struct strbuf expected = { 0 };
	const char *at = strstr(text, old);
	size_t size;

	CHECK(fs_write_file(path, text, strlen(text)) == NULL);
	run_patch(diff);
	strbuf_add(&expected, text, (size_t)(at - text));
	strbuf_adds(&expected, new);
	strbuf_adds(&expected, at + strlen(old));
	CHECK(fs_read_file(path, &result, &size) == NULL);
	CHECK_STR(result, strbuf_get(&expected));
	CHECK_INT(size, ==, expected.length);
	free(result);
	free(diff);
	strbuf_deinit(&expected);
}

TEST(one_line_in_the_middle_has_three_lines_of_context)
{
	char *diff = diff_of("src/a.c", "1\n2\n3\n4\na < b\n6\n7\n8\n9\n", "<", "<=");

	CHECK_STR(diff, "--- a/src/a.c\n+++ b/src/a.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-a < b\n+a <= "
			"b\n 6\n 7\n 8\n");
	free(diff);
}

TEST(nothing_changed_is_no_diff)
{
	char *diff = diff_of("a.c", "x\ny\n", "y", "y");

	CHECK_STR(diff, "");
	free(diff);
}

TEST(names_with_blanks_end_in_a_tab_and_odd_ones_are_quoted)
{
	char *blank = diff_of("a b.c", "x\n", "x", "y"),
	     *quote = diff_of("a\"\n.c", "x\n", "x", "y");

	CHECK(strncmp(blank, "--- a/a b.c\t\n+++ b/a b.c\t\n", 26) == 0);
	CHECK(strncmp(quote, "--- \"a/a\\\"\\n.c\"\n", 16) == 0);
	free(blank);
	free(quote);
}

TEST(patch_takes_names_that_are_quoted)
{
	check_patch("a\"\\\t\033\377\302\233\342\200\256.c", "1\n2\n", "2", "x");
}

TEST(patch_takes_a_range_of_several_lines)
{
	check_patch("a.c", "int f(void)\n{\n\tg(1,\n\t  2,\n\t  3);\n\treturn 0;\n}\n",
		    "g(1,\n\t  2,\n\t  3);", ";");
}

TEST(patch_takes_a_replacement_of_several_lines)
{
	check_patch("a.c", "a\nb\nc\n", "b", "x\ny\nz");
}

TEST(patch_takes_a_change_in_the_first_and_in_the_last_line)
{
	check_patch("a.c", "a\nb\nc\nd\ne\n", "a", "x");
	check_patch("a.c", "a\nb\nc\nd\ne\n", "e", "x");
}

TEST(patch_takes_a_file_without_newline_at_its_end)
{
	check_patch("a.c", "a\nb\nc", "c", "x");
	check_patch("a.c", "a\nb\nc", "a", "x");
	check_patch("a.c", "a", "a", "x");
}

TEST(patch_takes_carriage_returns)
{
	check_patch("a.c", "a\r\nb < c\r\nd\r\n", "<", ">=");
	check_patch("a.c", "a;\r\nb;\r\nc;\r\nd;\r\n", "b;\r\nc;", ";");
}

TEST(patch_takes_names_with_blanks_quotes_and_utf8)
{
	check_patch("a b.c", "x\n", "x", "y");
	check_patch("a\"b.c", "x\n", "x", "y");
	check_patch("ä.c", "x\n", "x", "y");
}
