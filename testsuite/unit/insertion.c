/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where tests go in a source that has tests. */
#include "unit.h"

#include <stdlib.h>
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
		"int main(void)\n{\n\ttest_a(); /* first */\n\ttest_new();\n"
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

TEST(includes_are_outside_of_blocks_and_in_front)
{
	CHECK_ADDED("#include \"calc.h\"\nint main(void)\n{\n\treturn 0;\n}\n#include \"end.c\"\n",
		    STYLE_ASSERT,
		    "#include \"calc.h\"\n#include <assert.h>\n\n<test_new>\n\n"
		    "int main(void)\n{\n\ttest_new();\n\treturn 0;\n}\n#include \"end.c\"\n");
	CHECK_ADDED(
		"#include \"calc.h\"\nint a[] = {\n#include \"a.inc\"\n};\n"
		"int main(void)\n{\n\treturn 0;\n}\n",
		STYLE_ASSERT,
		"#include \"calc.h\"\n#include <assert.h>\nint a[] = {\n#include \"a.inc\"\n};\n"
		"\n<test_new>\n\n"
		"int main(void)\n{\n\ttest_new();\n\treturn 0;\n}\n");
	CHECK_ADDED("/* What is tested. */\n\nint a;\nint main(void)\n{\n\treturn 0;\n}\n",
		    STYLE_ASSERT,
		    "/* What is tested. */\n\n#include \"calc.h\"\n#include <assert.h>\nint a;\n"
		    "\n<test_new>\n\nint main(void)\n{\n\ttest_new();\n\treturn 0;\n}\n");
}

