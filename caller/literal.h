/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in the words of C, as a person would write them. */
#ifndef CALLER_LITERAL_H
#define CALLER_LITERAL_H

#include "caller/request.h"

/* Returns the number that BLOB has for PIECE, as it is after it was filled. */
int64_t literal_number(const struct entries *entries, const struct program_piece *piece,
		       const unsigned char *blob);
/*
 * Adds what BLOB has for PIECE, which is no pointer. False: C has no constant for it: an infinite number, a part of a
 * union.
 */
bool literal_add_piece(struct strbuf *text, const struct entries *entries,
		       const struct program_piece *piece, const unsigned char *blob);
/* True if BLOB has 0 for PIECE; an enumerator is none. */
bool literal_is_zero(const struct program_piece *piece, const unsigned char *blob);
/* Adds NUMBER as a constant of the peeled TYPE, an integer or enumeration; NULL: a byte. */
void literal_add_number(struct strbuf *text, const struct entry *type, int64_t number);
/* Adds NUMBER as a floating constant of SIZE bytes, 4 or 8; false: it is not finite. */
bool literal_add_float(struct strbuf *text, double number, uint64_t size);
/* Adds SIZE bytes as a string. */
void literal_add_string(struct strbuf *text, const char *bytes, size_t size);

/* True if TYPE, which is peeled, is a floating type with constants: float or double. */
bool literal_is_float(const struct entry *type);
/* True if the peeled TYPE is char, whose values may stand for text. */
bool literal_is_text(const struct entry *type);
/* True if numbers of the peeled TYPE can be negative. */
bool literal_is_signed(const struct entry *type);

#endif
