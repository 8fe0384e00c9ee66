/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two texts beside each other, as `diff -y` shows them: the old one on the left, and between both "|" (the lines differ),
 * "<" and ">" (one version alone has the line). Where there is no room for that, old lines ("<") and new ones (">") are
 * one below the other. A line that is too long is cut where "…" stands, so that both show the first place at which they
 * differ. Text is escaped as common/visible.h describes, tabs included.
 */
#ifndef CMD_GEN_BASE_COLUMNS_H
#define CMD_GEN_BASE_COLUMNS_H

#include <stdint.h>
#include <stdio.h>

#include "common/strbuf.h"

struct gen_columns {
	FILE *out;
	size_t width;	    /* columns of a line */
	uint64_t max_lines; /* are shown of each pair of texts */
};

/*
 * Prints what the versions printed by the NAME, nothing if that is nothing. Of long texts that differ those lines are
 * shown that do, and three lines around them; texts that are the same are shown once, from their begin on.
 */
void gen_columns_print(const struct gen_columns *columns, const char *name,
		       const struct strbuf *old, const struct strbuf *new);

#endif
