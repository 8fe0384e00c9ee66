/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/xalloc.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/exit.h"

void xalloc_die(void)
{
	static const char text[] = "remt: out of memory\n";
	ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)written;
	_exit(EXIT_INTERNAL);
}

void *xmalloc(size_t size)
{
	void *memory = malloc(size ? size : 1);

	if (!memory)
		xalloc_die();
	return memory;
}

void *xcalloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);

	if (!memory)
		xalloc_die();
	return memory;
}

void *xreallocarray(void *memory, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		xalloc_die();
	return xrealloc(memory, count * size);
}

void *xrealloc(void *memory, size_t size)
{
	memory = realloc(memory, size ? size : 1);
	if (!memory)
		xalloc_die();
	return memory;
}

char *xstrdup(const char *text)
{
	return xmemdup(text, strlen(text) + 1);
}

char *xstrdup_null(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

char *xstrndup(const char *text, size_t size)
{
	size_t length = strnlen(text, size);
	char *copy = xmalloc(length + 1);

	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

void *xmemdup(const void *data, size_t size)
{
	void *copy = xmalloc(size);

	if (size)
		memcpy(copy, data, size);
	return copy;
}

char *xasprintf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = xvasprintf(format, args);
	va_end(args);
	return text;
}

char *xvasprintf(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0)
		xalloc_die();
	return text;
}
