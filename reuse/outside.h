/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What code without graphs can do to that which has some. */
#ifndef REUSE_OUTSIDE_H
#define REUSE_OUTSIDE_H

#include "reuse/judge.h"

/* A function of the new version that the C library would call from now on; NULL: none. */
const char *outside_find_interposing(const struct judge *judge, const bool *has_new);

/*
 * Of TEST in the old version, whose units are HAS_UNIT. Control may come from outside into
 * functions that libraries call by their names; where there is code without graphs in a program,
 * into all public ones, and at any time.
 */
void outside_find_reach(const struct judge *judge, const struct snapshot_test *test,
			const bool *has_unit, struct reach *ret);

#endif
