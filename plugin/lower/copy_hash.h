/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A number that copies of one function have in common if GCC will most probably make the same code of them: their
 * values, memory and flow are the same, whatever the compiler's numbers, the names of what it has made, the order of
 * operands where that does not matter, and which way a condition is written.
 */
#ifndef PLUGIN_LOWER_COPY_HASH_H
#define PLUGIN_LOWER_COPY_HASH_H

#include "plugin/base/gcc.h"

/* Returns the number of the current function, which is in SSA form. */
unsigned long long copy_hash(void);

#endif
