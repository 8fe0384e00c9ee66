/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions of the unit can be executed at all.  When it optimises, GCC drops static ones that nothing refers
 * to; without, it keeps them, and their mutants would be there at -O0 only.
 */
#ifndef PLUGIN_BASE_REACH_H
#define PLUGIN_BASE_REACH_H

#include "plugin/base/gcc.h"

/* Everything that what other units see refers to, directly or not. */
void reach_find(hash_set<symtab_node *> *ret);

#endif
