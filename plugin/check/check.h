/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks (include/remt/checks.h): conditions with one way that leads to a failure (failure.h), and
 * calls of functions that compare their arguments, such as _assert_int_equal(). While a unit's
 * checks are recorded, their operands are noted and execution continues as if each check held. So a
 * C assert() shows the value that it saw; without that both versions of a program would only abort.
 * (Isomorphic Regression Testing, section 3.5: the outputs to compare are the values that
 * assertions check.)
 */
#ifndef PLUGIN_CHECK_CHECK_H
#define PLUGIN_CHECK_CHECK_H

#include "plugin/base/gcc.h"

/* Notes the checks of the current function. */
void checks_find(void);
/* True if the unit has any check. */
bool checks_any(void);

/*
 * Plants the noted checks of the current function. True: there were some, and the function's SSA
 * form must be updated.
 */
bool checks_plant(void);

#endif
