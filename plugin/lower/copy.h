/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of functions for the compiler to compare (-fplugin-arg-remt-copies=FILE): of each function that asked mutants
 * are in, one as it is, NAME.remt.own, and one for each mutant, NAME.remt.SITE.ALTERNATIVE. `remt equiv` reads what has
 * become of them (equiv/copies.h).
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

bool copies_has(tree decl); /* DECL is a copy. */

bool copies_is_noted(tree decl); /* The copy DECL has its early number. */

/* Numbers the current function, if it is a copy. */
void copies_note(bool is_late);

/* True if the current function is so large that few of its copies are worth all passes. */
bool copies_is_large(void);

/* Of copies with one early number only the first one stays. */
void copies_settle(void);

/*
 * Writes what is noted of the copies with mutants to PATH, a line for each: site, alternative, a number of its function,
 * its early and its late number (0: it has none), and 1 if one of them is that of the function as it is, else 0. Copies
 * that have one of these in common are most probably the same code.
 */
void copies_tell(const char *path);

#endif
