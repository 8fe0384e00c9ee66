/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/rows.h"

#include <stdint.h>
#include <string.h>

#include "common/xalloc.h"

#define MAX_CELLS  (4 << 20) /* of the table of common subsequences */
#define NR_CONTEXT 3	     /* lines */

static void split(struct gen_rows *rows, unsigned side, const struct strbuf *text)
{
	const char *at = strbuf_get(text), *end = at + text->length;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t length = (size_t)((stop ? stop : end) - at);

		vec_push(&rows->lines[side], ((struct gen_line){ at, length, stop != NULL }));
		at += length + (stop != NULL);
	}
}

static bool is_same_line(const struct gen_rows *rows, size_t old, size_t new)
{
	const struct gen_line *a = &rows->lines[0].items[old], *b = &rows->lines[1].items[new];

	return a->length == b->length && a->has_end == b->has_end &&
	       memcmp(a->text, b->text, a->length) == 0;
}

/* Adds the lines OLD and NEW; SIZE_MAX: nothing. */
static void add_row(struct gen_rows *rows, size_t old, size_t new, bool is_same)
{
	const struct gen_line *a = old == SIZE_MAX ? NULL : &rows->lines[0].items[old];
	const struct gen_line *b = new == SIZE_MAX ? NULL : &rows->lines[1].items[new];

	vec_push(&rows->items, ((struct gen_row){ { a, b }, is_same }));
}

/* Adds rows of lines that have nothing in common, from the next one of each side up to OLD and NEW. */
static void add_changed(struct gen_rows *rows, size_t at[2], size_t old, size_t new)
{
	while (at[0] < old || at[1] < new) {
		size_t a = at[0] < old ? at[0]++ : SIZE_MAX, b = at[1] < new ? at[1]++ : SIZE_MAX;

		add_row(rows, a, b, false);
	}
}

/* Fills LENGTHS: of the longest common subsequences behind each pair of lines of AT up to END. */
static void fill(const struct gen_rows *rows, const size_t at[2], const size_t end[2],
		 uint32_t *lengths)
{
	size_t width = end[1] - at[1] + 1;

	for (size_t i = end[0] - at[0]; i-- > 0;) {
		for (size_t j = width - 1; j-- > 0;) {
			uint32_t down = lengths[(i + 1) * width + j];
			uint32_t right = lengths[i * width + j + 1];

			lengths[i * width + j] = down > right ? down : right;
			if (is_same_line(rows, at[0] + i, at[1] + j))
				lengths[i * width + j] = lengths[(i + 1) * width + j + 1] + 1;
		}
	}
}

/* Adds rows of the lines from AT up to END. */
static void align(struct gen_rows *rows, size_t at[2], const size_t end[2])
{
	size_t start[2] = { at[0], at[1] }, width = end[1] - at[1] + 1;
	size_t a = at[0], b = at[1];
	_cleanup_free_ uint32_t *lengths = NULL;

	if ((end[0] - at[0] + 1) > MAX_CELLS / width) {
		add_changed(rows, at, end[0], end[1]);
		return;
	}
	lengths = xcalloc((end[0] - at[0] + 1) * width, sizeof(*lengths));
	fill(rows, start, end, lengths);
	while (a < end[0] && b < end[1]) {
		size_t place = (a - start[0]) * width + (b - start[1]);

		if (is_same_line(rows, a, b)) {
			add_changed(rows, at, a, b);
			add_row(rows, a, b, true);
			at[0] = ++a;
			at[1] = ++b;
		} else if (lengths[place + width] >= lengths[place + 1]) {
			a++;
		} else {
			b++;
		}
	}
	add_changed(rows, at, end[0], end[1]);
}

static void find_rows(struct gen_rows *rows)
{
	size_t at[2] = { 0, 0 }, end[2] = { rows->lines[0].count, rows->lines[1].count };
	size_t nr_last = 0;

	while (at[0] < end[0] && at[1] < end[1] && is_same_line(rows, at[0], at[1])) {
		add_row(rows, at[0], at[1], true);
		at[0]++;
		at[1]++;
	}
	while (at[0] < end[0] && at[1] < end[1] && is_same_line(rows, end[0] - 1, end[1] - 1)) {
		end[0]--;
		end[1]--;
		nr_last++;
	}
	align(rows, at, end);
	for (size_t i = 0; i < nr_last; i++)
		add_row(rows, end[0] + i, end[1] + i, true);
}

void gen_rows_init(struct gen_rows *rows, const struct strbuf *old, const struct strbuf *new)
{
	*rows = (struct gen_rows){ 0 };
	split(rows, 0, old);
	split(rows, 1, new);
	find_rows(rows);
}

void gen_rows_deinit(struct gen_rows *rows)
{
	vec_deinit(&rows->lines[0]);
	vec_deinit(&rows->lines[1]);
	vec_deinit(&rows->items);
}

bool gen_rows_is_near(const struct gen_rows *rows, size_t index)
{
	size_t first = index < NR_CONTEXT ? 0 : index - NR_CONTEXT;

	for (size_t i = first; i <= index + NR_CONTEXT && i < rows->items.count; i++) {
		if (!rows->items.items[i].is_same)
			return true;
	}
	return false;
}

/* ---- a row */

/* True if a character of UTF-8 goes on at INDEX. */
static bool is_inside(const struct gen_line *line, size_t index)
{
	return index < line->length && (line->text[index] & 0xc0) == 0x80;
}

/* A character has four bytes at most. */
size_t gen_line_begin(const struct gen_line *line, size_t index)
{
	size_t at = index;

	for (unsigned i = 0; i < 3 && at && is_inside(line, at); i++)
		at--;
	return is_inside(line, at) ? index : at;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Finds what of the lines A and B differs. */
static void find_ranges(const struct gen_line *a, const struct gen_line *b, struct gen_range ret[2])
{
	size_t start = 0, last = 0, shorter = least(a->length, b->length);

	while (start < shorter && a->text[start] == b->text[start])
		start++;
	/* Up to there both are the same. */
	start = least(gen_line_begin(a, start), gen_line_begin(b, start));
	while (last < shorter - start &&
	       a->text[a->length - last - 1] == b->text[b->length - last - 1])
		last++;
	for (unsigned i = 0; i < 3 && last && is_inside(a, a->length - last); i++)
		last--;
	ret[0] = (struct gen_range){ start, a->length - last };
	ret[1] = (struct gen_range){ start, b->length - last };
}

void gen_row_ranges(const struct gen_row *row, struct gen_range ret[2])
{
	const struct gen_line *old = row->sides[0], *new = row->sides[1];

	ret[0] = (struct gen_range){ 0, old && !row->is_same ? old->length : 0 };
	ret[1] = (struct gen_range){ 0, new && !row->is_same ? new->length : 0 };
	if (old && new && !row->is_same)
		find_ranges(old, new, ret);
}
