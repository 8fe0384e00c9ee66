/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Symbols: functions, and variables that live as long as the program. Each has a name that stays
 * when lines or the compiler's numbers change.
 */
#ifndef PLUGIN_DESCRIBE_SYMBOLS_H
#define PLUGIN_DESCRIBE_SYMBOLS_H

#include "plugin/base/text.h"

#include "remt/sites.h"

/*
 * Returns the assembler's name of a function or variable. A static variable of a function is
 * "FUNCTION:NAME#N", where N counts the function's earlier variables of that name. Valid until
 * symbols_forget().
 */
const char *symbol_name(tree decl);

/* Returns the row of DECL among the unit's symbols, and adds it if needed. */
unsigned symbol_row(tree decl);

/*
 * Adds and fills the rows of all symbols that other units can see and of all that were mentioned so
 * far, and rows for what their initial values mention. To be called after the last symbol_row() of
 * a function.
 */
void symbols_complete(void);

const vec<remt_symbol> &symbol_rows(void);

/*
 * Hashes of what the linker collects from all units, in the order of the source: constructors and
 * destructors with their priorities, variables in named sections, and variables that must be kept
 * for others. 0: there is nothing. To be called after symbols_complete().
 */
text_hashes symbols_collected(void);

/* To be called before the compiler may collect garbage. */
void symbols_forget(void);

#endif
