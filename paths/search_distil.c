/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources of other commands, without what they need not have. */
#include <string.h>

#include "common/cleanup.h"
#include "common/strbuf.h"
#include "paths/scout.h"
#include "paths/search_state.h"

enum {
	MAX_SMALL = 64,	    /* sources */
	MAX_OF_SET = 3,	    /* of them that come to the same changed places */
	LEAST_LINES = 3,    /* of a text that is cut */
	MAX_TEXT = 1 << 15, /* bytes of one that is */
};

/* Returns the place of the longest file; SIZE_MAX: none has bytes. */
static size_t longest_file(const struct command *command)
{
	size_t ret = SIZE_MAX, end = command_nr_places(command);

	for (size_t place = end - command->nr_files; place < end; place++) {
		size_t size = command_size(command, place);

		if (size && (ret == SIZE_MAX || size > command_size(command, ret)))
			ret = place;
	}
	return ret;
}

static size_t nr_lines(const char *text, size_t size)
{
	size_t ret = 0;

	for (size_t at = 0; at < size; ret++) {
		const char *end = memchr(text + at, '\n', size - at);

		at = end ? (size_t)(end - text) + 1 : size;
	}
	return ret;
}

/* Returns where line NUMBER begins; SIZE: there are fewer. */
static size_t line_at(const char *text, size_t size, size_t number)
{
	size_t at = 0;

	for (; number && at < size; number--) {
		const char *end = memchr(text + at, '\n', size - at);

		at = end ? (size_t)(end - text) + 1 : size;
	}
	return at;
}

void search_distil_add(struct search *search, const struct fuzz_source *source)
{
	struct fuzz *fuzz = &search->fuzz;
	size_t place = longest_file(&source->command);
	struct fuzz_source *small;
	uint32_t number = slots_find(&fuzz->small_sets, source->set);
	size_t lines;

	if (!source->set || source->is_small || fuzz->small.count >= MAX_SMALL || place == SIZE_MAX)
		return;
	if (number != SLOTS_NONE && number >= MAX_OF_SET)
		return;
	lines = nr_lines((const char *)command_bytes(&source->command, place),
			 command_size(&source->command, place));
	if (lines < LEAST_LINES || command_size(&source->command, place) > MAX_TEXT)
		return;
	if (number == SLOTS_NONE)
		slots_add(&fuzz->small_sets, source->set, 1);
	else
		slots_set(&fuzz->small_sets, source->set, number + 1);
	vec_push(&fuzz->small, fuzz->items.count);
	small = vec_add(&fuzz->items);
	*small = *source;
	command_copy(&source->command, &small->command);
	small->is_small = true;
	small->chunk = (lines + 1) / 2;
	small->at = 0;
	small->spot = (struct crossover_spot){ SIZE_MAX, 0 };
}

/* Makes RET of SOURCE without the lines that are next; false: there are none left. */
static bool cut(struct fuzz_source *source, struct command *ret)
{
	size_t place = longest_file(&source->command), first, end, size;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	const char *bytes;

	if (place == SIZE_MAX)
		return false;
	bytes = (const char *)command_bytes(&source->command, place);
	size = command_size(&source->command, place);
	first = line_at(bytes, size, source->at);
	if (first == size) {
		source->at = first = 0;
		source->chunk /= 2;
	}
	if (!source->chunk)
		return false;
	end = first + line_at(bytes + first, size - first, source->chunk);
	strbuf_add(&text, bytes, first);
	strbuf_add(&text, bytes + end, size - end);
	command_copy(&source->command, ret);
	command_put(ret, place, strbuf_get(&text), text.length);
	return true;
}

/* Returns the first that is not as small as it gets; NULL: there is none. */
static struct fuzz_source *find(struct fuzz *fuzz)
{
	while (fuzz->nr_cut < fuzz->small.count) {
		struct fuzz_source *ret = &fuzz->items.items[fuzz->small.items[fuzz->nr_cut]];

		if (ret->chunk)
			return ret;
		fuzz->nr_cut++;
	}
	return NULL;
}

struct error *search_distil_step(struct search *search, bool *ret)
{
	struct fuzz_source *source = find(&search->fuzz);
	const struct telling *telling = &search->fuzz.telling;
	struct visit_scouted scouted;
	struct command command;
	struct error *err;

	*ret = source && cut(source, &command);
	if (!*ret) {
		if (source)
			source->chunk = 0;
		return NULL;
	}
	err = search_fuzz_tell(search, &command, &scouted);
	if (!err && scouted.did != VISIT_LATE && telling->set == source->set &&
	    scouted.status == source->status) {
		command_deinit(&source->command);
		source->command = command;
		return NULL;
	}
	source->at += source->chunk;
	command_deinit(&command);
	return err;
}
