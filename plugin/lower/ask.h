/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one function of a unit by which all its helpers ask which alternative a site takes:
 *
 *   remt.ask (site, k, arg):
 *   if (k == REMT_ENTER) {
 *           if (site_on[site] == 0) return REMT_FINAL;
 *           if (site_on[site] != REMT_ASK && (--fuel >= 0 || !hook))
 *                   return site_on[site] == REMT_COUNT ? REMT_FINAL : site_on[site] | REMT_FINAL;
 *   }
 *   return hook(unit, site, k, arg);
 */
#ifndef PLUGIN_LOWER_ASK_H
#define PLUGIN_LOWER_ASK_H

#include "plugin/base/gcc.h"

/* Returns the function, which the first call makes. No function may be current then. */
tree ask_function(void);

void ask_register_roots(const char *plugin_name);

#endif