TEST(main_in_one_line_is_left_alone)
{
	static const char *const texts[] = {
		"int a; int main(void) { return 0; }", "int main(void) { return 0; }\n",
		"int main(void)\n{ return 0; }\n",
		"int a;\nint b() { } int main(void) {\n\treturn 0;\n}"
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK_ADDED(texts[i], STYLE_ASSERT, NULL);
}

TEST(a_guarded_return_is_not_the_end_of_main)
{
	CHECK_ADDED(
		"#include \"calc.h\"\n#include <assert.h>\n"
		"int main(int argc, char **argv)\n{\n\tif (argc > 1)\n\t\treturn 1;\n\tputs(\"a\");\n}\n",
		STYLE_ASSERT,
		"#include \"calc.h\"\n#include <assert.h>\n\n<test_new>\n\n"
		"int main(int argc, char **argv)\n{\n\tif (argc > 1)\n\t\treturn 1;\n\tputs(\"a\");\n"
		"\ttest_new();\n}\n");
	CHECK_ADDED("#include \"calc.h\"\n#include <assert.h>\nint main()\n{\n\texit(0);\n}\n",
		    STYLE_ASSERT,
		    "#include \"calc.h\"\n#include <assert.h>\n\n<test_new>\n\n"
		    "int main()\n{\n\ttest_new();\n\texit(0);\n}\n");
}

TEST(what_is_guarded_is_not_followed)
{
	CHECK_ADDED(
		"#include \"calc.h\"\nvoid test_a(void)\n{\n}\nvoid test_b(void)\n{\n}\n"
		"int main(int argc)\n{\n\ttest_a();\n\tif (argc > 1) {\n\t\ttest_b();\n\t}\n"
		"#ifdef X\n\ttest_b();\n#endif\n\treturn 0;\n}\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\nvoid test_a(void)\n{\n}\nvoid test_b(void)\n{\n}\n\n<test_new>\n\n"
		"int main(int argc)\n{\n\ttest_a();\n\ttest_new();\n\tif (argc > 1) {\n\t\ttest_b();\n\t}\n"
		"#ifdef X\n\ttest_b();\n#endif\n\treturn 0;\n}\n");
}

TEST(of_alternatives_the_longest_is_read)
{
	CHECK_ADDED(
		"#include \"calc.h\"\n#if 0\nint old(void) {{{\n#endif\n"
		"void test_a(void)\n{\n#ifdef X\n\tif (a) {\n#else\n\tif (bb) {\n#endif\n\t}\n}\n"
		"#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
		"int main(void)\n{\n\ttest_a();\n\treturn 0;\n}\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\n#if 0\nint old(void) {{{\n#endif\n"
		"void test_a(void)\n{\n#ifdef X\n\tif (a) {\n#else\n\tif (bb) {\n#endif\n\t}\n}\n"
		"#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n<test_new>\n\n"
		"int main(void)\n{\n\ttest_a();\n\ttest_new();\n\treturn 0;\n}\n");
}

TEST(comments_and_descriptions_are_not_copied)
{
	CHECK_ADDED("#include \"calc.h\"\nvoid test_a(void)\n{\n}\n"
		    "void all(void)\n{\n\tadd(s, \"adds @ up\", test_a); /* see @x */\n}\n",
		    STYLE_CMOCKA,
		    "#include \"calc.h\"\nvoid test_a(void)\n{\n}\n\n<test_new>\n\n"
		    "void all(void)\n{\n\tadd(s, \"adds @ up\", test_a); /* see @x */\n"
		    "\tadd(s, \"test_new\", test_new);\n}\n");
	CHECK_ADDED(
		"#include \"calc.h\"\nvoid test_a(void)\n{\n}\nvoid test_b(void)\n{\n}\n"
		"void all(void)\n{\n\tadd(\"set\", \"/set/a\", test_a);\n\tadd(\"set\", \"/set/b\", test_b);\n}\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\nvoid test_a(void)\n{\n}\nvoid test_b(void)\n{\n}\n\n<test_new>\n\n"
		"void all(void)\n{\n\tadd(\"set\", \"/set/a\", test_a);\n\tadd(\"set\", \"/set/b\", test_b);\n"
		"\tadd(\"set\", \"/set/test_new\", test_new);\n}\n");
}

TEST(ends_of_lines_are_those_of_the_source)
{
	body = "\nvoid test_new(void)\n{\n}\n";
	CHECK_ADDED(
		"#include \"calc.h\"\r\n#define X \\\r\n  {\r\nvoid test_a(\r\n  void)\r\n{\r\n}\r\n"
		"int main(void)\r\n{\r\n\ttest_a();\r\n\treturn 0;\r\n}\r\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\r\n#define X \\\r\n  {\r\nvoid test_a(\r\n  void)\r\n{\r\n}\r\n"
		"\r\nvoid test_new(void)\r\n{\r\n}\r\n\r\n"
		"int main(void)\r\n{\r\n\ttest_a();\r\n\ttest_new();\r\n\treturn 0;\r\n}\r\n");
}

TEST(names_of_helpers_are_changed_as_well)
{
	body = "\nstatic int new_f_1(void)\n{\n}\n\nvoid test_new(void)\n{\n\tg(new_f_1);\n}\n";
	CHECK_ADDED(
		"#include \"calc.h\"\nstatic int new_f_1(void)\n{\n}\nvoid test_a(void)\n{\n}\n"
		"void all(void)\n{\n\ttest_a();\n}\n",
		STYLE_CMOCKA,
		"#include \"calc.h\"\nstatic int new_f_1(void)\n{\n}\nvoid test_a(void)\n{\n}\n"
		"\nstatic int new_f_1_2(void)\n{\n}\n\nvoid test_new(void)\n{\n\tg(new_f_1_2);\n}\n\n"
		"void all(void)\n{\n\ttest_a();\n\ttest_new();\n}\n");
}

/* Two functions may have tests of one name: sum(0, 1) and sum_0(1). Each may need a header of its own. */
TEST(names_and_headers_of_several_pieces_are_told_apart)
{
	static char name[] = "test_new", *names[] = { name, NULL };
	struct test_piece pieces[2] = { { .names = names, .include = "calc.h" },
					{ .names = names, .include = "sum.h" } };
	const struct cases_form form = { .style = STYLE_CMOCKA, .include = "sum.h" };
	struct strbuf ret = { 0 };
	struct insertion insertion;

	CHECK(!insertion_find("#include \"a.h\"\nvoid test_a(void)\n{\n}\n"
			      "void all(void)\n{\n\ttest_a();\n}\n",
			      STYLE_CMOCKA, &insertion));
	strbuf_adds(&pieces[0].tests, "\n<test_new>\n");
	strbuf_adds(&pieces[1].tests, "\n<test_new>\n");
	insertion_write(&insertion, &form, pieces, 2, &ret);
	CHECK_STR(
		strbuf_get(&ret),
		"#include \"a.h\"\n#include \"calc.h\"\n#include \"sum.h\"\nvoid test_a(void)\n{\n}\n"
		"\n<test_new>\n\n<test_new_2>\n\n"
		"void all(void)\n{\n\ttest_a();\n\ttest_new();\n\ttest_new_2();\n}\n");
	strbuf_deinit(&ret);
	strbuf_deinit(&pieces[0].tests);
	strbuf_deinit(&pieces[1].tests);
	insertion_deinit(&insertion);
}

/* Thousands of tests take no minutes. */
TEST(large_sources_are_read_in_one_go)
{
	struct strbuf text = { 0 };
	char *added;

	for (int i = 0; i < 4000; i++)
		strbuf_addf(&text, "static void test_%d(void)\n{\n\tassert(f(%d) == %d);\n}\n", i,
			    i, i);
	strbuf_adds(&text, "int main(void)\n{\n");
	for (int i = 0; i < 4000; i++)
		strbuf_addf(&text, "\ttest_%d();\n", i);
	strbuf_adds(&text, "\treturn 0;\n}\n");
	added = add(strbuf_get(&text), STYLE_CMOCKA);
	CHECK(strstr(added, "\ttest_3999();\n\ttest_new();\n\treturn 0;"));
	free(added);
	strbuf_deinit(&text);
}

TEST(any_text_is_read_to_its_end)
{
	static const char *const texts[] = { "",	 "{",	   "}",	   "/*", "\"",	   "'\\",
					     "#include", "#if\n{", "f(){", "{{", "a(b){}", ")){" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK_ADDED(texts[i], STYLE_CMOCKA, NULL);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK_ADDED(texts[i], STYLE_ASSERT, NULL);
}
