/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/columns.h"

#include <inttypes.h>

#include "cmd/gen/base/rows.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/visible.h"

#define INDENT	    6
#define MIDDLE	    3  /* columns of " | " */
#define MARK	    2  /* columns of "< " */
#define LEAST_WIDE  60 /* with less, nothing is beside each other */
#define LEAST_WIDTH 40 /* with less, terminals break lines */

/* ---- a line */

/* True if all of LINE from FIRST up to END has room in so many COLUMNS. */
static bool fits(const struct gen_line *line, size_t first, size_t end, size_t columns)
{
	return visible_fit(line->text + first, end - first, columns) == end - first;
}

/* Adds what has room of LINE from FIRST on, and what tells that it is cut. */
static void add_line(struct strbuf *text, const struct gen_line *line, size_t first, size_t columns)
{
	size_t size = line->length - first;

	if (first)
		columns--;
	if (!fits(line, first, line->length, columns))
		size = visible_fit(line->text + first, size, columns - 1);
	if (first)
		strbuf_adds(text, "…");
	visible_add(text, line->text + first, size);
	if (first + size < line->length)
		strbuf_adds(text, "…");
}

/* Returns the byte that both lines of ROW are shown from; what differs is seen from there on. */
static size_t find_first(const struct gen_row *row, size_t columns)
{
	const struct gen_line *old = row->sides[0], *new = row->sides[1];
	struct gen_range ranges[2];
	size_t first, lead = columns / 3;

	if (row->is_same || !old || !new)
		return 0;
	gen_row_ranges(row, ranges);
	first = ranges[0].start;
	if ((fits(old, 0, old->length, columns) && fits(new, 0, new->length, columns)) ||
	    fits(old, 0, first, columns - lead))
		return 0;
	while (first) {
		size_t before = gen_line_begin(old, first - 1);

		if (!fits(old, before, ranges[0].start, lead))
			break;
		first = before;
	}
	return first;
}

/* ---- rows */

/* Returns the columns that a line has of all that are there. */
static size_t columns_of_line(const struct gen_columns *columns)
{
	return (columns->width > LEAST_WIDTH ? columns->width : LEAST_WIDTH) - INDENT;
}

/* Returns what tells which sides ROW has, and whether they are the same. */
static const char *mark_of(const struct gen_row *row)
{
	if (row->is_same)
		return " ";
	if (!row->sides[1])
		return "<";
	return row->sides[0] ? "|" : ">";
}

static void print_beside(const struct gen_columns *columns, const struct gen_row *row)
{
	size_t width = (columns_of_line(columns) - MIDDLE) / 2, first = find_first(row, width);
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };

	if (row->sides[0])
		add_line(&old, row->sides[0], first, width);
	if (row->sides[1])
		add_line(&new, row->sides[1], first, width);
	if (row->is_same && !old.length)
		print_to(columns->out, "\n");
	else
		print_to(columns->out, "%*s%-*s %s%s%s\n", INDENT, "", (int)width, strbuf_get(&old),
			 mark_of(row), new.length ? " " : "", strbuf_get(&new));
}

/* Prints the line that SIDE has of ROW, if it has one. */
static void print_below(const struct gen_columns *columns, const struct gen_row *row, unsigned side)
{
	size_t width = columns_of_line(columns) - MARK;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	const char *mark = side ? ">" : "<";

	if (!row->sides[side])
		return;
	add_line(&text, row->sides[side], find_first(row, width), width);
	if (row->is_same && !text.length)
		print_to(columns->out, "\n");
	else
		print_to(columns->out, "%*s%s%s%s\n", INDENT, "", row->is_same ? " " : mark,
			 text.length ? " " : "", strbuf_get(&text));
}

/* Prints the rows from FIRST up to END, which are all the same, or all not. */
static void print_run(const struct gen_columns *columns, const struct gen_rows *rows, size_t first,
		      size_t end)
{
	const struct gen_row *items = rows->items.items;
	unsigned nr_sides = items[first].is_same ? 1 : 2;

	for (size_t i = first; i < end && columns->width >= LEAST_WIDE; i++)
		print_beside(columns, &items[i]);
	for (unsigned side = 0; side < nr_sides && columns->width < LEAST_WIDE; side++) {
		for (size_t i = first; i < end; i++)
			print_below(columns, &items[i], side);
	}
}

