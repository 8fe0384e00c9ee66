/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular expressions of tests, which are looked for in the output of run after run. */
#ifndef RUNNER_TEST_PATTERN_H
#define RUNNER_TEST_PATTERN_H

#include <stdbool.h>

/* True if TEXT matches the extended regular expression PATTERN; one that can't be compiled matches
 * nothing.  The compiled forms of the last few patterns are kept. */
bool pattern_matches(const char *pattern, const char *text);

#endif
