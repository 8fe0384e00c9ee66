/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors as values: a fallible function returns struct error *, where NULL is success. Below cmd/
 * only report/ and common/print.c print, and nothing ends the process, except when memory runs out
 * (common/xalloc.h). Results come through last parameters such as `ret`, which have no meaning
 * after a failure unless the function says otherwise.
 */
#ifndef COMMON_ERROR_H
#define COMMON_ERROR_H

#include <stddef.h>

#include "common/attr.h"

enum error_code {
	ERROR_USAGE = 2,    /* the command line is wrong */
	ERROR_UNUSABLE = 3, /* build, baseline or input can't be used */
	ERROR_INTERNAL = 4, /* remt or the machine failed */
};

struct error {
	enum error_code code; /* also the exit code of remt */
	char *message;	      /* one line, no final stop */
	/* Lines that explain it, such as the end of a test's output; NULL: none. */
	char *detail;
};

/* Makes an error. Never returns NULL. */
struct error *error_create(enum error_code code, const char *format, ...)
	PRINTF_LIKE(2, 3) RETURNS_NONNULL MUST_CHECK;

/* Makes an error whose message ends in ": " and the text of ERRNUM. */
struct error *error_errno(enum error_code code, int errnum, const char *format, ...)
	PRINTF_LIKE(3, 4) RETURNS_NONNULL MUST_CHECK;

/* Puts "what was being done: " before the message.  Takes and returns ERR; NULL stays NULL. */
struct error *error_wrap(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3) MUST_CHECK;

/* Gives ERR the lines TEXT as its detail, and drops an earlier detail. */
void error_set_detail(struct error *err, const char *text);

/* Frees ERR; NULL is allowed. */
void error_destroy(struct error *err);

#endif
