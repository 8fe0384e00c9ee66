/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of commands follow from their seed, differ from what they are made of, and leave alone what is kept. */
#include "unit.h"

#include <string.h>

#include "paths/vary.h"

enum { NR_VARIANTS = 1000 };

static void make_command(const char *text, const char *first, const char *kept, struct command *ret)
{
	char *const arguments[] = { (char *)first, (char *)kept, NULL };
	const bool are_kept[] = { false, true };
	const struct command_file in = { NULL, (unsigned char *)text, strlen(text) };

	command_init(ret, arguments, are_kept, &in, 1);
	ret->argv[0] = (char *)"program";
}

TEST(variants_follow_from_their_seed)
{
	struct command from, other;
	struct words *words;
	uint64_t state = 3, again = 3;
	unsigned nr_made = 0, nr_other_sizes = 0;

	make_command("one 12 (two)\n", "-x", "-k", &from);
	make_command("six 77 [two]\n", "-y", "-k", &other);
	words = vary_words(NULL, &from, 1);
	for (unsigned i = 0; i < NR_VARIANTS; i++) {
		struct command a, b;
		bool is_made = vary_any(words, &from, &other, &state, &a);

		CHECK_INT(vary_any(words, &from, &other, &again, &b), ==, is_made);
		if (!is_made)
			continue;
		CHECK(command_is_same(&a, &b));
		CHECK(!command_is_same(&a, &from));
		CHECK_STR(a.argv[0], "program");
		CHECK_STR(a.argv[2], "-k");
		nr_made++;
		nr_other_sizes += a.nr_inputs != from.nr_inputs;
		command_deinit(&a);
		command_deinit(&b);
	}
	CHECK_INT(nr_made, >, NR_VARIANTS / 2);
	CHECK_INT(nr_other_sizes, >, NR_VARIANTS / 4);
	words_destroy(words);
	command_deinit(&from);
	command_deinit(&other);
}

TEST(a_place_is_taken_over)
{
	struct command from, other, variant;
	uint64_t state = 1;
	unsigned nr_arguments = 0, nr_texts = 0;

	make_command("text\n", "first", "-k", &from);
	make_command("another text\n", "second", "-j", &other);
	for (unsigned i = 0; i < NR_VARIANTS; i++) {
		if (!vary_place(&from, &other, &state, &variant))
			continue;
		CHECK_STR(variant.argv[2], "-k");
		nr_arguments += strcmp(variant.argv[1], "second") == 0;
		nr_texts += variant.files[0].size == strlen("another text\n");
		command_deinit(&variant);
	}
	CHECK_INT(nr_arguments, >, 0);
	CHECK_INT(nr_texts, >, 0);
	command_deinit(&from);
	command_deinit(&other);
}

TEST(without_inputs_there_are_no_other_bytes)
{
	struct command from, variant;
	uint64_t state = 1;

	make_command("", "", "-k", &from);
	CHECK(!vary_bytes(&from, &from, &state, &variant));
	command_deinit(&from);
}
