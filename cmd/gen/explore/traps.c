/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/explore/traps.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/print.h"
#include "common/vec.h"
#include "paths/scout.h"
#include "rewriter/elf/lines.h"

/* A line whose statements are to be told of. */
struct wanted {
	const char *file; /* without what leads upwards */
	uint32_t line;
	enum scout_level level;
	bool is_met; /* a statement of it begins somewhere */
};

struct wanted_lines {
	VEC(struct wanted) items; /* sorted by line */
};

/* Returns what of a path the absolute one has, too. */
static const char *below(const char *path)
{
	while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
		path = strchr(path, '/') + 1;
	return path;
}

static int compare(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	return (x->line > y->line) - (x->line < y->line);
}

static void collect(const struct change *change, struct wanted_lines *ret)
{
	size_t number;
	_cleanup_free_ struct change_line *lines = change_lines(change, 1, NULL, &number);

	for (size_t i = 0; i < number; i++) {
		const struct change_line *line = &lines[i];
		const char *file = below(line->file);

		vec_push(&ret->items, ((struct wanted){ file, line->line, SCOUT_LINE, false }));
		vec_push(&ret->items,
			 ((struct wanted){ file, line->function_line, SCOUT_FUNCTION, false }));
	}
	if (number)
		qsort(ret->items.items, ret->items.count, sizeof(struct wanted), compare);
}

/* True if the absolute PATH ends with the names of FILE. */
static bool is_file(const char *path, const char *file)
{
	size_t length = strlen(path), end = strlen(file);

	return length >= end && strcmp(path + length - end, file) == 0 &&
	       (length == end || path[length - end - 1] == '/');
}

/* Returns the level of LINE, which is met. */
static enum scout_level meet(struct wanted_lines *wanted, const struct line *line)
{
	size_t low = 0, high = wanted->items.count;
	enum scout_level ret = SCOUT_AWAY;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (wanted->items.items[middle].line < line->number)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < wanted->items.count; low++) {
		struct wanted *one = &wanted->items.items[low];

		if (one->line != line->number)
			break;
		if (!is_file(line->file, one->file))
			continue;
		one->is_met = true;
		if (one->level > ret)
			ret = one->level;
	}
	return ret;
}

/* Prints statements of changed lines into FILE, and all into PLACES; returns how many these are. */
static size_t print_traps(FILE *file, FILE *places, const struct lines *lines,
			  struct wanted_lines *wanted)
{
	size_t number = 0;

	for (size_t i = 0; i < lines_count(lines); i++) {
		enum scout_level level;
		uint64_t address;
		struct line line;

		if (!lines_row(lines, i, &address, &line) || !line.is_statement)
			continue;
		level = meet(wanted, &line);
		if (level != SCOUT_AWAY)
			print_to(file, "%" PRIx64 " %d\n", address, (int)level);
		print_to(places, "%" PRIx64 " %d\n", address, (int)level);
		number++;
	}
	return number;
}

static void count(const struct wanted_lines *wanted, struct gen_traps *ret)
{
	for (size_t i = 0; i < wanted->items.count; i++) {
		const struct wanted *one = &wanted->items.items[i];

		if (one->level != SCOUT_LINE)
			continue;
		ret->nr_lines += one->is_met;
		ret->nr_untold += !one->is_met;
	}
}

/* Writes both lists; the number of places is 0 if they can't be written. */
static size_t write_lists(const char *const paths[2], const struct lines *lines,
			  struct wanted_lines *wanted)
{
	FILE *file = fopen(paths[0], "we"), *places = fopen(paths[1], "we");
	size_t ret = file && places ? print_traps(file, places, lines, wanted) : 0;

	if (file && fclose(file) != 0)
		ret = 0;
	if (places && fclose(places) != 0)
		ret = 0;
	return ret;
}

struct error *gen_traps_write(const struct change *change, const char *program,
			      const char *const paths[2], struct gen_traps *ret)
{
	struct wanted_lines wanted = { 0 };
	struct lines *lines;
	struct error *err = lines_read(program, &lines);

	if (err)
		return err;
	collect(change, &wanted);
	*ret = (struct gen_traps){ .nr_places = write_lists(paths, lines, &wanted) };
	if (!ret->nr_places && lines_count(lines))
		err = error_errno(ERROR_UNUSABLE, errno, "%s", paths[0]);
	else
		count(&wanted, ret);
	vec_deinit(&wanted.items);
	lines_destroy(lines);
	return err;
}
