/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No warnings about mutants.  What GCC finds in switched code (a variable that only a mutant
 * leaves unset) is no fault of the project, and would stop a build with -Werror.
 */
#ifndef PLUGIN_BASE_QUIET_H
#define PLUGIN_BASE_QUIET_H

#include "plugin/base/gcc.h"

/* No pass warns about this function from now on. */
void quiet_function(tree fundecl);

/* Once, at the plugin's start. */
void quiet_prepare(const char *base_name);

#endif
