/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What test frameworks for C have in common, and how each of them spells it. */
#ifndef CALLER_STYLE_H
#define CALLER_STYLE_H

#include "caller/leaf.h"

enum test_style { STYLE_ASSERT, STYLE_CHECK, STYLE_CMOCKA, STYLE_UNITY, NR_TEST_STYLES };

/* Returns the style that NAME means; NR_TEST_STYLES: none. */
enum test_style style_find(const char *name);
/* The name of STYLE, its header, the Debian package that has it, and what it is linked with. */
const char *style_name(enum test_style style);
const char *style_header(enum test_style style);
const char *style_package(enum test_style style);
const char *style_libs(enum test_style style);

/* Adds what stands before the first test. */
void style_begin(struct strbuf *text, enum test_style style);
/* Adds the head of the test NAME, and its end. */
void style_open(struct strbuf *text, enum test_style style, const char *name);
void style_close(struct strbuf *text, enum test_style style);
/* Adds the line that checks CONDITION. */
void style_check(struct strbuf *text, enum test_style style, const struct condition *condition);
/* Adds main(), which runs the tests NAMES; FUNCTION is what they are about. */
void style_end(struct strbuf *text, enum test_style style, const char *const *names,
	       const char *function);

#endif
