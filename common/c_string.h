/* SPDX-License-Identifier: GPL-3.0-or-later */
/* String literals of C, on one line and in ASCII. */
#ifndef COMMON_C_STRING_H
#define COMMON_C_STRING_H

#include <stdbool.h>

#include "common/strbuf.h"

/* Adds SIZE bytes as a literal. */
void c_string_add(struct strbuf *text, const char *bytes, size_t size);

/*
 * Reads the literal that begins at TEXT, which ends with a NUL, and adds its bytes to RET. Returns what is behind it;
 * NULL: it is none, or has what this does not read, such as names of characters and lines that are joined.
 */
const char *c_string_read(const char *text, struct strbuf *ret);

#endif
