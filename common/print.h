/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What remt says to people.
 *
 * The formats are those of printf(), but that %s and %c give text from outside
 * as common/visible.h describes, and count columns, not bytes; what the format
 * itself has is remt's own, and stays.  maint/check-words.sh sees to it that
 * nothing else prints: a writer can't forget to escape.  %n, %p, %S and numbers
 * of arguments ("%1$s") are not known.
 */
#ifndef COMMON_PRINT_H
#define COMMON_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/strbuf.h"

/* To standard output. */
void print(const char *format, ...) PRINTF_LIKE(1, 2);
void print_to(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);
void print_add(struct strbuf *text, const char *format, ...) PRINTF_LIKE(2, 3);
void print_addv(struct strbuf *text, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* Text from outside that has several lines, such as what a test prints. */
void print_lines(FILE *out, const char *text, size_t size);

/*
 * Bytes as they are: for what only programs read (patches, flags of compilers),
 * and for what is remt's own and yet no part of a format (colours).
 */
void print_exactly(FILE *out, const char *data, size_t size);

#endif
