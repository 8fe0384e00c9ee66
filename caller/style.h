/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What test frameworks for C have in common, and how each of them spells it. */
#ifndef CALLER_STYLE_H
#define CALLER_STYLE_H

#include "caller/cases.h"

/* Adds what stands before the first test. */
void style_begin(struct strbuf *text, enum test_style style);
/* Adds the head of the test NAME, and its end. */
void style_open(struct strbuf *text, enum test_style style, const char *name);
void style_close(struct strbuf *text, enum test_style style);
/* Adds the line that checks CONDITION. */
void style_check(struct strbuf *text, enum test_style style,
		       const struct condition *condition);
/* Adds main(), which runs the tests NAMES; FUNCTION is what they are about. */
void style_end(struct strbuf *text, enum test_style style, const char *const *names,
		     const char *function);

#endif
