/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the functions of the IR share: strings, types and symbols, each written once. */
#ifndef PLUGIN_IR_ENTITY_H
#define PLUGIN_IR_ENTITY_H

#include "plugin/ir/stream.h"

/* Returns the index of the string with these bytes, and adds it if needed. */
unsigned entity_string(const char *bytes, size_t length);

/* Returns the index of TEXT; NULL counts as "". */
unsigned entity_text(const char *text);

/* Returns the index of the literal's bytes, as many as its type has. */
unsigned entity_literal(tree string_cst);

/* Returns the index of TYPE, and adds it if needed. */
unsigned entity_type(tree type);

/* Returns the index of a function, or of a variable that lives as long as the program. */
unsigned entity_symbol(tree decl);

/* All symbols that were added, in the order of their indices. */
const vec<tree> &entity_symbols(void);

/* Writes strings, types and symbols. */
void entities_write(stream *out);

/* Drops everything. To be called before the compiler may collect garbage. */
void entities_forget(void);

#endif
