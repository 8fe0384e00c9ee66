/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What has a name of its own for the whole run: functions, and variables that live as long as the
 * program. They are told apart by names that don't change where lines, or the compiler's numbers,
 * do.
 */
#ifndef PLUGIN_DESCRIBE_SYMBOLS_H
#define PLUGIN_DESCRIBE_SYMBOLS_H

#include "plugin/base/text.h"

#include "remt/sites.h"

/*
 * The assembler's name of a function or variable; "FUNCTION:NAME#N" of the Nth one that is declared
 * as NAME in a function. Lasts until symbols_forget().
 */
const char *symbol_name(tree decl);

/* Row of DECL among the unit's symbols. */
unsigned symbol_row(tree decl);

/*
 * Rows for all variables that others can see, and for what was mentioned so far, with what their
 * initial values mention. After the last symbol_row() of a function.
 */
void symbols_complete(void);

const vec<remt_symbol> &symbol_rows(void);

/*
 * Hashes of what the linker collects from all units, in the order of the source: constructors and
 * destructors with their priorities, variables in sections of a name, and what must be kept for
 * others to find; 0: there is none. After symbols_complete().
 */
text_hashes symbols_collected(void);

/* Before the compiler may collect garbage. */
void symbols_forget(void);

#endif
