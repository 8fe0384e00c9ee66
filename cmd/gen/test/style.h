/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The style of a project's tests, by what they include. */
#ifndef CMD_GEN_TEST_STYLE_H
#define CMD_GEN_TEST_STYLE_H

#include "caller/entries.h"
#include "caller/style.h"

/*
 * Returns the style that most test sources of a project have: those in its directories tests, test, t, testsuite and
 * unit-tests, and the sources of the program ENTRIES. A framework comes before assert(). ROOT is the project's directory.
 * *RET_WHERE: a source of that style, which the caller frees; NULL: none was found, and assert is returned.
 */
enum test_style gen_style_find(const char *root, const struct entries *entries, char **ret_where);

/* Returns the style of the source PATH, by what it includes: that of a framework, or assert. */
enum test_style gen_style_of(const char *path);

#endif
