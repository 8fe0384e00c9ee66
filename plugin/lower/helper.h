/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Helpers: one cold function of the unit computes the alternatives for all sites with the same
 * operation, types and alternatives.
 *
 *   helper (first, second, site):
 *   entry: v = remt.ask(site, REMT_ENTER, mask);
 *   loop:  switch (v & ~REMT_FINAL) { case i: r = alternative i; ... default: r = original; }
 *          if (v & REMT_FINAL) return r;
 *          v = remt.ask(site, v, r differs from the original); goto loop;
 */
#ifndef PLUGIN_LOWER_HELPER_H
#define PLUGIN_LOWER_HELPER_H

#include "plugin/mark/site.h"

/*
 * Makes the helper of STMT's mark if there is none yet. FUNCTION holds the mark in the source: helpers have its
 * options. No function may be current.
 */
void helper_prepare(gimple *stmt, tree function);

/* Returns the helper of a mark that was prepared. */
tree helper_find(gimple *stmt, tree function);

void helper_register_roots(const char *plugin_name);

#endif
