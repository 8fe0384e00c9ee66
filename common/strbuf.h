/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A string that grows. A struct of zero bytes is a valid empty one:
 *
 * 	_cleanup_strbuf_ struct strbuf text = { 0 };
 * 	strbuf_addf(&text, "%d", n);
 * 	return strbuf_take(&text);
 */
#ifndef COMMON_STRBUF_H
#define COMMON_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/cleanup.h"

struct strbuf {
	char *data;    /* `length` bytes and a NUL; NULL: nothing was added yet */
	size_t length; /* without the NUL */
	size_t capacity;
};

void strbuf_deinit(struct strbuf *buffer);
#define _cleanup_strbuf_ _cleanup_(strbuf_deinit)

/* Returns the text, never NULL; valid until the next change. */
const char *strbuf_get(const struct strbuf *buffer) RETURNS_NONNULL;
/* True if both hold the same bytes. */
bool strbuf_is_same(const struct strbuf *a, const struct strbuf *b);
/* Returns the text, never NULL, which the caller frees; BUFFER becomes empty. */
char *strbuf_take(struct strbuf *buffer) RETURNS_NONNULL MUST_CHECK;

/* Makes room for MORE bytes beyond `length` and the NUL. */
void strbuf_reserve(struct strbuf *buffer, size_t more);
/* Cuts to LENGTH bytes, which is at most the present length. */
void strbuf_truncate(struct strbuf *buffer, size_t length);
void strbuf_add(struct strbuf *buffer, const void *data, size_t size);
void strbuf_adds(struct strbuf *buffer, const char *text);
void strbuf_addc(struct strbuf *buffer, char c);
void strbuf_addf(struct strbuf *buffer, const char *format, ...) PRINTF_LIKE(2, 3);
void strbuf_addvf(struct strbuf *buffer, const char *format, va_list args) PRINTF_LIKE(2, 0);

#endif
