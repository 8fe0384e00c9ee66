/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strings in canonical texts. The exact text has their bytes. In the neutral one own directories
 * (origin.h) are marks, whatever they are called, and nothing that follows from their length
 * counts: not the string's, not the size of an array that it fills, and of a place in the string
 * only how far it lies behind the directory.
 */
#ifndef PLUGIN_DESCRIBE_CANONICAL_STRING_H
#define PLUGIN_DESCRIBE_CANONICAL_STRING_H

#include "plugin/base/text.h"

/* Adds LENGTH bytes, which are characters of WIDTH bytes. */
void canonical_bytes(text_pair *t, const char *bytes, size_t length, unsigned width);

/* Adds the STRING_CST: bytes alone. */
void canonical_string(text_pair *t, tree string);

/* Adds TYPE, that of STRING or of something that begins as a copy of it; STRING may be anything. */
void canonical_string_type(text_pair *t, tree type, tree string);

/* The STRING_CST with an own directory that OP is, or is the address of; NULL: it is neither. */
tree canonical_string_of(tree op);

/* Adds where in STRING the place OFFSET lies, which counts characters (IS_INDEX) or bytes, as the
 * neutral text has it. */
void canonical_string_place(text *t, tree string, unsigned HOST_WIDE_INT offset, bool is_index);

/* Looks for what begins as a copy of a string among the variables of the current function. */
void canonical_copies_find(void);

/* The string that the local VARIABLE begins as; NULL. Until canonical_copies_forget(). */
tree canonical_copied(tree variable);

/* Before the compiler may collect garbage. */
void canonical_copies_forget(void);

#endif
