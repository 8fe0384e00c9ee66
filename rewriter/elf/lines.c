/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps line tables and inlined calls in sorted arrays. debug_read_lines() has read them from DWARF
 * in a child reader; the text that it writes is parsed here.
 */
#include "rewriter/elf/lines.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/intern.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "rewriter/elf/child_reader.h"
#include "rewriter/elf/debug.h"
#include "rewriter/elf/spot.h"

/* A row of a line table, valid up to the spot of the next row. */
struct row {
	struct spot spot;
	uint32_t order;	  /* the order of reading: the last row of a spot counts */
	struct line line; /* file NULL: nothing is there */
};

struct range {
	struct spot spot; /* of its first byte */
	uint64_t end;
	uint64_t last_end; /* the greatest end of this range and of all before it in the section */
	struct inlined call;
};

struct lines {
	VEC(struct row) rows;	  /* sorted by spot */
	VEC(struct range) ranges; /* sorted by spot, outer ones first */
	/* by result: functions that return it, sorted */
	VEC(struct spot) results[NR_LINES_RESULTS];
	struct intern *texts;
	bool is_object;
};

static const char *intern_part(struct lines *lines, const char *text, size_t length)
{
	_cleanup_free_ char *copy = xstrndup(text, length);

	return intern_string(lines->texts, copy);
}

static bool take_spot(const char **text, struct spot *ret)
{
	uint64_t section;

	if (!child_reader_take_number(text, &section) ||
	    !child_reader_take_number(text, &ret->address))
		return false;
	ret->section = (uint32_t)section;
	return true;
}

static bool take_position(const char **text, struct line *ret)
{
	uint64_t number, column;

	if (!child_reader_take_number(text, &number) || !child_reader_take_number(text, &column))
		return false;
	ret->number = (uint32_t)number;
	ret->column = (uint32_t)column;
	return true;
}

static bool take_row(struct lines *lines, const char **text)
{
	struct row row = { .order = (uint32_t)lines->rows.count };
	uint64_t is_statement;
	const char *file;
	size_t length;

	if (!take_spot(text, &row.spot) || !take_position(text, &row.line) ||
	    !child_reader_take_number(text, &is_statement))
		return false;
	length = child_reader_take_rest(text, &file);
	lines->is_object |= row.spot.section != 0;
	row.line.is_statement = is_statement;
	row.line.file = length ? intern_part(lines, file, length) : NULL;
	vec_push(&lines->rows, row);
	return true;
}

static bool take_range(struct lines *lines, const char **text)
{
	struct range range = { 0 };
	uint64_t split;
	const char *names;
	size_t length;

	if (!take_spot(text, &range.spot) || !child_reader_take_number(text, &range.end) ||
	    !take_position(text, &range.call.call) || !child_reader_take_number(text, &split))
		return false;
	length = child_reader_take_rest(text, &names);
	if (split > length)
		return false;
	range.call.function = intern_part(lines, names, split);
	range.call.call.file = intern_part(lines, names + split, length - split);
	vec_push(&lines->ranges, range);
	return true;
}

static bool take_result(struct lines *lines, enum lines_result result, const char **text)
{
	struct spot spot;
	const char *rest;

	if (!take_spot(text, &spot) || child_reader_take_rest(text, &rest))
		return false;
	vec_push(&lines->results[result], spot);
	return true;
}

static bool take_one(struct lines *lines, char kind, const char **text)
{
	switch (kind) {
	case 'l': return take_row(lines, text);
	case 'i': return take_range(lines, text);
	case 'v': return take_result(lines, LINES_NOTHING, text);
	case 'n': return take_result(lines, LINES_NUMBER, text);
	default: return false;
	}
}

/* Takes the output of debug_read_lines(). False: it is damaged. */
static bool take_all(struct lines *lines, const char *text)
{
	bool is_sound = true;

	while (*text && is_sound) {
		char kind = *text++;

		is_sound = *text++ == ' ' && take_one(lines, kind, &text);
	}
	return is_sound;
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int by_spot = spot_compare(&x->spot, &y->spot);

	if (by_spot)
		return by_spot;
	/* Another sequence may begin where a sequence ends. */
	if (!x->line.file != !y->line.file)
		return x->line.file ? 1 : -1;
	return (x->order > y->order) - (x->order < y->order);
}

static int compare_ranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;
	int by_spot = spot_compare(&x->spot, &y->spot);

	return by_spot ? by_spot : (x->end < y->end) - (x->end > y->end);
}

