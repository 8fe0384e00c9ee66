/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors can be reported when there is no memory left: a static error then stands in, which
 * error_destroy() knows.
 */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char no_memory_message[] = "out of memory";
static struct error no_memory = { .code = ERROR_INTERNAL, .message = no_memory_message };

/* Makes an error that owns MESSAGE. */
static struct error *error_from_message(enum error_code code, char *message)
{
	struct error *err = malloc(sizeof(*err));

	if (!err) {
		free(message);
		return &no_memory;
	}
	err->code = code;
	err->message = message;
	err->detail = NULL;
	return err;
}

/* Returns NULL without memory. */
static char *format_message(const char *format, va_list args)
{
	char *message;

	return vasprintf(&message, format, args) < 0 ? NULL : message;
}

struct error *error_create(enum error_code code, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *message = format_message(format, args);
	va_end(args);
	return message ? error_from_message(code, message) : &no_memory;
}

struct error *error_errno(enum error_code code, int errnum, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *what = format_message(format, args);
	va_end(args);
	if (!what)
		return &no_memory;

	char *message;
	int length = asprintf(&message, "%s: %s", what, strerror(errnum));
	free(what);
	return length < 0 ? &no_memory : error_from_message(code, message);
}

struct error *error_wrap(struct error *err, const char *format, ...)
{
	if (!err || err == &no_memory)
		return err;

	va_list args;
	va_start(args, format);
	char *what = format_message(format, args);
	va_end(args);
	char *message;
	if (what && asprintf(&message, "%s: %s", what, err->message) >= 0) {
		free(err->message);
		err->message = message;
	}
	free(what);
	return err;
}

void error_set_detail(struct error *err, const char *text)
{
	if (err == &no_memory)
		return;
	free(err->detail);
	err->detail = strdup(text);
}

void error_destroy(struct error *err)
{
	if (!err || err == &no_memory)
		return;
	free(err->detail);
	free(err->message);
	free(err);
}
