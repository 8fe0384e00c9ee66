/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/style.h"

#include <inttypes.h>
#include <string.h>

struct style {
	const char *name, *header, *package, *libs;
	const char *begin;
	const char *open, *close; /* of a test; OPEN has its name for @ */
	/* by kind of condition: @ is what is looked at, # what it is to be, $ its size */
	const char *checks[NR_CONDITION_KINDS];
	const char *main_begin, *main_line, *main_end; /* @ is a test, # the function */
};

static const struct style styles[NR_TEST_STYLES] = {
	[STYLE_ASSERT] = {
		.name = "assert", .header = "assert.h", .package = "", .libs = "",
		.begin = "#undef NDEBUG\n#include <assert.h>\n",
		.open = "static void @(void)\n{\n", .close = "}\n",
		.checks = {
			[CONDITION_INT] = "assert(@ == #);",
			[CONDITION_UNSIGNED] = "assert(@ == #);",
			[CONDITION_FLOAT] = "assert(@ == #);",
			[CONDITION_TEXT] = "assert(strcmp(@, #) == 0);",
			[CONDITION_MEMORY] = "assert(memcmp(@, #, $) == 0);",
			[CONDITION_POINTER] = "assert(@ == #);",
			[CONDITION_NULL] = "assert(@ == NULL);",
			[CONDITION_NOT_NULL] = "assert(@ != NULL);",
		},
		.main_begin = "int main(void)\n{\n", .main_line = "\t@();\n",
		.main_end = "\treturn 0;\n}\n",
	},
	[STYLE_CHECK] = {
		.name = "check", .header = "check.h", .package = "check",
		.libs = "-lcheck -lsubunit -lrt -lpthread -lm",
		.begin = "#include <check.h>\n",
		.open = "START_TEST(@)\n{\n", .close = "}\nEND_TEST\n",
		.checks = {
			[CONDITION_INT] = "ck_assert_int_eq(@, #);",
			[CONDITION_UNSIGNED] = "ck_assert_uint_eq(@, #);",
			[CONDITION_FLOAT] = "ck_assert_double_eq(@, #);",
			[CONDITION_TEXT] = "ck_assert_str_eq(@, #);",
			[CONDITION_MEMORY] = "ck_assert_mem_eq(@, #, $);",
			[CONDITION_POINTER] = "ck_assert_ptr_eq(@, #);",
			[CONDITION_NULL] = "ck_assert_ptr_null(@);",
			[CONDITION_NOT_NULL] = "ck_assert_ptr_nonnull(@);",
		},
		.main_begin = "int main(void)\n{\n\tSuite *suite = suite_create(\"#\");\n"
			      "\tTCase *tests = tcase_create(\"#\");\n"
			      "\tSRunner *runner = srunner_create(suite);\n\tint nr_failed;\n\n",
		.main_line = "\ttcase_add_test(tests, @);\n",
		.main_end = "\tsuite_add_tcase(suite, tests);\n"
			    "\tsrunner_run_all(runner, CK_NORMAL);\n"
			    "\tnr_failed = srunner_ntests_failed(runner);\n"
			    "\tsrunner_free(runner);\n\treturn nr_failed != 0;\n}\n",
	},
	[STYLE_CMOCKA] = {
		.name = "cmocka", .header = "cmocka.h", .package = "libcmocka-dev",
		.libs = "-lcmocka",
		.begin = "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n"
			 "#include <stdint.h>\n#include <cmocka.h>\n",
		.open = "static void @(void **state)\n{\n\t(void)state;\n", .close = "}\n",
		.checks = {
			[CONDITION_INT] = "assert_int_equal(@, #);",
			[CONDITION_UNSIGNED] = "assert_int_equal(@, #);",
			[CONDITION_FLOAT] = "assert_true(@ == #);",
			[CONDITION_TEXT] = "assert_string_equal(@, #);",
			[CONDITION_MEMORY] = "assert_memory_equal(@, #, $);",
			[CONDITION_POINTER] = "assert_ptr_equal(@, #);",
			[CONDITION_NULL] = "assert_null(@);",
			[CONDITION_NOT_NULL] = "assert_non_null(@);",
		},
		.main_begin = "int main(void)\n{\n\tconst struct CMUnitTest tests[] = {\n",
		.main_line = "\t\tcmocka_unit_test(@),\n",
		.main_end = "\t};\n\n\treturn cmocka_run_group_tests(tests, NULL, NULL);\n}\n",
	},
	[STYLE_UNITY] = {
		.name = "unity", .header = "unity.h", .package = "", .libs = "",
		.begin = "#include <unity.h>\n\nvoid setUp(void)\n{\n}\n\nvoid tearDown(void)\n{\n}\n",
		.open = "static void @(void)\n{\n", .close = "}\n",
		.checks = {
			[CONDITION_INT] = "TEST_ASSERT_EQUAL(#, @);",
			[CONDITION_UNSIGNED] = "TEST_ASSERT_EQUAL(#, @);",
			[CONDITION_FLOAT] = "TEST_ASSERT_TRUE(@ == #);",
			[CONDITION_TEXT] = "TEST_ASSERT_EQUAL_STRING(#, @);",
			[CONDITION_MEMORY] = "TEST_ASSERT_EQUAL_MEMORY(#, @, $);",
			[CONDITION_POINTER] = "TEST_ASSERT_EQUAL_PTR(#, @);",
			[CONDITION_NULL] = "TEST_ASSERT_NULL(@);",
			[CONDITION_NOT_NULL] = "TEST_ASSERT_NOT_NULL(@);",
		},
		.main_begin = "int main(void)\n{\n\tUNITY_BEGIN();\n",
		.main_line = "\tRUN_TEST(@);\n", .main_end = "\treturn UNITY_END();\n}\n",
	},
};

