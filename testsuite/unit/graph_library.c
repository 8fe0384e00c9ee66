/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of functions outside; the tables themselves are looked at, so the source is taken
 * in. */
#include "unit.h"

#include "../../graph/library.c"

TEST(tables_are_in_order_and_say_one_thing_of_each_name)
{
	for (size_t i = 1; i < ARRAY_SIZE(quiet); i++)
		CHECK(strcmp(quiet[i - 1], quiet[i]) < 0);
	for (size_t i = 1; i < ARRAY_SIZE(others); i++)
		CHECK(strcmp(others[i - 1].name, others[i].name) < 0);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		CHECK(!is_quiet(others[i].name));
}

TEST(functions_have_the_effect_of_their_plain_name)
{
	CHECK_INT(library_effect("memcpy"), ==, LIBRARY_QUIET);
	CHECK_INT(library_effect("__memcpy_chk"), ==, LIBRARY_QUIET);
	CHECK_INT(library_effect("__isoc99_sscanf"), ==, LIBRARY_QUIET);
	CHECK_INT(library_effect("__builtin_unreachable"), ==, LIBRARY_QUIET);
	CHECK_INT(library_effect("abort"), ==, LIBRARY_QUIET);
	CHECK_INT(library_effect("qsort"), ==, LIBRARY_CALLS_BACK);
	CHECK_INT(library_effect("__longjmp_chk"), ==,
		  LIBRARY_QUIET); /* edges tell where it goes */
	CHECK_INT(library_effect("__sigsetjmp"), ==, LIBRARY_QUIET);
	CHECK_INT(library_effect("__sigaction"), ==, LIBRARY_HANDLES);
	CHECK_INT(library_effect("fork"), ==, LIBRARY_ASYNCHRONOUS);
	CHECK_INT(library_effect("dlsym"), ==, LIBRARY_LOADS);
}

TEST(what_is_not_known_may_do_anything)
{
	char longer[200] = "__";

	CHECK_INT(library_effect("XML_Parse"), ==, LIBRARY_UNKNOWN);
	CHECK_INT(library_effect("atexit"), ==, LIBRARY_UNKNOWN);
	CHECK_INT(library_effect(""), ==, LIBRARY_UNKNOWN);
	CHECK_INT(library_effect("_chk"), ==, LIBRARY_UNKNOWN);
	memset(longer + 2, 'x', sizeof(longer) - 3);
	CHECK_INT(library_effect(longer), ==, LIBRARY_UNKNOWN);
}
