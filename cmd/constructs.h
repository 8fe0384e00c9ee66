/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which constructs get mutants with this very compiler. The plugin keeps the compiler from folding
 * them by means that depend on how the compiler itself was built.
 */
#ifndef CMD_CONSTRUCTS_H
#define CMD_CONSTRUCTS_H

#include <stdbool.h>

#include "common/strbuf.h"

/*
 * Compiles a sample of each construct with GCC and PLUGIN. True if all of them have their mutants.
 * DETAIL gets their number, or what is lost, or why nothing could be compiled.
 */
bool constructs_check(const char *gcc, const char *plugin, struct strbuf *detail);

#endif
