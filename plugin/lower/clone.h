/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The switched copy of a function, and the test at the entry of the plain one. */
#ifndef PLUGIN_LOWER_CLONE_H
#define PLUGIN_LOWER_CLONE_H

#include "plugin/base/gcc.h"

/* True if GCC can copy the function. */
bool clone_can_copy(cgraph_node *node);

/* True if the function may have a clone; if not, its switches go into its body. */
bool clone_is_possible(cgraph_node *node);

/* Copies the current state of NODE's body into `NAME.remt`; NULL: GCC refused. */
cgraph_node *clone_create(cgraph_node *node);

/* Puts `if (function_on) return clone(arguments);` at the current function's entry. */
void clone_add_entry_test(cgraph_node *clone, unsigned number);

/* True if a note of its entry would not make the current function, of NODE, slow. */
bool clone_is_noted(cgraph_node *node);

/*
 * Puts the test of REMT_NOTED at the current function's entry. ORIGINAL is the function whose clone
 * is current, to which control goes back if no site is on; NULL: the current function is no clone.
 */
void clone_add_note(cgraph_node *original, unsigned number);

#endif
