/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where tests go in a source that has tests. */
#include "unit.h"

#include <string.h>

#include "caller/insertion.h"

static const char *body = "\n<test_new>\n";

/* Returns TEXT with a test of STYLE, "test_new", added; NULL: nothing there runs tests. The caller frees. */
static char *add(const char *text, enum test_style style)
{
	static char name[] = "test_new", *names[] = { name, NULL };
	struct test_piece piece = { .names = names };
	const struct cases_form form = { .style = style, .include = "calc.h" };
	struct insertion insertion;
	struct strbuf ret = { 0 };
	struct error *err = insertion_find(text, style, &insertion);
	char *whole = NULL;

	if (!err) {
		strbuf_adds(&piece.tests, body);
		insertion_write(&insertion, &form, &piece, 1, &ret);
		whole = strbuf_take(&ret);
	}
	error_destroy(err);
	insertion_deinit(&insertion);
	strbuf_deinit(&piece.tests);
	return whole;
}

#define CHECK_ADDED(text, style, expected)                                                         \
	do {                                                                                       \
		char *added_ = add(text, style);                                                   \
		CHECK_STR(added_, expected);                                                       \
		free(added_);                                                                      \
	} while (0)

TEST(calls_follow_the_last_one)
{
	CHECK_ADDED("#include <assert.h>\n#include \"calc.h\"\n\n"
		    "static void test_a(void)\n{\n}\n\n"
		    "static void test_b(void)\n{\n}\n\n"
		    "/* all */\nint main(void)\n{\n\ttest_a();\n\ttest_b();\n\treturn 0;\n}\n",
		    STYLE_ASSERT,
		    "#include <assert.h>\n#include \"calc.h\"\n\n"
		    "static void test_a(void)\n{\n}\n\n"
		    "static void test_b(void)\n{\n}\n"
		    "\n<test_new>\n"
		    "\n/* all */\nint main(void)\n{\n\ttest_a();\n\ttest_b();\n\ttest_new();\n"
		    "\treturn 0;\n}\n");
}

TEST(main_runs_what_nothing_else_does)
{
	CHECK_ADDED("int main(int argc, char **argv)\n{\n\tif (argc > 1)\n\t{\n\t\treturn 1;\n\t}\n"
		    "\treturn 0;\n}\n",
		    STYLE_ASSERT,
		    "#include \"calc.h\"\n#include <assert.h>\n\n<test_new>\n\n"
		    "int main(int argc, char **argv)\n{\n\tif (argc > 1)\n\t{\n\t\treturn 1;\n\t}\n"
		    "\ttest_new();\n\treturn 0;\n}\n");
	CHECK_ADDED("int main(void)\n{\n\twork();\n}\n", STYLE_ASSERT,
		    "#include \"calc.h\"\n#include <assert.h>\n\n<test_new>\n\n"
		    "int main(void)\n{\n\twork();\n\ttest_new();\n}\n");
	CHECK_ADDED("int main(void)\n{\n\treturn 0;\n}\n", STYLE_CHECK, NULL);
	CHECK_ADDED("int helper(int x)\n{\n\treturn x;\n}\n", STYLE_ASSERT, NULL);
}

TEST(macros_make_tests)
{
	CHECK_ADDED(
		"#include \"calc.h\"\n"
		"START_TEST(a)\n{\n}\nEND_TEST\n\nSTART_TEST(b)\n{\n}\nEND_TEST\n"
		"Suite *suite(void)\n{\n\ttcase_add_test(tc, a);\n\ttcase_add_test(tc, b);\n"
		"\treturn s;\n}\nint main(void)\n{\n\tSRunner *sr = srunner_create(suite());\n}\n",
		STYLE_CHECK,
		"#include \"calc.h\"\n"
		"START_TEST(a)\n{\n}\nEND_TEST\n\nSTART_TEST(b)\n{\n}\nEND_TEST\n"
		"\n<test_new>\n\n"
		"Suite *suite(void)\n{\n\ttcase_add_test(tc, a);\n\ttcase_add_test(tc, b);\n"
		"\ttcase_add_test(tc, test_new);\n"
		"\treturn s;\n}\nint main(void)\n{\n\tSRunner *sr = srunner_create(suite());\n}\n");
}

