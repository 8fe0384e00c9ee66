/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/crossover.h"

#include <stdio.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/random.h"
#include "common/strv.h"
#include "paths/edit.h"

enum {
	MAX_STEPS = 3, /* each one more is half as likely */
	MAX_PICKS = 8, /* of a place, until it has bytes */
	MAX_WORD = 64, /* bytes of an argument */
};

struct making {
	const struct crossover *crossover;
	uint64_t *state;
	struct command *command;
	struct crossover_spot *spot;
};

static size_t pick(struct making *making, size_t limit)
{
	return (size_t)random_pick(making->state, limit);
}

static const struct command *pick_other(struct making *making)
{
	return making->crossover->others[pick(making, making->crossover->nr_others)];
}

static size_t nr_arguments(const struct command *command)
{
	return strv_count(command->argv + 1);
}

/* ---- texts */

/* Returns the place of a file by chance that is not empty; SIZE_MAX: there is none. */
static size_t pick_file(struct making *making, const struct command *command)
{
	size_t first = command_nr_places(command) - command->nr_files;

	for (unsigned left = MAX_PICKS; left; left--) {
		size_t place = first + pick(making, command->nr_files);

		if (command_size(command, place))
			return place;
	}
	return SIZE_MAX;
}

/* Returns a place to edit: files have most of what a program reads. */
static size_t pick_place(struct making *making)
{
	const struct command *command = making->command;
	size_t place = pick(making, 4) ? pick_file(making, command) : SIZE_MAX;

	for (unsigned left = MAX_PICKS; left && place == SIZE_MAX; left--) {
		size_t other = pick(making, command_nr_places(command));

		if (command_size(command, other) || left == 1)
			place = other;
	}
	return place;
}

static void edit(struct making *making)
{
	struct crossover_spot *spot = making->spot;
	bool is_near = spot->place < command_nr_places(making->command) && pick(making, 2);
	size_t place = is_near ? spot->place : pick_place(making);
	const unsigned char *bytes = command_bytes(making->command, place);
	size_t near = is_near ? spot->at : EDIT_ANYWHERE;
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!bytes)
		return;
	edit_make(making->crossover->words, (const char *)bytes,
		  command_size(making->command, place), &near, making->state, &text);
	if (text.length <= making->crossover->max_inputs &&
	    command_put(making->command, place, strbuf_get(&text), text.length))
		*spot = (struct crossover_spot){ place, near };
}

/* Empties a text. */
static void clear(struct making *making)
{
	command_put(making->command, pick_place(making), "", 0);
}

/* Puts a text of another command in place of one of a file, before it or behind it. */
static void take_text(struct making *making)
{
	const struct command *other = pick_other(making);
	size_t from = pick_file(making, other), to = pick_file(making, making->command);
	_cleanup_strbuf_ struct strbuf text = { 0 };
	unsigned way;

	if (from == SIZE_MAX || to == SIZE_MAX)
		return;
	way = (unsigned)pick(making, 3);
	if (way == 1)
		strbuf_add(&text, command_bytes(making->command, to),
			   command_size(making->command, to));
	strbuf_add(&text, command_bytes(other, from), command_size(other, from));
	if (way == 2)
		strbuf_add(&text, command_bytes(making->command, to),
			   command_size(making->command, to));
	if (text.length <= making->crossover->max_inputs)
		command_put(making->command, to, strbuf_get(&text), text.length);
}

/* ---- arguments */

static const struct command_file *find_file(const struct command *command, const char *name)
{
	for (size_t i = 1; i < command->nr_files; i++) {
		if (strcmp(command->files[i].name, name) == 0)
			return &command->files[i];
	}
	return NULL;
}

