/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands are made of parts of others: their texts, their arguments with the files that these name, words of the program. */
#include "unit.h"

#include <string.h>

#include "common/strv.h"
#include "paths/crossover.h"

enum { NR_MADE = 20000, MAX_INPUTS = 512 };

static void make(const char *option, const char *name, const char *text, struct command *ret)
{
	char *const arguments[] = { (char *)option, (char *)name, NULL };
	const bool kept[] = { false, true };
	const struct command_file files[] = { { NULL, (unsigned char *)"", 0 },
					      { name, (unsigned char *)text, strlen(text) } };

	command_init(ret, arguments, kept, files, 2);
}

static const char *text_of(const struct command *command, const char *name)
{
	for (size_t i = 1; i < command->nr_files; i++) {
		if (strcmp(command->files[i].name, name) == 0)
			return (const char *)command->files[i].bytes;
	}
	return "";
}

static bool has_argument(const struct command *command, const char *text)
{
	for (char **argument = command->argv + 1; *argument; argument++) {
		if (strcmp(*argument, text) == 0)
			return true;
	}
	return false;
}

static uint32_t size_of(const struct command *command)
{
	uint32_t ret = 0;

	for (size_t i = 0; i < command_nr_places(command); i++)
		ret += (uint32_t)command_size(command, i);
	return ret;
}

/* What was made. */
struct seen {
	bool has_text, has_both, has_option, has_word, has_dash, has_files, has_none, has_letter;
};

static void look(const struct command *command, struct seen *seen)
{
	const char *text = text_of(command, "a.txt");

	seen->has_text |= strcmp(text, "second\n") == 0;
	seen->has_both |= strcmp(text, "first\nsecond\n") == 0;
	seen->has_option |= has_argument(command, "-y");
	seen->has_word |= has_argument(command, "-word");
	seen->has_dash |= has_argument(command, "--name");
	seen->has_files |= strcmp(text_of(command, "b.txt"), "second\n") == 0 &&
			   has_argument(command, "b.txt") && has_argument(command, "a.txt");
	seen->has_none |= strv_count(command->argv + 1) == 1;
	seen->has_letter |= has_argument(command, "-?");
	/* What inputs are is known of the command itself. */
	CHECK_INT(command->nr_inputs, ==, size_of(command));
	CHECK_INT(command->nr_inputs, <=, MAX_INPUTS);
	for (size_t i = 1; command->argv[i]; i++)
		CHECK(!command->kept[i] || *text_of(command, command->argv[i]) ||
		      has_argument(command, command->argv[i]));
}

TEST(commands_are_made_of_parts_of_others)
{
	struct command first, second;
	const struct command *const others[] = { &first, &second };
	struct words *words = words_create();
	const struct crossover crossover = { words, others, 2, MAX_INPUTS };
	struct seen seen = { 0 };
	uint64_t state = 1;

	make("-x", "a.txt", "first\n", &first);
	make("-y", "b.txt", "second\n", &second);
	words_add(words, WORDS_PROGRAM, "-word", 5);
	words_add(words, WORDS_PROGRAM, "name", 4);
	for (unsigned i = 0; i < NR_MADE; i++) {
		struct crossover_spot spot = { SIZE_MAX, 0 };
		struct command made;

		if (!crossover_make(&crossover, &first, &spot, &state, &made))
			continue;
		CHECK(!command_is_same(&made, &first));
		look(&made, &seen);
		command_deinit(&made);
	}
	CHECK(seen.has_text && seen.has_both && seen.has_option && seen.has_word);
	CHECK(seen.has_dash && seen.has_files && seen.has_none && seen.has_letter);
	command_deinit(&first);
	command_deinit(&second);
	words_destroy(words);
}

TEST(commands_follow_from_their_seed)
{
	struct command first;
	const struct command *const others[] = { &first };
	struct words *words = words_create();
	const struct crossover crossover = { words, others, 1, MAX_INPUTS };
	uint64_t state = 7, again = 7;

	make("-x", "a.txt", "if (a) b;\n", &first);
	for (unsigned i = 0; i < 2000; i++) {
		struct crossover_spot spot = { SIZE_MAX, 0 }, spot_again = { SIZE_MAX, 0 };
		struct command one, other;
		bool is_made = crossover_make(&crossover, &first, &spot, &state, &one);

		CHECK(crossover_make(&crossover, &first, &spot_again, &again, &other) == is_made);
		if (!is_made)
			continue;
		CHECK(command_is_same(&one, &other));
		command_deinit(&one);
		command_deinit(&other);
	}
	command_deinit(&first);
	words_destroy(words);
}