/* True if the row INDEX is shown unless there are too many. */
static bool is_shown(const struct gen_columns *columns, const struct gen_rows *rows, size_t index)
{
	return rows->items.count <= columns->max_lines || gen_rows_is_near(rows, index);
}

/* Returns where the run of rows ends that begins with FIRST, and has at most MOST rows. */
static size_t end_of_run(const struct gen_columns *columns, const struct gen_rows *rows,
			 size_t first, uint64_t most)
{
	const struct gen_row *items = rows->items.items;
	size_t i = first;

	while (i < rows->items.count && i - first < most && is_shown(columns, rows, i) &&
	       items[i].is_same == items[first].is_same)
		i++;
	return i;
}

static void print_left_out(const struct gen_columns *columns, size_t nr_same)
{
	if (nr_same)
		print_to(columns->out, "%*s(%zu line%s the same)\n", INDENT, "", nr_same,
			 plural_of(nr_same, " that is", "s that are"));
}

/* Says how many lines of NUMBER are not shown. */
static void print_more(const struct gen_columns *columns, size_t number)
{
	if (number > columns->max_lines)
		print_to(columns->out, "%*s(and %zu more line%s, which --diff-lines=%zu shows)\n",
			 INDENT, "", number - (size_t)columns->max_lines,
			 plural(number - columns->max_lines), number);
}

static void print_rows(const struct gen_columns *columns, const struct gen_rows *rows)
{
	size_t nr_wanted = 0, nr_shown = 0, nr_same = 0;

	for (size_t i = 0; i < rows->items.count; i++)
		nr_wanted += is_shown(columns, rows, i);
	for (size_t i = 0, end; i < rows->items.count; i = end) {
		end = i + 1;
		if (!is_shown(columns, rows, i)) {
			nr_same++;
			continue;
		}
		if (nr_shown == columns->max_lines)
			break;
		print_left_out(columns, nr_same);
		nr_same = 0;
		end = end_of_run(columns, rows, i, columns->max_lines - nr_shown);
		print_run(columns, rows, i, end);
		nr_shown += end - i;
	}
	if (nr_wanted <= columns->max_lines)
		print_left_out(columns, nr_same);
	print_more(columns, nr_wanted);
}

/* ---- texts */

/* Says which of two texts has no end of its last line, if the other one has it. */
static void print_ends(const struct gen_columns *columns, const struct strbuf *old,
		       const struct strbuf *new)
{
	bool has_old, has_new;

	if (!old->length || !new->length)
		return;
	has_old = old->data[old->length - 1] == '\n';
	has_new = new->data[new->length - 1] == '\n';
	if (has_old != has_new)
		print_to(columns->out, "%*s(the %s version does not end its last line)\n", INDENT,
			 "", has_old ? "new" : "old");
}

static void print_once(const struct gen_columns *columns, const struct gen_rows *rows)
{
	for (size_t i = 0; i < rows->items.count && i < columns->max_lines; i++) {
		_cleanup_strbuf_ struct strbuf text = { 0 };

		add_line(&text, rows->items.items[i].sides[0], 0, columns_of_line(columns));
		print_to(columns->out, "%*s%s\n", text.length ? INDENT : 0, "", strbuf_get(&text));
	}
	print_more(columns, rows->items.count);
}

void gen_columns_print(const struct gen_columns *columns, const char *name,
		       const struct strbuf *old, const struct strbuf *new)
{
	bool is_same = strbuf_is_same(old, new);
	struct gen_rows rows;

	if (!old->length && !new->length)
		return;
	print_to(columns->out, is_same ? "   %s of both:\n" : "   %s: old, new\n", name);
	gen_rows_init(&rows, old, new);
	if (is_same) {
		print_once(columns, &rows);
	} else {
		print_rows(columns, &rows);
		print_ends(columns, old, new);
	}
	gen_rows_deinit(&rows);
}