enum test_style style_find(const char *name)
{
	unsigned style = 0;

	while (style < NR_TEST_STYLES && strcmp(styles[style].name, name) != 0)
		style++;
	return (enum test_style)style;
}

const char *style_name(enum test_style style)
{
	return styles[style].name;
}

const char *style_header(enum test_style style)
{
	return styles[style].header;
}

const char *style_package(enum test_style style)
{
	return styles[style].package;
}

const char *style_libs(enum test_style style)
{
	return styles[style].libs;
}

/* Adds FORMAT with A in place of each @, B of each #, and SIZE of each $. */
static void expand(struct strbuf *text, const char *format, const char *a, const char *b,
		   uint64_t size)
{
	/* The # of a directive stays. */
	for (const char *c = format; *c; c++) {
		if (*c == '@')
			strbuf_adds(text, a);
		else if (*c == '#' && b)
			strbuf_adds(text, b);
		else if (*c == '$')
			strbuf_addf(text, "%" PRIu64, size);
		else
			strbuf_addc(text, *c);
	}
}

void style_begin(struct strbuf *text, enum test_style style)
{
	strbuf_adds(text, styles[style].begin);
}

void style_open(struct strbuf *text, enum test_style style, const char *name)
{
	expand(text, styles[style].open, name, NULL, 0);
}

void style_close(struct strbuf *text, enum test_style style)
{
	strbuf_adds(text, styles[style].close);
}

void style_check(struct strbuf *text, enum test_style style, const struct condition *condition)
{
	strbuf_addc(text, '\t');
	expand(text, styles[style].checks[condition->kind], condition->left,
	       condition->right ? condition->right : "", condition->size);
	strbuf_addc(text, '\n');
}

void style_end(struct strbuf *text, enum test_style style, const char *const *names,
	       const char *function)
{
	expand(text, styles[style].main_begin, "", function, 0);
	for (; *names; names++)
		expand(text, styles[style].main_line, *names, function, 0);
	strbuf_adds(text, styles[style].main_end);
}
