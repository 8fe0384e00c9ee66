/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds extents by operator precedence, scanning the tokens to the left and right of an operator.
 * Brackets are skipped as a whole by token.match. A scan that meets a directive fails, unless no
 * operand can continue on the other side of it. Nothing else of C's grammar is parsed: the caller
 * knows from the tree what kind of construct it asks for.
 */
#include "plugin/source/extent.h"

int operator_precedence(const char *text)
{
	static const struct {
		const char *text;
		int prec;
	} table[] = {
		{ "*", 10 }, { "/", 10 }, { "%", 10 }, { "+", 9 },   { "-", 9 },   { "<<", 8 },
		{ ">>", 8 }, { "<", 7 },  { ">", 7 },  { "<=", 7 },  { ">=", 7 },  { "==", 6 },
		{ "!=", 6 }, { "&", 5 },  { "^", 4 },  { "|", 3 },   { "&&", 2 },  { "||", 1 },
		{ "=", 0 },  { "+=", 0 }, { "-=", 0 }, { "*=", 0 },  { "/=", 0 },  { "%=", 0 },
		{ "&=", 0 }, { "|=", 0 }, { "^=", 0 }, { "<<=", 0 }, { ">>=", 0 },
	};

	for (const auto &row : table)
		if (!strcmp(row.text, text))
			return row.prec;
	return -1;
}

static bool word_in(const token &t, const char *const *words)
{
	if (t.kind != TOKEN_WORD)
		return false;
	for (; *words; words++)
		if (token_is(t, *words))
			return true;
	return false;
}

static bool is_boundary_word(const token &t)
{
	static const char *const words[] = {
		"return", "case", "else", "do", "goto", "typedef", NULL
	};

	return word_in(t, words);
}

/* True if an operand can end in this token: an operator behind it is then a binary one. */
static bool ends_operand(const token &t)
{
	if (t.kind == TOKEN_WORD)
		return !is_boundary_word(t) && !token_is(t, "sizeof");
	if (t.kind != TOKEN_PUNCT)
		return true;
	return token_is(t, ")") || token_is(t, "]") || token_is(t, "}") || token_is(t, "++") ||
	       token_is(t, "--");
}

int token_precedence(const source *file, int index)
{
	const token &t = file->tokens[index];
	char text[4];

	if (t.kind != TOKEN_PUNCT || t.length > 3)
		return -1;
	memcpy(text, t.text, t.length);
	text[t.length] = 0;
	if (index == 0 || !ends_operand(file->tokens[index - 1]))
		return -1;
	return operator_precedence(text);
}

static bool is_left_stop(const token &t)
{
	return is_boundary_word(t) ||
	       (t.kind == TOKEN_PUNCT &&
		(token_is(t, "(") || token_is(t, "[") || token_is(t, "{") || token_is(t, ";") ||
		 token_is(t, ",") || token_is(t, "?") || token_is(t, ":")));
}

static bool is_right_stop(const token &t)
{
	return t.directive ||
	       (t.kind == TOKEN_PUNCT &&
		(token_is(t, ")") || token_is(t, "]") || token_is(t, "}") || token_is(t, ";") ||
		 token_is(t, ",") || token_is(t, "?") || token_is(t, ":")));
}

static bool is_header_word(const token &t)
{
	static const char *const words[] = { "if", "while", "for", "switch", NULL };

	return word_in(t, words);
}

/*
 * True if no operand of an operator with precedence PREC continues to the left of the directive at
 * AT.
 */
static bool ends_at_left(source *file, int at, int prec)
{
	while (at >= 0 && file->tokens[at].directive)
		at--;
	if (at < 0)
		return true;
	const token &t = file->tokens[at];
	int p = token_precedence(file, at);

	if (token_is(t, ")"))
		return t.match > 0 && is_header_word(file->tokens[t.match - 1]);
	return is_left_stop(t) || token_is(t, "}") || (p >= 0 && p < prec);
}

/*
 * True if no operand of an operator with precedence PREC continues to the right of the directive at
 * AT.
 */
static bool ends_at_right(source *file, int at, int prec)
{
	int nr = file->tokens.length();

	while (at < nr && file->tokens[at].directive)
		at++;
	if (at == nr)
		return true;
	int p = token_precedence(file, at);

	return is_right_stop(file->tokens[at]) || (p >= 0 && p <= prec);
}

