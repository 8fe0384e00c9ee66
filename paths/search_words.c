/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What inputs may be made of: the caller's commands, constants of changed code, and texts of both programs. */
#include "paths/search_state.h"
#include "paths/vary.h"
#include "paths/words.h"
#include "sites/texts.h"

enum {
	LEAST_TEXT = 2, /* bytes of a program's text that is a word */
	MOST_TEXT = 24, /* the same */
};

static void add_word(void *arg, const char *bytes, size_t size)
{
	words_add(arg, WORDS_PROGRAM, bytes, size);
}

struct words *search_words(const struct explorer_opts *opts, const struct command *commands,
			   size_t number)
{
	struct words *words = vary_words(opts->change, commands, number);

	for (unsigned i = 0; i < 2; i++) {
		/* Without these there are fewer words. */
		error_destroy(
			texts_each(opts->programs[i], LEAST_TEXT, MOST_TEXT, add_word, words));
	}
	return words;
}
