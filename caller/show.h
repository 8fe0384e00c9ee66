/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a harness that prints values. No address is printed. */
#ifndef CALLER_SHOW_H
#define CALLER_SHOW_H

#include "caller/writer.h"

/* Returns the name of the function that prints one value of TYPE, and writes that; the caller frees. */
char *show_function(struct writer *writer, const struct entry *type);
/*
 * Writes to TEXT what prints EXPRESSION, of the type of ENTRY, to the end of the line. LEVEL is the
 * number of tabs, LOOPS how many loops it is in.
 */
void show_value(struct writer *writer, struct strbuf *text, const struct entry *entry,
		const char *expression, unsigned level, unsigned loops);

#endif
