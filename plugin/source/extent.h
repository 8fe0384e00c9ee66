/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Extents: how far an operator's operands and a statement reach in the text.
 * Found by precedence over the tokens, so that replacing a range of the
 * source means exactly the operation that the plugin plants.
 */
#ifndef PLUGIN_SOURCE_EXTENT_H
#define PLUGIN_SOURCE_EXTENT_H

#include "plugin/source/source.h"

/* Tokens first … last of one file, both included. */
struct extent {
	source *file;
	int first, last;
};

/* Binary precedence of the token (10 is * and 1 is ||, 0 assignment); -1: no binary operator. */
int token_precedence(const source *file, int index);

/* Precedence of an operator's text alone. */
int operator_precedence(const char *text);

/* Operand to the left and right of the binary operator at OP.  False: the text is not understood. */
bool extent_left(source *file, int op, extent *ret);
bool extent_right(source *file, int op, extent *ret);

/* Condition of a ?: whose `?` is at OP. */
bool extent_question(source *file, int op, extent *ret);

/* Last arm of a ?: whose colon is at COLON. */
bool extent_after_colon(source *file, int colon, extent *ret);

/* Statement that contains the token, up to its semicolon.  False: not a statement of its own (for header …). */
bool extent_statement(source *file, int token, extent *ret);

/* Condition of the if, while, for or do around the token; KEYWORD gets that keyword's token. */
bool extent_condition(source *file, int token, extent *ret, int *keyword);

/* The N-th argument (from 0) of the call whose opening parenthesis is at OPEN. */
bool extent_argument(source *file, int open, unsigned n, extent *ret);

/* Cuts parentheses that enclose the whole extent. */
void extent_unwrap(extent *ext);

/* True if the extent has a binary operator of precedence PREC at any depth. */
bool extent_has_operator(const extent *ext, int prec);

/* True if the token's word stands in the extent. */
bool extent_has_word(const extent *ext, const char *word);

static inline bool extent_contains(const extent *ext, int token)
{
	return token >= ext->first && token <= ext->last;
}

/* Copy of the text from the first token to the last, directives at its ends with the ends of their lines; the caller frees. */
char *extent_text(const extent *ext);

#endif
