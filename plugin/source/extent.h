/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Extents: the tokens of an operator's operand, a condition, an argument or a statement. They are
 * found by operator precedence, so that a replacement of the text means exactly the operation that
 * the plugin plants.
 */
#ifndef PLUGIN_SOURCE_EXTENT_H
#define PLUGIN_SOURCE_EXTENT_H

#include "plugin/source/source.h"

/* Tokens first … last of one file, both included. */
struct extent {
	source *file;
	int first, last;
};

/*
 * Returns the precedence of the binary operator at INDEX (10 is *, 1 is ||, 0 assignment), or -1 if
 * the token is no binary operator.
 */
int token_precedence(const source *file, int index);

/* Returns the precedence of an operator given as text. */
int operator_precedence(const char *text);

/*
 * The operand to the left, or right, of the binary operator at OP. False: the text is not
 * understood.
 */
bool extent_left(source *file, int op, extent *ret);
bool extent_right(source *file, int op, extent *ret);

/* The condition of a ?: whose `?` is at OP. */
bool extent_question(source *file, int op, extent *ret);

/* The last arm of a ?: whose colon is at COLON. */
bool extent_after_colon(source *file, int colon, extent *ret);

/*
 * The statement that contains TOKEN, with its semicolon. False: TOKEN is in no statement of its
 * own, but in a for header, say.
 */
bool extent_statement(source *file, int token, extent *ret);

/*
 * The condition of the if, while, for or do around TOKEN. KEYWORD gets the index of that keyword.
 */
bool extent_condition(source *file, int token, extent *ret, int *keyword);

/* The argument N (from 0) of the call whose opening parenthesis is at OPEN. */
bool extent_argument(source *file, int open, unsigned n, extent *ret);

/* Cuts off parentheses that enclose the whole extent. */
void extent_unwrap(extent *ext);

/* True if the extent has a binary operator of precedence PREC at any depth of brackets. */
bool extent_has_operator(const extent *ext, int prec);

/* True if WORD is a token of the extent. */
bool extent_has_word(const extent *ext, const char *word);

static inline bool extent_contains(const extent *ext, int token)
{
	return token >= ext->first && token <= ext->last;
}

/*
 * Copies the text from the first token to the last; a directive at either end keeps its line end.
 * The caller frees.
 */
char *extent_text(const extent *ext);

#endif
