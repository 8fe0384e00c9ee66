/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mutant's range is replaced, byte for byte. */
#include "unit.h"

#include <stdlib.h>

#include "common/error.h"
#include "verify/patch.h"

static char *patch(const char *text, struct verify_mutant mutant)
{
	char *patched = NULL;
	size_t size = 0;
	char file[] = "a.c";

	mutant.file = file;
	CHECK_OK(verify_patch_text(text, strlen(text), &mutant, &patched, &size));
	CHECK_INT(size, ==, strlen(patched));
	return patched;
}

static void check_refused(uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column)
{
	char file[] = "a.c", nothing[] = "";
	const struct verify_mutant mutant = { .file = file,
					      .replacement = nothing,
					      .line = line,
					      .column = column,
					      .end_line = end_line,
					      .end_column = end_column };
	char *patched;
	size_t size;
	struct error *err = verify_patch_text("ab\ncd", 5, &mutant, &patched, &size);

	CHECK(err);
	error_destroy(err);
}

TEST(replaces_a_token)
{
	char longer[] = "<=";
	char *text = patch("x;\na < b\n", (struct verify_mutant){ .line = 2,
								  .column = 3,
								  .end_line = 2,
								  .end_column = 4,
								  .replacement = longer });

	CHECK_STR(text, "x;\na <= b\n");
	free(text);
}

TEST(replaces_several_lines)
{
	char empty[] = ";";
	char *text = patch("f(a,\n  b);\nend", (struct verify_mutant){ .line = 1,
								       .column = 1,
								       .end_line = 2,
								       .end_column = 6,
								       .replacement = empty });

	CHECK_STR(text, ";\n\nend");
	free(text);
}

TEST(keeps_the_lines_of_what_follows)
{
	char two[] = "g(1,\n2)";
	const struct verify_mutant mutant = {
		.line = 1, .column = 1, .end_line = 3, .end_column = 5, .replacement = two
	};
	char *text = patch("f(a,\n  b,\n  c);\nend", mutant);

	CHECK_STR(text, "g(1,\n2)\n;\nend");
	free(text);
}

TEST(reaches_the_end_of_the_file)
{
	char one[] = "1";
	char *text = patch("ab", (struct verify_mutant){ .line = 1,
							 .column = 2,
							 .end_line = 1,
							 .end_column = 3,
							 .replacement = one });

	CHECK_STR(text, "a1");
	free(text);
}

TEST(refuses_places_that_do_not_exist)
{
	check_refused(3, 1, 3, 1);
	check_refused(1, 4, 1, 4);
	check_refused(2, 1, 1, 1);
	check_refused(0, 1, 1, 1);
	check_refused(1, 0, 1, 1);
	check_refused(2, 1, 2, 4);
}
