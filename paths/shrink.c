/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

struct shrink {
	const struct shrink_opts *opts;
	struct command *command;
	unsigned char *inputs; /* those of the command */
	unsigned nr_tries;
	bool is_changed;
	struct error *err;
};

static bool is_over(const struct shrink *shrink)
{
	const struct shrink_opts *opts = shrink->opts;

	return shrink->err || shrink->nr_tries >= opts->max_tries || opts->stop(opts->arg);
}

static bool has(struct shrink *shrink, struct command *command)
{
	bool ret = false;

	shrink->nr_tries++;
	shrink->err = shrink->opts->has(shrink->opts->arg, command, &ret);
	return ret && !shrink->err;
}

/* Takes INPUTS of the same lengths if they have the property, else the command stays as it was. */
static bool try_inputs(struct shrink *shrink, const unsigned char *inputs)
{
	struct command *command = shrink->command;

	command_set(command, command->argv[0], inputs);
	if (!has(shrink, command)) {
		command_set(command, command->argv[0], shrink->inputs);
		return false;
	}
	memcpy(shrink->inputs, inputs, command->nr_inputs);
	shrink->is_changed = true;
	return true;
}

/* ---- nearer to a seed */

/* Returns the inputs of the seed that differs in the fewest bytes, owned by the caller; NULL: no seed is alike. */
static unsigned char *nearest_seed(const struct shrink *shrink)
{
	uint32_t number = shrink->command->nr_inputs, fewest = UINT32_MAX;
	unsigned char *ret = NULL;

	for (size_t i = 0; i < shrink->opts->nr_seeds; i++) {
		const struct command *seed = shrink->opts->seeds[i];
		_cleanup_free_ unsigned char *inputs = NULL;
		uint32_t nr_others = 0;

		if (!command_is_alike(seed, shrink->command))
			continue;
		inputs = xcalloc(number + UINT32_C(1), 1);
		command_inputs(seed, inputs);
		for (uint32_t k = 0; k < number; k++)
			nr_others += inputs[k] != shrink->inputs[k];
		if (nr_others >= fewest)
			continue;
		fewest = nr_others;
		free(ret);
		ret = inputs;
		inputs = NULL;
	}
	return ret;
}

/* Makes SIZE bytes from AT on those of SEED. */
static void restore_piece(struct shrink *shrink, const unsigned char *seed, uint32_t at,
			  uint32_t size)
{
	_cleanup_free_ unsigned char *inputs =
		xmemdup(shrink->inputs, shrink->command->nr_inputs + UINT32_C(1));

	if (memcmp(inputs + at, seed + at, size) == 0)
		return;
	memcpy(inputs + at, seed + at, size);
	try_inputs(shrink, inputs);
}

static void restore(struct shrink *shrink)
{
	uint32_t number = shrink->command->nr_inputs;
	_cleanup_free_ unsigned char *seed = nearest_seed(shrink);

	for (uint32_t size = number; size && seed; size = size > 1 ? (size + 1) / 2 : 0) {
		for (uint32_t at = 0; at < number && !is_over(shrink); at += size)
			restore_piece(shrink, seed, at, size < number - at ? size : number - at);
	}
}

/* ---- shorter */

/* Takes COUNT bytes from AT on out of PLACE, if the property stays. */
static bool cut_piece(struct shrink *shrink, size_t place, size_t at, size_t count)
{
	struct command *command = shrink->command, shorter;

	command_copy(command, &shorter);
	shorter.argv[0] = command->argv[0];
	if (!command_cut(&shorter, place, at, count) || !has(shrink, &shorter)) {
		command_deinit(&shorter);
		return false;
	}
	command_deinit(command);
	*command = shorter;
	command_inputs(command, shrink->inputs);
	shrink->is_changed = true;
	return true;
}

/* Leaves pieces of PLACE out, from its end on, as what comes before tells more often what follows. */
static void cut_place(struct shrink *shrink, size_t place)
{
	size_t size = command_size(shrink->command, place);

	for (; size; size /= 2) {
		size_t end = command_size(shrink->command, place);

		while (end && !is_over(shrink)) {
			size_t count = size < end ? size : end;

			cut_piece(shrink, place, end - count, count);
			end -= count;
		}
	}
}

/* ---- printable */

static bool is_readable(unsigned char byte)
{
	return (byte >= ' ' && byte <= '~') || byte == '\n';
}

/* Tries what reads best in place of the byte AT, from the first on. */
static void make_readable(struct shrink *shrink, uint32_t at)
{
	static const char tries[] = "a0 ";
	_cleanup_free_ unsigned char *inputs =
		xmemdup(shrink->inputs, shrink->command->nr_inputs + UINT32_C(1));

	for (const char *to = tries; *to && !is_over(shrink); to++) {
		inputs[at] = (unsigned char)*to;
		if (try_inputs(shrink, inputs))
			break;
	}
}

static void make_all_readable(struct shrink *shrink)
{
	for (uint32_t i = 0; i < shrink->command->nr_inputs && !is_over(shrink); i++) {
		if (!is_readable(shrink->inputs[i]))
			make_readable(shrink, i);
	}
}

struct error *shrink_make(const struct shrink_opts *opts, struct command *command, bool *ret)
{
	_cleanup_free_ unsigned char *inputs = xcalloc(command->nr_inputs + UINT32_C(1), 1);
	struct shrink shrink = { .opts = opts, .command = command, .inputs = inputs };

	command_inputs(command, inputs);
	restore(&shrink);
	for (size_t place = command_nr_places(command); place--;)
		cut_place(&shrink, place);
	make_all_readable(&shrink);
	*ret = shrink.is_changed;
	return shrink.err;
}
