/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/events.h"

#include <stdarg.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

void events_say(const struct events *events, enum event_level level, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	_cleanup_free_ char *text = xvasprintf(format, args);
	va_end(args);
	events->say(events->arg, level, text);
}
