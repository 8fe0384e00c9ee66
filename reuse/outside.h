/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what code without graphs can do to code with graphs. */
#ifndef REUSE_OUTSIDE_H
#define REUSE_OUTSIDE_H

#include "reuse/judge.h"

/*
 * Returns the name of a function of the new version that libraries would call from now on, as it
 * has the name of a known library function; NULL if there is none. HAS_NEW tells, by new unit,
 * whether the test loads it.
 */
const char *outside_find_interposing(const struct judge *judge, const bool *has_new);

/*
 * Finds what TEST can reach in the old version; HAS_UNIT tells, by old unit, whether the test loads
 * it. Control may come from outside into functions that libraries call by their names. If a program
 * has code without graphs, control may come into all public functions, and at any time.
 */
void outside_find_reach(const struct judge *judge, const struct stored_test *test,
			const bool *has_unit, struct reach *ret);

#endif
