/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans of time as people write them: "2d", "1h30m", "45s". */
#ifndef SPAN_H
#define SPAN_H

#include <stddef.h>

/*
 * Reads TEXT, numbers with the units d, h, m, s, each at most once and in this
 * order.  Returns 0 and sets *seconds, or -1 if TEXT is no span.
 */
int span_parse(const char *text, long *seconds);

/*
 * Writes SECONDS (not negative) in the same form, without units that are zero; nothing at all
 * is "0s".  Returns the length, or -1 if SIZE is too small.
 */
int span_format(long seconds, char *buffer, size_t size);

#endif
