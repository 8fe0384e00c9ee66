/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocation that never fails: when memory runs out, one line goes to descriptor 2, and the program
 * ends with EXIT_INTERNAL. The caller frees every result with free().
 */
#ifndef COMMON_XALLOC_H
#define COMMON_XALLOC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include "common/attr.h"

void *xmalloc(size_t size) __attribute__((malloc, alloc_size(1))) RETURNS_NONNULL MUST_CHECK;
void *xcalloc(size_t count, size_t size)
	__attribute__((malloc, alloc_size(1, 2))) RETURNS_NONNULL MUST_CHECK;

/* Resizes MEMORY to COUNT elements of SIZE bytes. A product that overflows counts as no memory. */
void *xreallocarray(void *memory, size_t count, size_t size) RETURNS_NONNULL MUST_CHECK;
void *xrealloc(void *memory, size_t size) RETURNS_NONNULL MUST_CHECK;

/* Copies TEXT; xstrdup_null() returns NULL for NULL. */
char *xstrdup(const char *text) RETURNS_NONNULL MUST_CHECK;
char *xstrdup_null(const char *text) MUST_CHECK;
/* Copies at most SIZE bytes of TEXT and adds a NUL. */
char *xstrndup(const char *text, size_t size) RETURNS_NONNULL MUST_CHECK;
void *xmemdup(const void *data, size_t size) RETURNS_NONNULL MUST_CHECK;

char *xasprintf(const char *format, ...) PRINTF_LIKE(1, 2) RETURNS_NONNULL MUST_CHECK;
char *xvasprintf(const char *format, va_list args) PRINTF_LIKE(1, 0) RETURNS_NONNULL MUST_CHECK;

/* Ends the program as the functions above do when memory runs out. */
_Noreturn void xalloc_die(void);

#endif
