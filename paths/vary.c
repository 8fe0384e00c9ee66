/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/vary.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/random.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "paths/edit.h"
#include "paths/variation.h"

enum {
	KINDS = 6,	/* of variants; half of them are edits of texts */
	MAX_PICKS = 8,	/* of a place and its change, until one can be */
	MAX_RESIZE = 8, /* bytes */
};

struct words *vary_words(const struct change *change, const struct command *commands, size_t number)
{
	struct words *words = words_create();
	VEC(struct words_text) texts = { 0 };

	if (change)
		change_add_words(change, words);
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
	return words;
}

bool vary_length(const struct command *command, uint64_t *state, struct command *ret)
{
	size_t nr_places = command_nr_places(command);
	bool done = false;

	/* Not every place can be: empty standard input, say. */
	for (unsigned left = nr_places ? MAX_PICKS : 0; left && !done; left--) {
		size_t place = random_pick(state, nr_places);
		int change = 1 + (int)random_pick(state, MAX_RESIZE);

		if (random_pick(state, 2))
			change = -change;
		done = command_resize(command, place, change, ret);
	}
	return done;
}

/* Returns a place to edit: seldom an empty one, which programs may not look at. */
static size_t pick_place(const struct command *command, uint64_t *state)
{
	size_t nr_places = command_nr_places(command), place = 0;

	for (unsigned left = MAX_PICKS; left; left--) {
		place = random_pick(state, nr_places);
		if (command_size(command, place))
			break;
	}
	return place;
}

bool vary_text(const struct words *words, const struct command *command, uint64_t *state,
	       struct command *ret)
{
	size_t place = pick_place(command, state), near = EDIT_ANYWHERE;
	const unsigned char *bytes = command_bytes(command, place);
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct command variant;

	if (!bytes)
		return false;
	edit_make(words, (const char *)bytes, command_size(command, place), &near, state, &text);
	command_copy(command, &variant);
	if (!command_put(&variant, place, strbuf_get(&text), text.length) ||
	    command_is_same(&variant, command)) {
		command_deinit(&variant);
		return false;
	}
	*ret = variant;
	return true;
}

bool vary_bytes(const struct command *command, const struct command *other, uint64_t *state,
		struct command *ret)
{
	uint32_t number = command->nr_inputs;
	_cleanup_free_ unsigned char *from = xcalloc(number + UINT32_C(1), 1);
	_cleanup_free_ unsigned char *beside = xcalloc(number + UINT32_C(1), 1);
	_cleanup_free_ unsigned char *inputs = xcalloc(number + UINT32_C(1), 1);
	const struct variation variation = { number, command->nr_arguments, from, beside };

	if (!number)
		return false;
	command_inputs(command, from);
	command_inputs(command_is_alike(command, other) ? other : command, beside);
	variation_make(&variation, state, inputs);
	if (memcmp(inputs, from, number) == 0)
		return false;
	command_copy(command, ret);
	command_set(ret, command->argv[0], inputs);
	return true;
}

bool vary_place(const struct command *command, const struct command *other, uint64_t *state,
		struct command *ret)
{
	size_t nr_places = command_nr_places(command);
	size_t place = random_pick(state, nr_places);
	struct command variant;

	if (command_nr_places(other) != nr_places || !command_bytes(other, place))
		return false;
	command_copy(command, &variant);
	if (!command_put(&variant, place, command_bytes(other, place),
			 command_size(other, place)) ||
	    command_is_same(&variant, command)) {
		command_deinit(&variant);
		return false;
	}
	*ret = variant;
	return true;
}

bool vary_any(const struct words *words, const struct command *command, const struct command *other,
	      uint64_t *state, struct command *ret)
{
	bool is_made;

	switch (random_pick(state, KINDS)) {
	case 0: is_made = vary_length(command, state, ret); break;
	case 1: is_made = vary_bytes(command, other, state, ret); break;
	case 2: is_made = vary_place(command, other, state, ret); break;
	default: is_made = vary_text(words, command, state, ret); break;
	}
	/* Without a name, a program gets no arguments either. */
	if (is_made)
		ret->argv[0] = command->argv[0];
	return is_made;
}
