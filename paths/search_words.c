/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What inputs may be made of: the caller's commands, constants of changed code, and texts of both programs. */
#include "common/hash.h"
#include "common/slots.h"
#include "paths/search_state.h"
#include "paths/vary.h"
#include "paths/words.h"
#include "sites/texts.h"

enum {
	LEAST_TEXT = 2, /* bytes of a program's text that is a word */
	MOST_TEXT = 24, /* the same */
};

/* Texts of a program, by their hashes. */
struct texts {
	const struct texts *other;
	struct words *words;
	struct slots known;
};

static void note_text(void *arg, const char *bytes, size_t size)
{
	struct texts *texts = arg;
	uint64_t hash = hash_bytes(bytes, size);

	words_add(texts->words, WORDS_PROGRAM, bytes, size);
	if (slots_find(&texts->known, hash) == SLOTS_NONE)
		slots_add(&texts->known, hash, 0);
}

/* Adds a text that the other version does not have: tables have changed without any code, say. */
static void add_own(void *arg, const char *bytes, size_t size)
{
	struct texts *texts = arg;

	if (slots_find(&texts->other->known, hash_bytes(bytes, size)) == SLOTS_NONE)
		words_add(texts->words, WORDS_ASKED, bytes, size);
}

struct words *search_words(const struct explorer_opts *opts, const struct command *commands,
			   size_t number)
{
	struct words *words = vary_words(opts->change, commands, number);
	struct texts texts[2] = { { &texts[1], words, { 0 } }, { &texts[0], words, { 0 } } };
	bool is_known = true;

	for (unsigned i = 0; i < 2; i++) {
		struct error *err =
			texts_each(opts->programs[i], LEAST_TEXT, MOST_TEXT, note_text, &texts[i]);

		/* Without these there are fewer words. */
		is_known &= !err;
		error_destroy(err);
	}
	for (unsigned i = 0; i < 2 && is_known; i++) {
		error_destroy(
			texts_each(opts->programs[i], LEAST_TEXT, MOST_TEXT, add_own, &texts[i]));
	}
	slots_deinit(&texts[0].known);
	slots_deinit(&texts[1].known);
	return words;
}