TEST(tables_name_tests)
{
	CHECK_ADDED("#include \"calc.h\"\n"
		    "static void test_a(void **state)\n{\n}\n"
		    "static const struct entry tests[] = {\n\t{ \"test_a\", test_a },\n};\n"
		    "int main(void)\n{\n\treturn run(tests);\n}\n",
		    STYLE_CMOCKA,
		    "#include \"calc.h\"\n"
		    "static void test_a(void **state)\n{\n}\n\n<test_new>\n\n"
		    "static const struct entry tests[] = {\n\t{ \"test_a\", test_a },\n"
		    "\t{ \"test_new\", test_new },\n};\n"
		    "int main(void)\n{\n\treturn run(tests);\n}\n");
}

TEST(what_is_no_code_is_not_read)
{
	CHECK_ADDED(
		"#include \"calc.h\"\n#define RUN(f) { \\\n\tf(); }\n#ifdef X\n#include <x.h>\n#endif\n"
		"/* } test_a(); */\nstatic void test_a(void)\n{\n\tputs(\"} \\\" {\"); // }\n\tc = '}';\n}\n"
		"int main(void)\n{\n\ttest_a(); /* first */\n\t/* test_a(); */\n\treturn 0;\n}\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\n#define RUN(f) { \\\n\tf(); }\n#ifdef X\n#include <x.h>\n#endif\n"
		"/* } test_a(); */\nstatic void test_a(void)\n{\n\tputs(\"} \\\" {\"); // }\n\tc = '}';\n}\n"
		"\n<test_new>\n\n"
		"int main(void)\n{\n\ttest_a(); /* first */\n\ttest_new(); /* first */\n"
		"\t/* test_a(); */\n\treturn 0;\n}\n");
}

TEST(helpers_are_no_tests)
{
	CHECK_ADDED("#include \"calc.h\"\nstatic void setup(void)\n{\n}\n"
		    "static void test_a(void)\n{\n\tsetup();\n}\n"
		    "static void run_tests(void)\n{\n\ttest_a();\n}\n"
		    "int main(void)\n{\n\trun_tests();\n\treturn 0;\n}\n",
		    STYLE_CMOCKA,
		    "#include \"calc.h\"\nstatic void setup(void)\n{\n}\n"
		    "static void test_a(void)\n{\n\tsetup();\n}\n\n<test_new>\n\n"
		    "static void run_tests(void)\n{\n\ttest_a();\n\ttest_new();\n}\n"
		    "int main(void)\n{\n\trun_tests();\n\treturn 0;\n}\n");
}

TEST(names_that_are_taken_are_changed)
{
	CHECK_ADDED(
		"#include \"calc.h\"\nvoid test_new(void)\n{\n}\nvoid all(void)\n{\n\ttest_new();\n}\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\nvoid test_new(void)\n{\n}\n\n<test_new_2>\n\n"
		"void all(void)\n{\n\ttest_new();\n\ttest_new_2();\n}\n");
}

TEST(lines_begin_as_those_of_the_source)
{
	body = "\nvoid test_new(void)\n{\n\tif (x)\n\t\ty();\n}\n";
	CHECK_ADDED(
		"#include \"calc.h\"\nstatic int x[] = {\n      1 };\nint f(void) {\n\n  return 0;\n}\n"
		"#include <assert.h>\nint main(void) {\n   int x;\n   return 0;\n}\n",
		STYLE_ASSERT,
		"#include \"calc.h\"\nstatic int x[] = {\n      1 };\nint f(void) {\n\n  return 0;\n}\n"
		"#include <assert.h>\n\nvoid test_new(void)\n{\n   if (x)\n      y();\n}\n\n"
		"int main(void) {\n   int x;\n   test_new();\n   return 0;\n}\n");
}

TEST(any_text_is_read_to_its_end)
{
	static const char *const texts[] = { "",	 "{",	   "}",	   "/*", "\"",	   "'\\",
					     "#include", "#if\n{", "f(){", "{{", "a(b){}", ")){" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK_ADDED(texts[i], STYLE_CMOCKA, NULL);
}
