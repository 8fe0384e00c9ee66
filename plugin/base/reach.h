/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds which functions of the unit can be executed at all. With optimisation GCC drops static
 * functions that nothing refers to. At -O0 it keeps them, and their mutants would exist at -O0
 * only.
 */
#ifndef PLUGIN_BASE_REACH_H
#define PLUGIN_BASE_REACH_H

#include "plugin/base/gcc.h"

/*
 * Adds all symbols to RET that other units can see, and all that these refer to, directly or not.
 */
void reach_find(hash_set<symtab_node *> *ret);

#endif
