/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit's control block (include/remt/unit.h) as a static variable of the translation unit. */
#ifndef PLUGIN_LOWER_UNIT_H
#define PLUGIN_LOWER_UNIT_H

#include "plugin/base/gcc.h"

/* Makes the variable; flag bytes are 0. */
void unit_create(unsigned long long uid, unsigned nr_functions, unsigned nr_sites);
/* Has GCC's garbage collector keep what this module makes; once, when the plugin is loaded. */
void unit_register_roots(const char *plugin_name);

/* Return places, each ready for one side of an assignment; after unit_create(). */
tree unit_function_flag(unsigned number);
tree unit_site_flag(unsigned number);
tree unit_site_flag_at(tree pointer); /* POINTER: unit_address() plus the site's number, in bytes */
tree unit_fuel(void);
tree unit_hook(void); /* pointer to unsigned (void *, unsigned, unsigned, unsigned) */
/* pointer to unsigned (void *, unsigned, const char *, const char *, unsigned, ...) */
tree unit_check(void);
tree unit_shift(void); /* pointer to unsigned long long (unsigned long long, unsigned) */
tree unit_enter(void); /* pointer to void (void *, unsigned) */

/* Returns the address of the control block, which is no place. */
tree unit_address(void);

#endif
