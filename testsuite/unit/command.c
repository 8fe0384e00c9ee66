/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands, and those like them whose inputs have other lengths. */
#include "unit.h"

#include <string.h>

#include "paths/command.h"

static void make(struct command *ret)
{
	char ab[] = "ab", kept_one[] = "kept", nothing[] = "";
	char *const arguments[] = { ab, kept_one, nothing, NULL };
	const bool kept[] = { false, true, false };
	const struct command_file files[] = { { NULL, (unsigned char *)"", 0 },
					      { "file", (unsigned char *)"xy\n", 3 } };

	command_init(ret, arguments, kept, files, 2);
}

TEST(a_place_has_other_lengths)
{
	struct command command, other;
	unsigned char inputs[8];

	make(&command);
	CHECK_INT(command_nr_places(&command), ==, 5);
	CHECK_INT(command.nr_inputs, ==, 5);
	CHECK(command_resize(&command, 0, 2, &other));
	CHECK_STR(other.argv[1], "abbb");
	CHECK_STR(other.argv[2], "kept");
	CHECK(other.kept[2] && !other.kept[1]);
	CHECK_INT(other.nr_arguments, ==, 4);
	CHECK_INT(other.nr_inputs, ==, 7);
	command_inputs(&other, inputs);
	CHECK(memcmp(inputs, "abbbxy\n", 7) == 0);
	command_deinit(&other);
	CHECK(command_resize(&command, 0, -2, &other));
	CHECK_STR(other.argv[1], "");
	CHECK_INT(other.nr_inputs, ==, 3);
	command_deinit(&other);
	CHECK(command_resize(&command, 2, 1, &other));
	CHECK_STR(other.argv[3], "a");
	command_deinit(&other);
	CHECK(command_resize(&command, 4, 1, &other));
	CHECK_INT(other.files[1].size, ==, 4);
	CHECK(memcmp(other.files[1].bytes, "xyy\n", 5) == 0);
	CHECK_INT(other.nr_inputs, ==, 6);
	command_deinit(&other);
	command_deinit(&command);
}

TEST(arguments_are_put_in_and_taken_out)
{
	const struct command_file more = { "more", (unsigned char *)"z", 1 };
	struct command command;
	unsigned char inputs[16];

	make(&command);
	command_insert(&command, 1, "-x");
	CHECK_STR(command.argv[2], "-x");
	CHECK_STR(command.argv[3], "kept");
	CHECK(!command.kept[2] && command.kept[3]);
	command_insert(&command, 99, "end");
	CHECK_STR(command.argv[5], "end");
	CHECK(!command.argv[6]);
	CHECK_INT(command.nr_arguments, ==, 7);
	CHECK_INT(command.nr_inputs, ==, 10);
	CHECK(command_insert_file(&command, 0, &more));
	CHECK(!command_insert_file(&command, 0, &more));
	CHECK_STR(command.argv[1], "more");
	CHECK(command.kept[1] && command.kept[4] && !command.kept[2]);
	CHECK_INT(command.nr_files, ==, 3);
	CHECK_INT(command.nr_arguments, ==, 7);
	CHECK_INT(command.nr_inputs, ==, 11);
	command_inputs(&command, inputs);
	CHECK(memcmp(inputs, "ab-xendxy\nz", 11) == 0);
	CHECK(!command_remove(&command, 0));
	CHECK(!command_remove(&command, 6));
	CHECK(command_remove(&command, 2));
	CHECK_STR(command.argv[3], "kept");
	CHECK(command.kept[3] && !command.kept[2]);
	CHECK(command_remove(&command, 4));
	CHECK(!command.argv[5]);
	CHECK_INT(command.nr_inputs, ==, 6);
	command_deinit(&command);
}

TEST(a_place_has_other_bytes)
{
	struct command command;
	unsigned char inputs[8];

	make(&command);
	CHECK(memcmp(command_bytes(&command, 0), "ab", 3) == 0);
	CHECK(!command_bytes(&command, 1));
	CHECK(memcmp(command_bytes(&command, 4), "xy\n", 4) == 0);
	CHECK(command_put(&command, 0, "c", 1));
	CHECK(!command_put(&command, 1, "other", 5));
	CHECK_STR(command.argv[2], "kept");
	CHECK(!command_put(&command, 2, "a\0b", 3));
	CHECK(command_put(&command, 3, "\0in", 3));
	CHECK(command_put(&command, 4, "", 0));
	CHECK_INT(command.nr_arguments, ==, 1);
	CHECK_INT(command.nr_inputs, ==, 4);
	CHECK_INT(command_size(&command, 4), ==, 0);
	command_inputs(&command, inputs);
	CHECK(memcmp(inputs, "c\0in", 4) == 0);
	command_deinit(&command);
}

