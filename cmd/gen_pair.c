/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines that both texts begin or end with are taken away first; what is between is aligned by a longest
 * common subsequence of lines (Wagner and Fischer, 1974), or line by line if it is long.
 */
#include "cmd/gen_pair.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cmd/html.h"
#include "common/vec.h"
#include "common/xalloc.h"

#define MAX_CELLS  250000 /* of the table of common subsequences */
#define MAX_ROWS   200	  /* of a table */
#define MAX_LINE   400	  /* bytes that are shown of a line */
#define NR_CONTEXT 3	  /* lines */
#define LEAD	   100	  /* bytes that are shown in front of what differs */

struct line {
	const char *text;
	size_t length; /* without its end */
	bool has_end;
};

typedef VEC(struct line) lines_t;

/* What is opposite to each other; SIZE_MAX: nothing. */
struct row {
	size_t old, new;
	bool is_same;
};

typedef VEC(struct row) rows_t;

struct pair {
	lines_t sides[2];
	rows_t rows;
};

static void split(const struct strbuf *text, lines_t *ret)
{
	const char *at = strbuf_get(text), *end = at + text->length;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t length = (size_t)((stop ? stop : end) - at);

		vec_push(ret, ((struct line){ at, length, stop != NULL }));
		at += length + (stop != NULL);
	}
}

static bool is_same_line(const struct pair *pair, size_t old, size_t new)
{
	const struct line *a = &pair->sides[0].items[old], *b = &pair->sides[1].items[new];

	return a->length == b->length && a->has_end == b->has_end &&
	       memcmp(a->text, b->text, a->length) == 0;
}

static void add_row(struct pair *pair, size_t old, size_t new, bool is_same)
{
	vec_push(&pair->rows, ((struct row){ old, new, is_same }));
}

/* Adds rows of lines that have nothing in common, from the next one of each side up to OLD and NEW. */
static void add_changed(struct pair *pair, size_t at[2], size_t old, size_t new)
{
	while (at[0] < old || at[1] < new) {
		size_t a = at[0] < old ? at[0]++ : SIZE_MAX, b = at[1] < new ? at[1]++ : SIZE_MAX;

		add_row(pair, a, b, false);
	}
}

/* Fills LENGTHS: of the longest common subsequences behind each pair of lines of AT up to END. */
static void fill(const struct pair *pair, const size_t at[2], const size_t end[2],
		 uint32_t *lengths)
{
	size_t width = end[1] - at[1] + 1;

	for (size_t i = end[0] - at[0]; i-- > 0;) {
		for (size_t j = width - 1; j-- > 0;) {
			uint32_t down = lengths[(i + 1) * width + j];
			uint32_t right = lengths[i * width + j + 1];

			lengths[i * width + j] = down > right ? down : right;
			if (is_same_line(pair, at[0] + i, at[1] + j))
				lengths[i * width + j] = lengths[(i + 1) * width + j + 1] + 1;
		}
	}
}

/* Adds rows of the lines from AT up to END. */
static void align(struct pair *pair, size_t at[2], const size_t end[2])
{
	size_t start[2] = { at[0], at[1] }, width = end[1] - at[1] + 1;
	size_t a = at[0], b = at[1];
	_cleanup_free_ uint32_t *lengths = NULL;

	if ((end[0] - at[0] + 1) > MAX_CELLS / width) {
		add_changed(pair, at, end[0], end[1]);
		return;
	}
	lengths = xcalloc((end[0] - at[0] + 1) * width, sizeof(*lengths));
	fill(pair, start, end, lengths);
	while (a < end[0] && b < end[1]) {
		size_t place = (a - start[0]) * width + (b - start[1]);

		if (is_same_line(pair, a, b)) {
			add_changed(pair, at, a, b);
			add_row(pair, a, b, true);
			at[0] = ++a;
			at[1] = ++b;
		} else if (lengths[place + width] >= lengths[place + 1]) {
			a++;
		} else {
			b++;
		}
	}
	add_changed(pair, at, end[0], end[1]);
}

static void find_rows(struct pair *pair)
{
	size_t at[2] = { 0, 0 }, end[2] = { pair->sides[0].count, pair->sides[1].count };
	size_t nr_last = 0;

	while (at[0] < end[0] && at[1] < end[1] && is_same_line(pair, at[0], at[1])) {
		add_row(pair, at[0], at[1], true);
		at[0]++;
		at[1]++;
	}
	while (at[0] < end[0] && at[1] < end[1] && is_same_line(pair, end[0] - 1, end[1] - 1)) {
		end[0]--;
		end[1]--;
		nr_last++;
	}
	align(pair, at, end);
	for (size_t i = 0; i < nr_last; i++)
		add_row(pair, end[0] + i, end[1] + i, true);
}

/* ---- a cell */

/* The bytes of a line that its opposite does not have. */
struct range {
	size_t start, end;
};

/* True if a character of UTF-8 goes on at INDEX. */
static bool is_inside(const struct line *line, size_t index)
{
	return index < line->length && (line->text[index] & 0xc0) == 0x80;
}

