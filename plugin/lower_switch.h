/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The switch of one site in the clone. */
#ifndef PLUGIN_LOWER_SWITCH_H
#define PLUGIN_LOWER_SWITCH_H

#include "site.h"

/* LHS = FIRST CODE SECOND as the compiler would have made it at this point; SECOND may be NULL. */
gimple *lower_operation(tree lhs, enum tree_code code, tree first, tree second);

/*
 * Replaces a mark by
 *
 *   head:   if (site_on) goto slow; else goto normal;
 *   normal: r = original; goto rest;
 *   slow:   r = helper(operands, site);
 *   rest:
 *
 * The original of a choice is 0.
 */
void switch_site(gimple *stmt, const mark &m, const site &s);

#endif
