/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks (include/remt/checks.h): conditions one way of which leads to a failure (failure.h), and
 * calls of functions that compare what they are given, such as _assert_int_equal().  While the unit
 * is told to, what they look at is recorded, and execution goes on as if they held; so a C
 * assert() shows the value that it saw, where both versions of a program would only abort
 * ("Isomorphic Regression Testing", section 3.5: the outputs that are compared are those that
 * assertions check).
 */
#ifndef PLUGIN_CHECK_CHECK_H
#define PLUGIN_CHECK_CHECK_H

#include "plugin/base/gcc.h"

/* Notes those of the current function. */
void checks_find(void);
/* True if any were found in the unit. */
bool checks_any(void);

/* Plants those that were found in the current function; true: there are some, and the function's SSA
 * form is to be updated. */
bool checks_plant(void);

#endif
