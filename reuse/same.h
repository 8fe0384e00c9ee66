/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares all that a test depends on beside instrumented code. */
#ifndef REUSE_SAME_H
#define REUSE_SAME_H

#include "common/attr.h"
#include "reuse/snapshot.h"

/* INPUTS: NULL: files are not looked at.  Why the verdicts of OLD say nothing of NEW, owned by the
 * caller; NULL: nothing speaks against it.
 */
char *same_test(const struct snapshot_test *old, const struct snapshot_test *new,
		struct inputs *inputs) MUST_CHECK;

#endif