static int compare_spots(const void *a, const void *b)
{
	return spot_compare(a, b);
}

static void sort(struct lines *lines)
{
	uint64_t last_end = 0;

	for (unsigned i = 0; i < NR_LINES_RESULTS; i++) {
		if (lines->results[i].count)
			qsort(lines->results[i].items, lines->results[i].count,
			      sizeof(*lines->results[i].items), compare_spots);
	}
	if (lines->rows.count)
		qsort(lines->rows.items, lines->rows.count, sizeof(*lines->rows.items),
		      compare_rows);
	if (lines->ranges.count)
		qsort(lines->ranges.items, lines->ranges.count, sizeof(*lines->ranges.items),
		      compare_ranges);
	for (size_t i = 0; i < lines->ranges.count; i++) {
		struct range *range = &lines->ranges.items[i];

		if (i && range[-1].spot.section != range->spot.section)
			last_end = 0;
		if (range->end > last_end)
			last_end = range->end;
		range->last_end = last_end;
	}
}

struct error *lines_read(const char *path, struct lines **ret)
{
	_cleanup_free_ char *text = NULL;
	struct error *err = child_reader_read(debug_read_lines, path, "debug information", &text);
	struct lines *lines;

	if (err)
		return err;
	lines = xcalloc(1, sizeof(*lines));
	lines->texts = intern_create();
	if (!take_all(lines, text)) {
		lines_destroy(lines);
		return error_create(ERROR_INTERNAL, "%s: its lines were not understood", path);
	}
	sort(lines);
	*ret = lines;
	return NULL;
}

void lines_destroy(struct lines *lines)
{
	if (!lines)
		return;
	intern_destroy(lines->texts);
	vec_deinit(&lines->rows);
	vec_deinit(&lines->ranges);
	for (unsigned i = 0; i < NR_LINES_RESULTS; i++)
		vec_deinit(&lines->results[i]);
	free(lines);
}

static struct spot spot_of(const struct lines *lines, uint32_t section, uint64_t address)
{
	return (struct spot){ lines->is_object ? section : 0, address };
}

/*
 * Returns how many of the COUNT sorted elements are not behind SPOT. An element has SIZE bytes and
 * begins with its spot.
 */
static size_t count_before(const void *items, size_t count, size_t size, const struct spot *spot)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct spot *other =
			(const struct spot *)((const char *)items + middle * size);

		if (spot_compare(other, spot) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool lines_find(const struct lines *lines, uint32_t section, uint64_t address, struct line *ret)
{
	struct spot spot;
	size_t count;
	const struct row *row;

	if (!lines)
		return false;
	spot = spot_of(lines, section, address);
	count = count_before(lines->rows.items, lines->rows.count, sizeof(*row), &spot);
	row = count ? &lines->rows.items[count - 1] : NULL;
	if (!row || row->spot.section != spot.section || !row->line.file || !row->line.number)
		return false;
	*ret = row->line;
	return true;
}

size_t lines_count(const struct lines *lines)
{
	return lines ? lines->rows.count : 0;
}

bool lines_row(const struct lines *lines, size_t index, uint64_t *address, struct line *ret)
{
	const struct row *row = &lines->rows.items[index];

	if (row->spot.section || !row->line.file || !row->line.number)
		return false;
	*address = row->spot.address;
	*ret = row->line;
	return true;
}

bool lines_return(const struct lines *lines, uint32_t section, uint64_t address,
		  enum lines_result result)
{
	struct spot spot;
	size_t count;

	if (!lines)
		return false;
	spot = spot_of(lines, section, address);
	count = count_before(lines->results[result].items, lines->results[result].count,
			     sizeof(spot), &spot);
	return count && spot_compare(&lines->results[result].items[count - 1], &spot) == 0;
}

unsigned lines_find_inlined(const struct lines *lines, uint32_t section, uint64_t address,
			    struct inlined *ret, unsigned max)
{
	struct spot spot;
	unsigned count = 0;
	size_t at;

	if (!lines)
		return 0;
	spot = spot_of(lines, section, address);
	at = count_before(lines->ranges.items, lines->ranges.count, sizeof(struct range), &spot);
	for (; at > 0 && count < max; at--) {
		const struct range *range = &lines->ranges.items[at - 1];

		if (range->spot.section != spot.section || range->last_end <= address)
			break;
		if (range->end > address)
			ret[count++] = range->call;
	}
	return count;
}
