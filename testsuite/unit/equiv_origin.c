/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What preprocessed text says of where it comes from. */
#include "unit.h"

#include <string.h>

#include "equiv/origin.h"

static bool has(const char *text)
{
	return equiv_origin_has_text(text, strlen(text), "/build", "/build/src/parse.y");
}

TEST(text_below_a_marker_of_the_file_is_its)
{
	CHECK(has("# 1 \"src/parse.y\"\nint a;\n"));
	CHECK(has("# 1 \"a.c\"\nint a;\n# 12 \"/build/src/parse.y\"\n\nint b;\n"));
	CHECK(has("# 1 \"./src/../src/parse.y\"\nint a;"));
}

TEST(other_text_is_not)
{
	CHECK(!has(""));
	CHECK(!has("# 1 \"a.c\"\nint a;\n"));
	CHECK(!has("# 1 \"a.c\"\n# 1 \"src/parse.y\" 1\n\n  \n# 2 \"a.c\" 2\nint a;\n"));
	CHECK(!has("# 1 \"src/parse.y\" 1\n#pragma once\n# 2 \"a.c\" 2\nint a;\n"));
	CHECK(!has("# 1 \"parse.y\"\nint a;\n"));
}

TEST(names_that_can_not_be_read_count)
{
	CHECK(has("# 1 \"a\\\"b.c\"\nint a;\n"));
	CHECK(has("# 1 \"a\\\\b.c\"\nint a;\n"));
}
