/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of tests: the function, what it is called with, and what comes of that. Of both a test's name has what the fewest other
 * tests of the function have in common with it: "test_clamp_minus_1_returns_0", "test_reset_clears_count".
 */
#ifndef CALLER_CASES_NAME_H
#define CALLER_CASES_NAME_H

#include "caller/cases.h"

/* Names the tests of CASES that are not left out, each another way. */
void cases_name(struct cases *cases);

#endif
