/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The switch of one site in the clone. */
#ifndef PLUGIN_LOWER_SWITCH_H
#define PLUGIN_LOWER_SWITCH_H

#include "site.h"

/* LHS = FIRST CODE SECOND as the compiler would have made it at this point; SECOND may be NULL. */
gimple *lower_operation(tree lhs, enum tree_code code, tree first, tree second);

/*
 * Replaces a mark of a value by
 *
 *   head:  if (site_on) goto slow; else goto normal;
 *   normal: r = original; goto rest;
 *   slow:  r0 = original; v = hook(unit, site, REMT_ENTER, counts);
 *   loop:  switch (v & ~REMT_FINAL) { case i: r = alternative i; … default: r = r0; }
 *          if (v & REMT_FINAL) goto rest;
 *          v = hook(unit, site, v, r != r0); goto loop;
 *   rest:
 */
void switch_value(gimple *stmt, const mark &m, const site &s);

/* The same for a mark of a choice: 0, or what the hook says. */
void switch_select(gimple *stmt, const site &s);

#endif
