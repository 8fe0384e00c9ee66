/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text from outside (names of files, tests and functions, sources, outputs of tests, words of the
 * user) as people may see it in a terminal or a log.
 *
 * Escapes replace what a terminal obeys, what ends a line, and what changes the direction of text:
 * "\n" "\r" "\t" "\x1b" for control characters and bytes that are no UTF-8, "\u202e" for C1
 * controls, directional marks, overrides and isolates, and line separators. CI services obey a line
 * that begins with "::", also after blanks, and "##[" or "##word[" anywhere in a line: there the
 * first character is escaped, too. Everything else stays, also "\": the result is for reading and
 * can't be turned back.
 *
 * Text is escaped when it is printed, by common/print.h.
 */
#ifndef COMMON_VISIBLE_H
#define COMMON_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/strbuf.h"

/* True if CHARACTER (of Unicode) must not be shown as it is. */
bool visible_is_hidden(uint32_t character);

/*
 * True if TEXT begins with a command that CI services obey anywhere in a line: "##[" or "##word[".
 */
bool visible_is_command(const char *text, size_t size);

/* Adds SIZE bytes at TEXT as a part of one line. */
void visible_add(struct strbuf *buffer, const char *text, size_t size);
/* Adds several lines; their ends and tabs stay. */
void visible_add_lines(struct strbuf *buffer, const char *text, size_t size);

/* True if TEXT stays as it is. */
bool visible_is_plain(const char *text);
/* True if SIZE bytes at TEXT are UTF-8 without what is hidden, except the characters KEPT. */
bool visible_is_text(const char *text, size_t size, const char *kept);

/*
 * Adds TEXT between two QUOTE as a string of C, for a program that reads it again: \n \r \t, a
 * backslash before \ and QUOTE, octal digits for each byte of hidden characters and of invalid
 * UTF-8.
 */
void visible_add_quoted(struct strbuf *buffer, const char *text, char quote);

/* Returns the columns that TEXT takes after escaping, if each character takes one. */
int visible_width(const char *text);
/*
 * Returns how many of the SIZE bytes at TEXT, which begin a part of one line and are whole characters, take at most so
 * many COLUMNS, likewise.
 */
size_t visible_fit(const char *text, size_t size, size_t columns);

#endif
