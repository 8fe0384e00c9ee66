/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two texts, as `diff -u` tells it. */
#ifndef CMD_TEXT_DIFF_H
#define CMD_TEXT_DIFF_H

#include "common/attr.h"

/*
 * Returns at most MAX_LINES lines of the difference, with three lines of context and without names;
 * owned by the caller. A last line says how many were left out, if some were. OLD and NEW must
 * differ. If diff can't be run, the text says so.
 */
char *text_diff(const char *old, const char *new, unsigned max_lines) RETURNS_NONNULL MUST_CHECK;

/*
 * Returns what `patch -p1` makes NEW of the file NAME by, whose text is OLD; owned by the caller. NULL: diff can't be run. OLD
 * and NEW must differ.
 */
char *text_diff_patch(const char *name, const char *old, const char *new) MUST_CHECK;

#endif
