/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * String literals as variables (-fplugin-arg-remt-literals): each one has memory of its own, which nothing shares and
 * the compiler knows nothing of, so that other bytes there do what another literal in the source would do.
 * What macros spell or get as arguments stays, as they may use it otherwise, too.
 */
#ifndef PLUGIN_MARK_STRING_LITERAL_H
#define PLUGIN_MARK_STRING_LITERAL_H

#include "plugin/base/gcc.h"

/*
 * Makes variables of the literals of a function and of those nested in it. These stay literals: formats, what
 * macros spell or get, several literals in a row, wide ones, those with a NUL within, and those that are not used by their
 * address.
 */
void string_literals_replace(tree fundecl);

/* Does so in the initial value of a variable that lives as long as the program. */
void string_literals_replace_initial(tree decl);

/* True if DECL is such a variable. Its location is the literal's. */
bool string_literal_is(tree decl);

/* Returns "LINE:COLUMN:FUNCTION:FILE" of such a variable; "" stands for no function. The caller frees it. */
char *string_literal_place(tree decl);

#endif
