/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources of a project's tests: those in its directories tests, test, t, testsuite and unit-tests. */
#ifndef CMD_GEN_INPUT_TEST_SOURCES_H
#define CMD_GEN_INPUT_TEST_SOURCES_H

#include <stdbool.h>

/* True if the file NAME is a source in C. */
bool gen_test_source_is(const char *name);

/* Calls LOOK with the path of each, up to some thousands, in an order that is the same each time. Links are not followed. */
void gen_test_sources_each(const char *root, void (*look)(void *arg, const char *path), void *arg);

#endif
