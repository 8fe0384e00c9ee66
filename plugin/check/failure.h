/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Failures: places where a test tells that something is wrong. These are:
 *
 * - a call that does not return (except jumps, exit(0), and exit(77), which says that a test was
 * skipped);
 * - a call of a function of this unit that can't return;
 * - a call of a test framework's function that tells a failure;
 * - a counter of failures that grows;
 * - a result of main() other than 0 and 77.
 */
#ifndef PLUGIN_CHECK_FAILURE_H
#define PLUGIN_CHECK_FAILURE_H

#include "plugin/base/gcc.h"

/*
 * Returns the edge out of BB, which ends in a condition, that leads to a failure for certain while
 * the other edge may not; NULL: there is none. For the current function, after failures_find().
 */
edge failure_way(basic_block bb);

/* Analyses the current function. The result lasts until the next call. */
void failures_find(void);

#endif