/* Puts the arguments of another command from FIRST on in, COUNT of them at most, before argument AT. */
static void insert_given(struct making *making, const struct command *other, size_t first,
			 size_t count, size_t at)
{
	size_t number = nr_arguments(other);

	for (size_t i = first; i < number && i < first + count; i++, at++) {
		const char *argument = other->argv[1 + i];
		const struct command_file *file = find_file(other, argument);

		if (file && other->kept[1 + i])
			command_insert_file(making->command, at, file);
		else
			command_insert(making->command, at, argument);
	}
}

static void insert_argument(struct making *making)
{
	const struct command *other = pick_other(making);
	size_t number = nr_arguments(other), at = pick(making, nr_arguments(making->command) + 1);

	if (number)
		insert_given(making, other, pick(making, number), 1 + pick(making, 2), at);
}

/* Puts a word of the program in as an option: words that begin with a dash are options more often than others. */
static void insert_word(struct making *making)
{
	static const char *const dashes[] = { "-", "--", "" };
	struct word word = { "", 0 };
	char text[MAX_WORD + 3];
	const char *dash;

	for (unsigned left = 1 + (unsigned)pick(making, MAX_PICKS); left; left--) {
		word = words_pick(making->crossover->words,
				  pick(making, 2) ? WORDS_PROGRAM : WORDS_ASKED, making->state);
		if (word.size && *word.bytes == '-')
			break;
	}
	if (!word.size || word.size > MAX_WORD || memchr(word.bytes, 0, word.size))
		return;
	dash = *word.bytes == '-' ? "" : dashes[pick(making, 3)];
	snprintf(text, sizeof(text), "%s%.*s", dash, (int)word.size, word.bytes);
	command_insert(making->command, pick(making, nr_arguments(making->command) + 1), text);
}

/* Puts an option of one letter in. */
static void insert_letter(struct making *making)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?";
	const char text[] = { '-', letters[pick(making, sizeof(letters) - 1)], '\0' };

	command_insert(making->command, pick(making, nr_arguments(making->command) + 1), text);
}

static void remove_argument(struct making *making)
{
	size_t number = nr_arguments(making->command);

	if (number)
		command_remove(making->command, pick(making, number));
}

/* Has the options of another command, with the files of this one, if both have as many. */
static void take_arguments(struct making *making)
{
	const struct command *other = pick_other(making);
	struct command ret;

	if (other->nr_files != making->command->nr_files)
		return;
	command_copy(other, &ret);
	for (size_t i = 0; i < ret.nr_files; i++) {
		const struct command_file *file = &making->command->files[i];
		size_t place = command_nr_places(&ret) - ret.nr_files + i;

		command_put(&ret, place, file->bytes, file->size);
	}
	command_deinit(making->command);
	*making->command = ret;
}

static const struct crossover_spot nowhere = { SIZE_MAX, EDIT_ANYWHERE };

static void step(struct making *making)
{
	static void (*const steps[])(struct making * making) = {
		edit,
		edit,
		edit,
		edit,
		edit,
		edit,
		edit,
		edit,
		edit,
		edit,
		edit,
		take_text,
		take_text,
		insert_argument,
		insert_argument,
		insert_word,
		remove_argument,
		take_arguments,
	};
	size_t which = pick(making, sizeof(steps) / sizeof(*steps) + 1);
	size_t nr_places = command_nr_places(making->command);

	if (which < sizeof(steps) / sizeof(*steps))
		steps[which](making);
	else if (pick(making, 2))
		insert_letter(making);
	else
		clear(making);
	/* Places have other numbers. */
	if (command_nr_places(making->command) != nr_places)
		*making->spot = nowhere;
}

bool crossover_make(const struct crossover *crossover, const struct command *from,
		    struct crossover_spot *spot, uint64_t *state, struct command *ret)
{
	struct making making = { crossover, state, ret, spot };
	unsigned number = 1;

	command_copy(from, ret);
	while (number < MAX_STEPS && pick(&making, 2))
		number++;
	for (; number; number--)
		step(&making);
	if (ret->nr_inputs <= crossover->max_inputs && !command_is_same(ret, from))
		return true;
	command_deinit(ret);
	return false;
}
