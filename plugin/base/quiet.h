/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps GCC quiet about mutants. A warning about switched code, such as a variable that only a
 * mutant leaves unset, is no fault of the project and would stop a build with -Werror.
 */
#ifndef PLUGIN_BASE_QUIET_H
#define PLUGIN_BASE_QUIET_H

#include "plugin/base/gcc.h"

/* From now on no pass warns about this function. */
void quiet_function(tree fundecl);

/* Registers the callback; called once, at the plugin's start. */
void quiet_prepare(const char *base_name);

#endif
