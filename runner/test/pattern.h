/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches outputs against the regular expressions of tests. */
#ifndef RUNNER_TEST_PATTERN_H
#define RUNNER_TEST_PATTERN_H

#include <stdbool.h>

/*
 * True if TEXT matches the extended regular expression PATTERN; one that can't be compiled matches
 * nothing. The last few compiled patterns are kept.
 */
bool pattern_matches(const char *pattern, const char *text);

#endif