TEST(values_of_variables_lie_between_arguments_and_files)
{
	struct command command, copy, other;
	struct strbuf told = { 0 };
	unsigned char inputs[12];

	make(&command);
	command_add_variable(&command, "MODE", "fast");
	command_add_variable(&command, "EMPTY", "");
	CHECK_INT(command_nr_places(&command), ==, 7);
	CHECK_INT(command.nr_arguments, ==, 6);
	CHECK_INT(command.nr_inputs, ==, 9);
	command_inputs(&command, inputs);
	CHECK(memcmp(inputs, "abfastxy\n", 9) == 0);
	command_copy(&command, &copy);
	CHECK(command_is_same(&command, &copy));
	command_set(&copy, "program", (const unsigned char *)"cdslowzz\n");
	CHECK_STR(copy.argv[1], "cd");
	CHECK_STR(copy.variables[0].value, "slow");
	CHECK(memcmp(copy.files[1].bytes, "zz\n", 3) == 0);
	CHECK(command_is_alike(&command, &copy));
	CHECK(!command_is_same(&command, &copy));
	command_deinit(&copy);
	command_tell_variables(&command, &told);
	CHECK_STR(strbuf_get(&told), " MODE=4 EMPTY=0");
	strbuf_deinit(&told);
	/* The third argument is the place 2. */
	CHECK(command_resize(&command, 3, -1, &other));
	CHECK_STR(other.variables[0].value, "fas");
	CHECK_INT(other.nr_arguments, ==, 5);
	CHECK_INT(other.nr_inputs, ==, 8);
	CHECK(!command_is_alike(&command, &other));
	command_deinit(&other);
	CHECK(command_resize(&command, 4, 2, &other));
	CHECK_STR(other.variables[1].value, "aa");
	command_deinit(&other);
	CHECK(command_resize(&command, 6, 1, &other));
	CHECK_INT(other.files[1].size, ==, 4);
	command_deinit(&other);
	command_deinit(&command);
}

TEST(commands_with_other_variables_are_not_alike)
{
	const struct {
		const char *name, *value;
		bool is_alike;
	} cases[] = { { "A", "xyz", true }, { "B", "xyz", false }, { "A", "xy", false } };
	struct command command, other;

	make(&command);
	command_add_variable(&command, "A", "abc");
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		make(&other);
		CHECK(!command_is_alike(&command, &other));
		command_add_variable(&other, cases[i].name, cases[i].value);
		CHECK_INT(command_is_alike(&command, &other), ==, cases[i].is_alike);
		command_deinit(&other);
	}
	command_deinit(&command);
}

TEST(commands_of_the_same_lengths_are_alike)
{
	char xy[] = "xy", longer[] = "ab1", kept_one[] = "kept", other_one[] = "keep",
	     nothing[] = "";
	const bool kept[] = { false, true, false }, not_kept[] = { false, false, false };
	const struct command_file files[] = { { NULL, (unsigned char *)"", 0 },
					      { "file", (unsigned char *)"abc", 3 } };
	const struct {
		char *const arguments[4];
		const bool *kept;
		bool is_alike;
	} cases[] = { { { xy, kept_one, nothing, NULL }, kept, true },
		      { { xy, kept_one, NULL }, kept, false },
		      { { longer, kept_one, nothing, NULL }, kept, false },
		      { { xy, other_one, nothing, NULL }, kept, false },
		      { { xy, kept_one, nothing, NULL }, not_kept, false } };
	struct command command, other;

	make(&command);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		command_init(&other, cases[i].arguments, cases[i].kept, files, 2);
		CHECK_INT(command_is_alike(&command, &other), ==, cases[i].is_alike);
		command_deinit(&other);
	}
	command_init(&other, cases[0].arguments, kept, files, 1);
	CHECK(!command_is_alike(&command, &other));
	command_deinit(&other);
	command_deinit(&command);
}

TEST(the_same_commands_have_the_same_bytes_and_names)
{
	char word[] = "xy", other_word[] = "xz";
	char *const arguments[] = { word, NULL }, *const others[] = { other_word, NULL };
	const struct command_file files[] = { { NULL, (unsigned char *)"in", 2 },
					      { "file", (unsigned char *)"abc", 3 } };
	const struct command_file named[] = { files[0], { "elif", (unsigned char *)"abc", 3 } };
	const struct command_file filled[] = { files[0], { "file", (unsigned char *)"abd", 3 } };
	const struct {
		char *const *arguments;
		const struct command_file *files;
		bool is_alike, is_same;
	} cases[] = { { arguments, files, true, true },
		      { others, files, true, false },
		      { arguments, filled, true, false },
		      { arguments, named, false, false } };
	struct command command, other;

	command_init(&command, arguments, NULL, files, 2);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		command_init(&other, cases[i].arguments, NULL, cases[i].files, 2);
		CHECK_INT(command_is_alike(&command, &other), ==, cases[i].is_alike);
		CHECK_INT(command_is_same(&command, &other), ==, cases[i].is_same);
		command_deinit(&other);
	}
	command_deinit(&command);
}

TEST(what_is_kept_or_too_short_is_left_alone)
{
	struct command command, other;

	make(&command);
	CHECK(!command_resize(&command, 1, 1, &other));
	CHECK(!command_resize(&command, 0, -3, &other));
	CHECK(!command_resize(&command, 2, -1, &other));
	CHECK(!command_resize(&command, 3, -1, &other));
	/* The line's end is no part of what is taken. */
	CHECK(command_resize(&command, 4, -2, &other));
	CHECK_INT(other.files[1].size, ==, 1);
	CHECK_INT(other.files[1].bytes[0], ==, '\n');
	command_deinit(&other);
	CHECK(!command_resize(&command, 4, -3, &other));
	command_deinit(&command);
}

TEST(a_place_is_cut)
{
	struct command command;

	make(&command);
	CHECK_INT(command_size(&command, 0), ==, 2);
	CHECK_INT(command_size(&command, 1), ==, 0);
	CHECK_INT(command_size(&command, 4), ==, 3);
	CHECK(!command_cut(&command, 1, 0, 1));
	CHECK(!command_cut(&command, 0, 1, 2));
	CHECK(!command_cut(&command, 4, 4, 0));
	CHECK(command_cut(&command, 0, 0, 1));
	CHECK_STR(command.argv[1], "b");
	CHECK_INT(command.nr_arguments, ==, 1);
	CHECK(command_cut(&command, 4, 1, 2));
	CHECK_INT(command.files[1].size, ==, 1);
	CHECK_INT(command.files[1].bytes[0], ==, 'x');
	CHECK_INT(command.nr_inputs, ==, 2);
	command_deinit(&command);
}
