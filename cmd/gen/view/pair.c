/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/view/pair.h"

#include "cmd/gen/base/rows.h"
#include "cmd/html.h"
#include "common/plural.h"

#define MAX_ROWS 200 /* of a table */
#define MAX_LINE 400 /* bytes that are shown of a line */
#define LEAD	 100 /* bytes that are shown in front of what differs */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Adds LINE with a range of it MARKED; says how many bytes are left out. */
static void add_line(struct strbuf *html, const struct gen_line *line, struct gen_range marked)
{
	size_t first = marked.start > LEAD && line->length > MAX_LINE ? marked.start - LEAD : 0;
	size_t last;

	first = gen_line_begin(line, first);
	last = gen_line_begin(line, least(line->length, first + MAX_LINE));
	marked.start = least(marked.start, last);
	marked.end = least(marked.end, last);
	if (first)
		strbuf_addf(html, "<b>%zu byte%s …</b>", first, plural(first));
	html_add(html, line->text + first, marked.start - first);
	if (marked.end > marked.start) {
		strbuf_adds(html, "<mark>");
		html_add(html, line->text + marked.start, marked.end - marked.start);
		strbuf_adds(html, "</mark>");
	}
	html_add(html, line->text + marked.end, last - marked.end);
	if (last < line->length)
		strbuf_addf(html, "<b>… %zu byte%s</b>", line->length - last,
			    plural(line->length - last));
	if (!line->has_end)
		strbuf_adds(html, "<b>no end of line</b>");
}

static void add_cell(struct strbuf *html, const struct gen_line *line, struct gen_range marked,
		     const char *kind)
{
	strbuf_addf(html, "<td class=%s>", line ? kind : "none");
	if (line)
		add_line(html, line, marked);
	strbuf_adds(html, "</td>");
}

static void add_row(struct strbuf *html, const struct gen_row *row)
{
	struct gen_range ranges[2];

	gen_row_ranges(row, ranges);
	strbuf_adds(html, "<tr>");
	add_cell(html, row->sides[0], ranges[0], row->is_same ? "same" : "old");
	add_cell(html, row->sides[1], ranges[1], row->is_same ? "same" : "new");
	strbuf_adds(html, "</tr>\n");
}

static void add_gap(struct strbuf *html, size_t *nr_left)
{
	if (*nr_left)
		strbuf_addf(html, "<tr><td class=gap colspan=2>%zu line%s the same</td></tr>\n",
			    *nr_left, plural_of(*nr_left, " that is", "s that are"));
	*nr_left = 0;
}

static void add_rows(struct strbuf *html, const struct gen_rows *rows)
{
	size_t nr_left = 0, nr_shown = 0;

	for (size_t i = 0; i < rows->items.count; i++) {
		if (!gen_rows_is_near(rows, i)) {
			nr_left++;
			continue;
		}
		add_gap(html, &nr_left);
		if (nr_shown++ == MAX_ROWS) {
			strbuf_addf(html, "<tr><td class=gap colspan=2>%zu more line%s</td></tr>\n",
				    rows->items.count - i, plural(rows->items.count - i));
			return;
		}
		add_row(html, &rows->items.items[i]);
	}
	add_gap(html, &nr_left);
}

void gen_pair_add(struct strbuf *html, const struct strbuf *old, const struct strbuf *new)
{
	struct gen_rows rows;

	gen_rows_init(&rows, old, new);
	strbuf_adds(html, "<table class=pair>\n");
	add_rows(html, &rows);
	strbuf_adds(html, "</table>\n");
	gen_rows_deinit(&rows);
}
