/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_LOWER_INLINE_H
#define PLUGIN_LOWER_INLINE_H

#include "plugin/base/gcc.h"

/*
 * Makes the inline definition that NODE is (C11, 6.7.4 p. 7: of external linkage, without `extern`) a function of this
 * unit. Which definition a call takes is left open there; GCC inlines all calls of a small one, so that many programs
 * have no external definition. The calls in clones are cold, and would need it.
 */
void inline_definition_keep(cgraph_node *node);

#endif
