/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_traps.h"

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

static void print_traps(FILE *file, const struct lines *lines, struct wanted_lines *wanted)
{
	for (size_t i = 0; i < lines_count(lines); i++) {
		enum scout_level level;
		uint64_t address;
		struct line line;

		if (!lines_row(lines, i, &address, &line) || !line.is_statement)
			continue;
		level = meet(wanted, &line);
		if (level != SCOUT_AWAY)
			print_to(file, "%" PRIx64 " %d\n", address, (int)level);
	}
}

static void count(const struct wanted_lines *wanted, struct gen_traps *ret)
{
	*ret = (struct gen_traps){ 0 };
	for (size_t i = 0; i < wanted->items.count; i++) {
		const struct wanted *one = &wanted->items.items[i];

		if (one->level != SCOUT_LINE)
			continue;
		ret->nr_lines += one->is_met;
		ret->nr_untold += !one->is_met;
	}
}

struct error *gen_traps_write(const struct change *change, const char *program, const char *path,
			      struct gen_traps *ret)
{
	struct wanted_lines wanted = { 0 };
	struct lines *lines;
	struct error *err = lines_read(program, &lines);
	FILE *file;

	if (err)
		return err;
	file = fopen(path, "we");
	collect(change, &wanted);
	if (file)
		print_traps(file, lines, &wanted);
	if (!file || fclose(file) != 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", path);
	else
		count(&wanted, ret);
	vec_deinit(&wanted.items);
	lines_destroy(lines);
	return err;
}