/*
 * Scans left from AT while operators bind at least as tightly as PREC. Returns the first token of
 * the operand, or -1 if the text is not understood.
 */
static int scan_left(source *file, int at, int prec)
{
	for (; at >= 0; at--) {
		const token &t = file->tokens[at];
		int p;

		if (t.directive)
			return ends_at_left(file, at, prec) ? at + 1 : -1;
		if (t.kind == TOKEN_PUNCT &&
		    (token_is(t, ")") || token_is(t, "]") || token_is(t, "}"))) {
			if (t.match < 0)
				return -1;
			if (token_is(t, "}") &&
			    (t.match == 0 || !token_is(file->tokens[t.match - 1], ")")))
				return at + 1;
			at = t.match;
			continue;
		}
		if (is_left_stop(t))
			return at + 1;
		p = token_precedence(file, at);
		if (p >= 0 && p < prec)
			return at + 1;
	}
	return 0;
}

/*
 * Scans right from AT while operators bind more tightly than PREC. Returns the last token of the
 * operand, or -1 if the text is not understood.
 */
static int scan_right(source *file, int at, int prec)
{
	int nr = file->tokens.length(), first = at;

	for (; at < nr; at++) {
		const token &t = file->tokens[at];
		int p;

		if (t.directive)
			return ends_at_right(file, at, prec) ? at - 1 : -1;
		if (t.kind == TOKEN_PUNCT &&
		    (token_is(t, "(") || token_is(t, "[") || token_is(t, "{"))) {
			if (t.match < 0)
				return -1;
			at = t.match;
			continue;
		}
		if (is_right_stop(t))
			return at - 1;
		p = at == first ? -1 : token_precedence(file, at);
		if (p >= 0 && p <= prec)
			return at - 1;
	}
	return -1;
}

bool extent_left(source *file, int op, extent *ret)
{
	int first = scan_left(file, op - 1, token_precedence(file, op));

	if (op == 0 || first < 0 || first > op - 1)
		return false;
	*ret = { file, first, op - 1 };
	return true;
}

bool extent_right(source *file, int op, extent *ret)
{
	int prec = token_precedence(file, op);
	int last = scan_right(file, op + 1, prec == 0 ? -1 : prec);

	if (last < op + 1)
		return false;
	*ret = { file, op + 1, last };
	return true;
}

bool extent_question(source *file, int op, extent *ret)
{
	int first = scan_left(file, op - 1, 1);

	if (op == 0 || first < 0 || first > op - 1)
		return false;
	*ret = { file, first, op - 1 };
	return true;
}

bool extent_after_colon(source *file, int colon, extent *ret)
{
	int last = colon, nr = file->tokens.length();

	/* In a ? b : c ? d : e the last arm is all of c ? d : e. */
	for (int depth = 0; last + 1 < nr; last++) {
		const token &t = file->tokens[last + 1];

		if (t.match > last + 1)
			last = t.match - 1;
		else if (token_is(t, "?"))
			depth++;
		else if (token_is(t, ":") && depth)
			depth--;
		else if (t.directive && !ends_at_right(file, last + 1, 1))
			return false;
		else if (is_right_stop(t))
			break;
	}
	*ret = { file, colon + 1, last };
	return last > colon;
}

/* Returns the innermost opening bracket around AT, or -1. */
static int enclosing_bracket(source *file, int at)
{
	for (at--; at >= 0; at--) {
		const token &t = file->tokens[at];

		if (t.kind != TOKEN_PUNCT || t.directive)
			continue;
		if (token_is(t, ")") || token_is(t, "]") || token_is(t, "}")) {
			if (t.match < 0)
				return -1;
			at = t.match;
		} else if (token_is(t, "(") || token_is(t, "[") || token_is(t, "{")) {
			return at;
		}
	}
	return -1;
}

