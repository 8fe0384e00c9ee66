/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strings in canonical texts. The exact text has their bytes. The neutral text has marks in place
 * of own directories (origin.h), and nothing in it depends on a directory's length: neither the
 * string's length, nor the size of an array that the string fills, nor an offset into the string,
 * which counts from the end of the directory before it.
 */
#ifndef PLUGIN_DESCRIBE_CANONICAL_STRING_H
#define PLUGIN_DESCRIBE_CANONICAL_STRING_H

#include "plugin/base/text.h"

/* Adds LENGTH bytes, which are characters of WIDTH bytes. */
void canonical_bytes(text_pair *t, const char *bytes, size_t length, unsigned width);

/* Adds the bytes of the STRING_CST. */
void canonical_string(text_pair *t, tree string);

/*
 * Adds TYPE, the type of STRING or of a variable that begins as a copy of STRING. STRING may be any
 * tree, or NULL.
 */
void canonical_string_type(text_pair *t, tree type, tree string);

/*
 * Returns the STRING_CST with an own directory that OP is, or is the address of; NULL: OP is
 * neither.
 */
tree canonical_string_of(tree op);

/*
 * Adds to the neutral text T the position OFFSET in STRING. OFFSET counts characters if IS_INDEX,
 * else bytes.
 */
void canonical_string_place(text *t, tree string, unsigned HOST_WIDE_INT offset, bool is_index);

/* Finds the variables of the current function that begin as copies of strings. */
void canonical_copies_find(void);

/* Returns the string that VARIABLE begins as, or NULL. Valid until canonical_copies_forget(). */
tree canonical_copied(tree variable);

/* To be called before the compiler may collect garbage. */
void canonical_copies_forget(void);

#endif
