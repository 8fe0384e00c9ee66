/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The switch of one site in the clone. */
#ifndef PLUGIN_LOWER_LOWER_SWITCH_H
#define PLUGIN_LOWER_LOWER_SWITCH_H

#include "plugin/mark/site.h"

/*
 * Returns LHS = FIRST CODE SECOND in the form that the compiler would have made at this point.
 * SECOND may be NULL.
 */
gimple *lower_operation(tree lhs, enum tree_code code, tree first, tree second);

/*
 * Replaces a mark by
 *
 *   head:   if (site_on) goto slow; else goto normal;
 *   normal: r = original; goto rest;
 *   slow:   r = helper(operands, site);
 *   rest:
 *
 * The original of a choice is 0. FUNCTION holds the mark in the source.
 */
void switch_site_inline(gimple *stmt, const mark &m, const site &s, tree function);

/*
 * Replaces a mark by r = helper(operands, site). The helper tests the site's flag itself: less
 * code, but several times the time while the site is off. Not for loops, nor for bodies that run
 * unmutated.
 */
void switch_site_called(gimple *stmt, const site &s, tree function);

#endif
