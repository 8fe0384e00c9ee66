/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Failures: where a test tells that something is not as it should be.  A call that does not come
 * back (but for exit(0), exit(77), which says that a test was skipped, and jumps), that of a function
 * of this unit that never does, or of a framework's that tells a failure; a counter of failures
 * that grows; in main(), a result other than 0.
 */
#ifndef PLUGIN_CHECK_FAILURE_H
#define PLUGIN_CHECK_FAILURE_H

#include "plugin/base/gcc.h"

/*
 * The way out of BB, which ends in a condition, that cannot but come to a failure while the other
 * one may not; NULL: there is none.  Of the current function, after failures_find().
 */
edge failure_way(basic_block bb);

/* Looks through the current function; until the next call. */
void failures_find(void);

#endif
