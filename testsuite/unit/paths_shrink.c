/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that are made smaller. */
#include "unit.h"

#include <string.h>

#include "paths/shrink.h"

/* What inputs must have. */
struct wanted {
	const char *argument;  /* what the argument must hold somewhere */
	const char *input;     /* what standard input must */
	unsigned char no_byte; /* that standard input must not have at its end */
	unsigned nr_tries, stops_after;
};

static struct error *has(void *arg, struct command *command, bool *ret)
{
	struct wanted *wanted = arg;
	const struct command_file *input = &command->files[0];

	wanted->nr_tries++;
	*ret = strstr(command->argv[1], wanted->argument) &&
	       memmem(input->bytes, input->size, wanted->input, strlen(wanted->input)) &&
	       (!wanted->no_byte ||
		(input->size && input->bytes[input->size - 1] != wanted->no_byte));
	return NULL;
}

static bool stop(void *arg)
{
	const struct wanted *wanted = arg;

	return wanted->stops_after && wanted->nr_tries >= wanted->stops_after;
}

static void make(struct command *ret, char *argument, const char *input)
{
	char *const arguments[] = { argument, NULL };
	const struct command_file file = { NULL, (unsigned char *)input, strlen(input) };

	command_init(ret, arguments, NULL, &file, 1);
}

static bool shrink(struct command *command, const struct command *seed, struct wanted *wanted)
{
	const struct command *const seeds[] = { seed };
	const struct shrink_opts opts = { .seeds = seeds,
					  .nr_seeds = seed ? 1 : 0,
					  .max_tries = 1000,
					  .has = has,
					  .stop = stop,
					  .arg = wanted };
	bool ret;

	CHECK(!shrink_make(&opts, command, &ret));
	return ret;
}

TEST(what_is_not_needed_goes)
{
	char argument[] = "--verbose=key";
	struct wanted wanted = { .argument = "k", .input = "needle" };
	struct command command;

	make(&command, argument, "hay hay needle hay\n");
	CHECK(shrink(&command, NULL, &wanted));
	CHECK_STR(command.argv[1], "k");
	CHECK_INT(command.files[0].size, ==, 6);
	CHECK(memcmp(command.files[0].bytes, "needle", 6) == 0);
	CHECK_INT(command.nr_inputs, ==, 7);
	CHECK_INT(command.nr_arguments, ==, 1);
	CHECK(!shrink(&command, NULL, &wanted));
	command_deinit(&command);
}

TEST(bytes_are_those_of_a_seed)
{
	char argument[] = "zz", known[] = "ab";
	struct wanted wanted = { .argument = "", .input = "=3", .no_byte = '3' };
	struct command command, seed;

	make(&command, argument, "\x01\x02=3\x03");
	make(&seed, known, "xy=1z");
	CHECK(shrink(&command, &seed, &wanted));
	CHECK_STR(command.argv[1], "");
	CHECK_INT(command.files[0].size, ==, 3);
	CHECK(memcmp(command.files[0].bytes, "=3z", 3) == 0);
	command_deinit(&command);
	command_deinit(&seed);
}

TEST(bytes_become_printable)
{
	char argument[] = "a";
	struct wanted wanted = { .argument = "a", .input = "x", .no_byte = 'x' };
	struct command command;

	make(&command, argument, "x\xff");
	CHECK(shrink(&command, NULL, &wanted));
	CHECK(memcmp(command.files[0].bytes, "xa", 2) == 0);
	command_deinit(&command);
}

TEST(the_caller_stops_it)
{
	char argument[] = "--verbose=key";
	struct wanted wanted = { .argument = "k", .input = "needle", .stops_after = 3 };
	struct command command;

	make(&command, argument, "hay hay needle hay\n");
	shrink(&command, NULL, &wanted);
	CHECK_INT(wanted.nr_tries, ==, 3);
	CHECK(strstr(command.argv[1], "k"));
	command_deinit(&command);
}
