/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a C source: letters, digits and underscores. */
#ifndef CALLER_SOURCE_WORDS_H
#define CALLER_SOURCE_WORDS_H

#include <stdbool.h>

#include "common/strbuf.h"

/* True if C is a part of a word. */
bool source_words_is(char c);
/* Returns where NAME stands in TEXT as a whole word; NULL: it does not. */
const char *source_words_find(const char *text, const char *name);
/* Adds TEXT with NEW in place of each word OLD. */
void source_words_rename(struct strbuf *ret, const char *text, const char *old, const char *new);

#endif
