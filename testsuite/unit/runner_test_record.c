/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/test/test_record.h"

#include <stdlib.h>

#include "common/strv.h"
#include "unit.h"
#include "word.h"

static char *argv[] = { WORD("./prog"), WORD("a b"), WORD(""), WORD("\xff\xfe'"), NULL };
static char *env[] = { WORD("A=1"), WORD("Q=it's"), WORD("BAD=\x80"), NULL };
static char *regexes[] = { WORD("^ok$"), WORD("[0-9]+"), NULL };
static char *needs[] = { WORD("setup"), NULL };

static const struct test full = {
	.name = WORD("dir/näme"),
	.harness = WORD("ctest"),
	.argv = argv,
	.directory = WORD("/tmp/with space"),
	.environ = env,
	.input = WORD("/dev/null"),
	.protocol = TEST_PROTOCOL_TAP_MESON,
	.ignore_exit = true,
	.expect_failure = true,
	.crash_fails = true,
	.has_skip_code = true,
	.skip_code = 77,
	.has_hard_error_code = true,
	.hard_error_code = 99,
	.pass_regex = regexes,
	.fail_regex = needs,
	.skip_regex = regexes,
	.timeout_ms = 1500,
	.serial = true,
	.needs = needs,
};

static bool same_strings(char *const *a, char *const *b)
{
	return !a || !b ? a == b : strv_equal(a, b);
}

static void check_equal(const struct test *a, const struct test *b)
{
	CHECK_STR(a->name, b->name);
	CHECK_STR(a->harness, b->harness);
	CHECK(same_strings(a->argv, b->argv));
	CHECK_STR(a->directory, b->directory);
	CHECK(same_strings(a->environ, b->environ));
	CHECK_STR(a->input, b->input);
	CHECK_INT(a->protocol, ==, b->protocol);
	CHECK_INT(a->ignore_exit, ==, b->ignore_exit);
	CHECK_INT(a->expect_failure, ==, b->expect_failure);
	CHECK_INT(a->crash_fails, ==, b->crash_fails);
	CHECK_INT(a->has_skip_code, ==, b->has_skip_code);
	CHECK_INT(a->skip_code, ==, b->skip_code);
	CHECK_INT(a->has_hard_error_code, ==, b->has_hard_error_code);
	CHECK_INT(a->hard_error_code, ==, b->hard_error_code);
	CHECK(same_strings(a->pass_regex, b->pass_regex));
	CHECK(same_strings(a->fail_regex, b->fail_regex));
	CHECK(same_strings(a->skip_regex, b->skip_regex));
	CHECK_INT(a->timeout_ms, ==, b->timeout_ms);
	CHECK_INT(a->serial, ==, b->serial);
	CHECK(same_strings(a->needs, b->needs));
}

static void round_trip(const struct test *test)
{
	struct test again;
	char *json = test_record_write(test);

	CHECK(strchr(json, '\n') == NULL);
	CHECK_OK(test_record_read(json, &again));
	check_equal(test, &again);
	test_deinit(&again);
	free(json);
}

TEST(every_field_survives_the_round_trip)
{
	round_trip(&full);
}

TEST(empty_fields_survive_the_round_trip)
{
	char *words[] = { WORD("true"), NULL }, *nothing[] = { NULL };
	const struct test test = {
		.name = WORD("t"),
		.harness = WORD("list"),
		.argv = words,
		.directory = WORD("/"),
		.environ = nothing,
		.input = WORD("/dev/null"),
	};

	round_trip(&test);
}

TEST(wrong_records_are_refused)
{
	static const char *const wrong[] = {
		"",
		"[]",
		"{}",
		"{\"name\":1}",
		"nonsense",
		"{\"name\":\"t\",\"harness\":\"x\",\"argv\":[],\"directory\":\"/\",\"environ\":[],"
		"\"input\":\"\",\"protocol\":\"exit\"}",
		"{\"name\":\"t\",\"harness\":\"x\",\"argv\":[\"a\"],\"directory\":\"/\","
		"\"environ\":[],\"input\":\"\",\"protocol\":\"other\"}",
		"{\"name\":\"t\",\"harness\":\"x\",\"argv\":[{\"hex\":\"0\"}],\"directory\":\"/\","
		"\"environ\":[],\"input\":\"\",\"protocol\":\"exit\"}",
	};
	struct test test;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK_ERROR(test_record_read(wrong[i], &test), ERROR_UNUSABLE, "record of a test");
}

TEST(command_line_names_only_the_difference)
{
	char *words[] = { WORD("./t"), WORD("x y"), NULL },
	     *own[] = { WORD("A=1"), WORD("B=2 3"), WORD("PWD=/x"), NULL };
	char *base[] = { WORD("A=1"), WORD("C=3"), WORD("SHLVL=1"), NULL };
	const struct test test = {
		.argv = words,
		.directory = WORD("/d"),
		.environ = own,
		.input = WORD("/dev/null"),
	};
	char *line = test_record_command(&test, base);

	CHECK_STR(line, "cd /d && env -u C 'B=2 3' ./t 'x y' </dev/null");
	free(line);
}
