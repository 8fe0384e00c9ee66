/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether one blob means the same for a function in two versions of a program, and what is printed of them can be compared:
 * parameters, the result and all that they lead to have the same parts in the same order. Offsets and sizes of structures
 * may differ, since each harness is compiled with the types of its own version. Members of structures that one version alone
 * has, or has otherwise, can be left out of both: they stay 0, and are not printed.
 */
#ifndef CALLER_LAYOUT_H
#define CALLER_LAYOUT_H

#include "caller/entries.h"

/*
 * Returns why it does not; NULL: it does. By version: all entries, and the function. The caller frees. Takes the members that
 * have to be left out from the entries, for all functions, and adds their names to RET_LEFT, "structure.member"; NULL: none
 * may be.
 */
char *layout_compare(struct entries *const entries[2], const struct entry *const functions[2],
		     char ***ret_left);
/*
 * Returns the names of global variables of the functions' units that are to be left alone: one version alone has them, or has
 * them otherwise, or they lead to functions. The caller frees.
 */
char **layout_globals(const struct entries *const entries[2],
		      const struct entry *const functions[2]);

#endif