/* Returns INDEX, or where the character begins that goes on there; a character has four bytes at most. */
static size_t begin_of(const struct line *line, size_t index)
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
static void find_ranges(const struct line *a, const struct line *b, struct range ret[2])
{
	size_t start = 0, last = 0, shorter = least(a->length, b->length);

	while (start < shorter && a->text[start] == b->text[start])
		start++;
	/* Up to there both are the same. */
	start = least(begin_of(a, start), begin_of(b, start));
	while (last < shorter - start &&
	       a->text[a->length - last - 1] == b->text[b->length - last - 1])
		last++;
	for (unsigned i = 0; i < 3 && last && is_inside(a, a->length - last); i++)
		last--;
	ret[0] = (struct range){ start, a->length - last };
	ret[1] = (struct range){ start, b->length - last };
}

/* Adds LINE with a range of it MARKED; says how many bytes are left out. */
static void add_line(struct strbuf *html, const struct line *line, struct range marked)
{
	size_t first = marked.start > LEAD && line->length > MAX_LINE ? marked.start - LEAD : 0;
	size_t last;

	first = begin_of(line, first);
	last = begin_of(line, least(line->length, first + MAX_LINE));
	marked.start = least(marked.start, last);
	marked.end = least(marked.end, last);
	if (first)
		strbuf_addf(html, "<b>%zu bytes …</b>", first);
	html_add(html, line->text + first, marked.start - first);
	if (marked.end > marked.start) {
		strbuf_adds(html, "<mark>");
		html_add(html, line->text + marked.start, marked.end - marked.start);
		strbuf_adds(html, "</mark>");
	}
	html_add(html, line->text + marked.end, last - marked.end);
	if (last < line->length)
		strbuf_addf(html, "<b>… %zu bytes</b>", line->length - last);
	if (!line->has_end)
		strbuf_adds(html, "<b>no end of line</b>");
}

static void add_cell(struct strbuf *html, const struct line *line, struct range marked,
		     const char *kind)
{
	strbuf_addf(html, "<td class=%s>", line ? kind : "none");
	if (line)
		add_line(html, line, marked);
	strbuf_adds(html, "</td>");
}

static const struct line *line_of(const struct pair *pair, unsigned side, size_t index)
{
	return index == SIZE_MAX ? NULL : &pair->sides[side].items[index];
}

static void add_row_cells(struct strbuf *html, const struct pair *pair, const struct row *row)
{
	const struct line *old = line_of(pair, 0, row->old), *new = line_of(pair, 1, row->new);
	struct range ranges[2] = { { 0, old ? old->length : 0 }, { 0, new ? new->length : 0 } };

	if (row->is_same)
		ranges[0] = ranges[1] = (struct range){ 0, 0 };
	else if (old && new)
		find_ranges(old, new, ranges);
	strbuf_adds(html, "<tr>");
	add_cell(html, old, ranges[0], row->is_same ? "same" : "old");
	add_cell(html, new, ranges[1], row->is_same ? "same" : "new");
	strbuf_adds(html, "</tr>\n");
}

/* True if a row that is not the same lies within the context of the row INDEX. */
static bool is_near(const struct pair *pair, size_t index)
{
	size_t first = index < NR_CONTEXT ? 0 : index - NR_CONTEXT;

	for (size_t i = first; i <= index + NR_CONTEXT && i < pair->rows.count; i++) {
		if (!pair->rows.items[i].is_same)
			return true;
	}
	return false;
}

static void add_gap(struct strbuf *html, size_t *nr_left)
{
	if (*nr_left)
		strbuf_addf(html,
			    "<tr><td class=gap colspan=2>%zu lines that are the same</td></tr>\n",
			    *nr_left);
	*nr_left = 0;
}

static void add_rows(struct strbuf *html, const struct pair *pair)
{
	size_t nr_left = 0, nr_shown = 0;

	for (size_t i = 0; i < pair->rows.count; i++) {
		if (!is_near(pair, i)) {
			nr_left++;
			continue;
		}
		add_gap(html, &nr_left);
		if (nr_shown++ == MAX_ROWS) {
			strbuf_addf(html, "<tr><td class=gap colspan=2>%zu more lines</td></tr>\n",
				    pair->rows.count - i);
			return;
		}
		add_row_cells(html, pair, &pair->rows.items[i]);
	}
	add_gap(html, &nr_left);
}

void gen_pair_add(struct strbuf *html, const struct strbuf *old, const struct strbuf *new)
{
	struct pair pair = { 0 };

	split(old, &pair.sides[0]);
	split(new, &pair.sides[1]);
	find_rows(&pair);
	strbuf_adds(html, "<table class=pair>\n");
	add_rows(html, &pair);
	strbuf_adds(html, "</table>\n");
	vec_deinit(&pair.sides[0]);
	vec_deinit(&pair.sides[1]);
	vec_deinit(&pair.rows);
}
