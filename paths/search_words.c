/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What inputs may be made of: the caller's commands, constants of changed code, and texts of both programs. */
#include "paths/search_state.h"
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
	struct words *words = words_create();
	VEC(struct words_text) texts = { 0 };

	if (opts->change)
		change_add_words(opts->change, words);
	for (size_t i = 0; i < number; i++) {
		size_t nr_places = command_nr_places(&commands[i]);

		for (size_t place = 0; place < nr_places; place++) {
			const char *bytes = (const char *)command_bytes(&commands[i], place);

			if (bytes)
				vec_push(&texts,
					 ((struct words_text){
						 bytes, command_size(&commands[i], place), 0 }));
		}
	}
	words_add_texts(words, texts.items, texts.count);
	vec_deinit(&texts);
	for (unsigned i = 0; i < 2; i++) {
		/* Without these there are fewer words. */
		error_destroy(
			texts_each(opts->programs[i], LEAST_TEXT, MOST_TEXT, add_word, words));
	}
	return words;
}
