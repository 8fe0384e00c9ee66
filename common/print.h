/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what remt says to people.
 *
 * The formats are those of printf(), except that %s and %c escape text from outside as
 * common/visible.h describes, and count columns, not bytes. The text of the format itself is remt's
 * own and is not escaped. maint/check-words.sh makes sure that nothing else prints, so that no
 * writer can forget to escape. %n, %p, %S and numbered arguments ("%1$s") are not known.
 */
#ifndef COMMON_PRINT_H
#define COMMON_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/strbuf.h"

/* Prints to standard output. */
void print(const char *format, ...) PRINTF_LIKE(1, 2);
void print_to(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);
void print_add(struct strbuf *text, const char *format, ...) PRINTF_LIKE(2, 3);
void print_addv(struct strbuf *text, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* Prints text from outside that has several lines, such as a test's output. */
void print_lines(FILE *out, const char *text, size_t size);

/*
 * Prints bytes as they are: what programs read (patches, compiler flags), and remt's own text that
 * is no format (colours).
 */
void print_exactly(FILE *out, const char *data, size_t size);

#endif
