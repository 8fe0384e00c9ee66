/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include "common/xalloc.h"
#include "iso/normal.h"

static char build[] = "/home/u/build", sources[] = "/home/u";
static char *const directories[] = { build, sources, NULL };

static void check(const struct normal *normal, const char *text, const char *expected)
{
	char *form = normal_form(normal, directories, text);

	CHECK_STR(form, expected);
	free(form);
}

TEST(what_says_nothing_is_replaced)
{
	struct normal *normal = normal_create();

	check(normal, "", "");
	check(normal, "plain\n\ntext", "plain\n\ntext");
	check(normal, "/home/u/build/x and /home/u/src", "<directory>/x and <directory>/src");
	check(normal, "/home/u2/build", "/home/u2/build");
	check(normal, "a.c:12: 0x7ffc12345678\n", "a.c:<line>: <address>\n");
	check(normal, "src/b.h:12:7: at 0x12", "src/b.h:<line>: at 0x12");
	check(normal, "==123== pid 17 [5]", "<pid> <pid> [5]");
	check(normal, "at 12:30:59.25 on 2026-01-31", "at <time> on <date>");
	check(normal, "12 ms, 3.25 s, 3 s, 12 msx", "<duration>, <duration>, 3 s, 12 msx");
	check(normal, "wrote /tmp/x.12ab: done", "wrote <temporary>: done");
	normal_destroy(normal);
}

TEST(rules_can_be_switched_off_and_added)
{
	struct normal *normal = normal_create();

	CHECK(normal_switch_off(normal, "line"));
	CHECK(!normal_switch_off(normal, "lines"));
	check(normal, "a.c:12: 0x7ffc12345678", "a.c:12: <address>");
	CHECK(normal_switch_off(normal, "directory"));
	check(normal, "/home/u/x", "/home/u/x");
	CHECK_OK(normal_add(normal, "[0-9]+ apples", "fruit"));
	check(normal, "7 apples 8 apples", "fruit fruit");
	CHECK_OK(normal_add(normal, "q*", "-"));
	check(normal, "aqb", "-a--b");
	CHECK_ERROR(normal_add(normal, "(", "x"), ERROR_USAGE, "no regular expression");
	CHECK(normal_switch_off(normal, "all"));
	check(normal, "7 apples 0x7ffc12345678", "7 apples 0x7ffc12345678");
	normal_destroy(normal);
}

TEST(long_lines_are_left_as_they_are)
{
	struct normal *normal = normal_create();
	size_t size = 1 << 20;
	char *text = xcalloc(size + 1, 1);

	memset(text, '7', size);
	check(normal, text, text);
	free(text);
	normal_destroy(normal);
}
