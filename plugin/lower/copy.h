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

bool copies_is_noted(tree decl); /* What has become of the copy DECL is noted. */

/* Notes what has become of the current function, if it is a copy. */
void copies_note(void);

/*
 * Writes what is noted of the copies with mutants to PATH, a line for each: site, alternative, a number of its function,
 * a number that copies of the same code have in common, and 1 if that of the function as it is has the same, else 0.
 */
void copies_tell(const char *path);

#endif
