/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Canonical text of types and statements: independent of line numbers, SSA
 * numbering, uids, build directory and -O level; dependent on operators,
 * constants, types and the names of what is called.  Temporaries are
 * expanded into trees over user variables.  Marks read as what they stand for.
 * All functions return malloc'ed text.
 */
#ifndef PLUGIN_CANONICAL_H
#define PLUGIN_CANONICAL_H

#include "gcc.h"

char *canonical_type(tree type);
char *canonical_block(basic_block bb);
/* Case values that lead along E. */
char *canonical_case(gswitch *stmt, edge e);

#endif
