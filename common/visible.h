/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text from outside (names of files, tests and functions, sources, outputs of
 * tests, words of the user) as people may see it in a terminal or a log.
 *
 * What a terminal obeys, what ends a line and what shows text in another order
 * than it has becomes an escape: "\n" "\r" "\t" "\x1b" for control characters
 * and bytes that are no UTF-8, "\u202e" for C1 controls, directional marks,
 * overrides and isolates, and line separators.  Services that run tests take a line that
 * begins with "::", or "##[" anywhere, for a command: there the first character
 * becomes an escape, too.  All else, also "\", stays: the result is to be read,
 * not to be turned back.
 *
 * The place for this is where the text leaves: common/print.h does it.
 */
#ifndef COMMON_VISIBLE_H
#define COMMON_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/strbuf.h"

/* True if CHARACTER (of Unicode) is one that must not be shown as it is. */
bool visible_is_hidden(uint32_t character);

/* True if TEXT begins what services take for a command wherever it stands: "##[". */
bool visible_is_command(const char *text, size_t size);

/* Adds SIZE bytes at TEXT as a part of one line. */
void visible_add(struct strbuf *buffer, const char *text, size_t size);
/* The same of several lines, whose ends and tabs stay. */
void visible_add_lines(struct strbuf *buffer, const char *text, size_t size);

/* True if TEXT stays as it is. */
bool visible_is_plain(const char *text);

/*
 * For what reads it again, with QUOTE around it: the same escapes as in strings of C, also of "\\"
 * and QUOTE, and of bytes in octal digits.
 */
void visible_add_quoted(struct strbuf *buffer, const char *text, char quote);

/* Columns that TEXT takes once it is visible, as far as each character takes one. */
int visible_width(const char *text);

#endif