bool extent_statement(source *file, int at, extent *ret)
{
	int bracket, first, last, nr = file->tokens.length();

	while ((bracket = enclosing_bracket(file, at)) >= 0 &&
	       !token_is(file->tokens[bracket], "{")) {
		if (bracket > 0 && is_header_word(file->tokens[bracket - 1]))
			return false;
		at = bracket;
	}
	if (bracket < 0)
		return false;
	for (first = at; first - 1 > bracket; first--) {
		const token &before = file->tokens[first - 1];

		if (before.directive)
			break;
		if (before.kind == TOKEN_WORD &&
		    (token_is(before, "else") || token_is(before, "do")))
			break;
		if (before.kind != TOKEN_PUNCT)
			continue;
		if (token_is(before, ";") || token_is(before, "}") || token_is(before, ":"))
			break;
		if (token_is(before, ")") || token_is(before, "]")) {
			if (before.match < 0)
				return false;
			if (token_is(before, ")") && before.match > 0 &&
			    is_header_word(file->tokens[before.match - 1]))
				break;
			first = before.match + 1;
		}
	}
	for (last = at; last < nr; last++) {
		const token &t = file->tokens[last];

		if (t.directive)
			return false;
		if (t.kind != TOKEN_PUNCT)
			continue;
		if (token_is(t, ";"))
			break;
		if (token_is(t, "(") || token_is(t, "[") || token_is(t, "{")) {
			if (t.match < 0)
				return false;
			last = t.match;
		} else if (token_is(t, "}") || token_is(t, ")")) {
			return false;
		}
	}
	if (last >= nr)
		return false;
	*ret = { file, first, last };
	return true;
}

/* The middle part of a for header. */
static bool for_condition(source *file, int open, extent *ret)
{
	int semicolons[2], nr = 0;

	for (int at = open + 1; at < file->tokens[open].match; at++) {
		const token &t = file->tokens[at];

		if (t.kind != TOKEN_PUNCT)
			continue;
		if (t.match > at)
			at = t.match;
		else if (token_is(t, ";") && nr < 2)
			semicolons[nr++] = at;
	}
	if (nr < 2 || semicolons[1] - semicolons[0] < 2)
		return false;
	*ret = { file, semicolons[0] + 1, semicolons[1] - 1 };
	return true;
}

bool extent_condition(source *file, int at, extent *ret, int *keyword)
{
	int bracket;

	while ((bracket = enclosing_bracket(file, at)) > 0) {
		const token &before = file->tokens[bracket - 1];

		if (token_is(file->tokens[bracket], "{") || file->tokens[bracket].match < 0)
			return false;
		if (is_header_word(before) && token_is(file->tokens[bracket], "(")) {
			*keyword = bracket - 1;
			if (token_is(before, "for"))
				return for_condition(file, bracket, ret) &&
				       extent_contains(ret, at);
			if (token_is(before, "switch"))
				return false;
			*ret = { file, bracket + 1, file->tokens[bracket].match - 1 };
			return ret->first <= ret->last;
		}
		at = bracket;
	}
	return false;
}

bool extent_argument(source *file, int open, unsigned n, extent *ret)
{
	int first = open + 1, close = file->tokens[open].match;
	unsigned argument = 0;

	for (int at = first; close >= 0 && at <= close; at++) {
		const token &t = file->tokens[at];

		if (t.directive)
			return false;
		if (at == close || (t.kind == TOKEN_PUNCT && token_is(t, ","))) {
			if (argument++ == n) {
				*ret = { file, first, at - 1 };
				return at > first;
			}
			first = at + 1;
		} else if (t.match > at) {
			at = t.match;
		}
	}
	return false;
}

void extent_unwrap(extent *ext)
{
	while (ext->last - ext->first >= 2 && token_is(ext->file->tokens[ext->first], "(") &&
	       ext->file->tokens[ext->first].match == ext->last) {
		ext->first++;
		ext->last--;
	}
}

bool extent_has_operator(const extent *ext, int prec)
{
	for (int at = ext->first; at <= ext->last; at++)
		if (token_precedence(ext->file, at) == prec)
			return true;
	return false;
}

bool extent_has_word(const extent *ext, const char *word)
{
	for (int at = ext->first; at <= ext->last; at++)
		if (ext->file->tokens[at].kind == TOKEN_WORD &&
		    token_is(ext->file->tokens[at], word))
			return true;
	return false;
}

char *extent_text(const extent *ext)
{
	const token &first = ext->file->tokens[ext->first], &last = ext->file->tokens[ext->last];

	/* A directive needs a line of its own. */
	return xasprintf("%s%.*s%s", first.directive ? "\n" : "",
			 (int)(last.text + last.length - first.text), first.text,
			 last.directive ? "\n" : "");
}
