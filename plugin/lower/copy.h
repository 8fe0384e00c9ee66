/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of functions for the compiler to compare (-fplugin-arg-remt-copies=FILE): of each function that asked mutants
 * are in, one as it is, NAME.remt.own, and one for each mutant, NAME.remt.SITE.ALTERNATIVE. `remt equiv` looks at what
 * the compiler has made of them (equiv/copies.h).
 */
#ifndef PLUGIN_LOWER_COPY_H
#define PLUGIN_LOWER_COPY_H

#include "plugin/base/gcc.h"

/*
 * Makes the copies of NODE, whose body still has its marks. No function may be current. A mutant of which another
 * function has marks, too, gets none.
 */
void copies_make(cgraph_node *node);

/* Notes which sites NODE has marks of; for all functions, before copies_make(). */
void copies_count(cgraph_node *node);

#endif
