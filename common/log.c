/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/log.h"

#include <stdarg.h>
#include <stdio.h>

int log_level;

void log_message(int level, const char *format, ...)
{
	if (log_level < level)
		return;

	va_list args;
	va_start(args, format);
	flockfile(stderr);
	fputs("remt: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	funlockfile(stderr);
	va_end(args);
}
