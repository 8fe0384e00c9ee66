/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two texts beside each other: which lines are opposite to each other. Lines that both texts begin or end with are taken
 * away first; what is between is aligned by a longest common subsequence of lines (Wagner and Fischer, 1974), or line by
 * line if it is long.
 */
#ifndef CMD_GEN_BASE_ROWS_H
#define CMD_GEN_BASE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/strbuf.h"
#include "common/vec.h"

struct gen_line {
	const char *text;
	size_t length; /* bytes, without its end */
	bool has_end;
};

struct gen_row {
	const struct gen_line *sides[2]; /* old and new; NULL: nothing */
	bool is_same;
};

struct gen_rows {
	VEC(struct gen_row) items;

	/* Private. */
	VEC(struct gen_line) lines[2];
};

/* Finds the rows of OLD and NEW, which stay as long as they are used. */
void gen_rows_init(struct gen_rows *rows, const struct strbuf *old, const struct strbuf *new);
void gen_rows_deinit(struct gen_rows *rows);

/* True if the row INDEX is not the same, or at most three rows away from one that is not. */
bool gen_rows_is_near(const struct gen_rows *rows, size_t index);

/* The bytes of a line that its opposite does not have. */
struct gen_range {
	size_t start, end;
};

/*
 * Finds what of the lines of ROW differs: nothing if they are the same, and all of a line without an opposite. Up to its
 * start both are the same; no character is split.
 */
void gen_row_ranges(const struct gen_row *row, struct gen_range ret[2]);

/* Returns INDEX, or where the character of UTF-8 begins that goes on there. */
size_t gen_line_begin(const struct gen_line *line, size_t index);

#endif
