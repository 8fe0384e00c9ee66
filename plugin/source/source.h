/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source file as text and tokens.
 *
 * GCC's trees are folded before a plugin sees them, so what the programmer
 * wrote is read from the file itself: the token at a location's caret, and
 * how far its operands reach.  Tokens are those of C, before preprocessing.
 */
#ifndef PLUGIN_SOURCE_SOURCE_H
#define PLUGIN_SOURCE_SOURCE_H

#include "plugin/base/gcc.h"

enum token_kind {
	TOKEN_WORD, /* identifier or keyword */
	TOKEN_NUMBER,
	TOKEN_CHAR,   /* 'x' */
	TOKEN_STRING, /* "x" */
	TOKEN_PUNCT,
};

struct token {
	enum token_kind kind;
	const char *text; /* into source.text */
	unsigned length;
	unsigned line, column, end_line, end_column; /* end: one past */
	int match;				     /* index of the matching bracket; -1 */
	bool directive;				     /* part of a preprocessor directive */
};

struct source {
	char *path; /* as GCC names it */
	char *text;
	size_t size;
	unsigned long long hash; /* XXH64 of the bytes */
	vec<token> tokens;
	vec<unsigned> line_start;     /* offset of each line */
	vec<unsigned char> line_mute; /* bit 0: no mutants on this line (remt-ignore) */
	int index;		      /* position in the table of files */
	bool has_trigraphs;	      /* or, in a language without them, what looks like one */
	bool is_told;
};

/* Where a location is spelled. */
struct place {
	source *file;
	int token; /* index in file->tokens */
};

/* Kind of the token that begins at TEXT, which is no white space and no comment; STOP gets where it ends, END at most. */
enum token_kind token_scan(const char *text, const char *end, const char **stop);

/* Behind the ends of lines that a backslash at AT joins. */
const char *source_skip_joints(const source *file, const char *at);

/* The file at PATH, read once; NULL if it can't be read, or has trigraphs, which is told once. */
source *source_get(const char *path);

/* The same, but a file that can't be read (a #line directive may name one) has no text, and hash 0. */
source *source_note(const char *path);

/* XXH64 of LINE without white space at its ends. */
unsigned long long source_line_hash(const source *file, unsigned line);

/* Token where LOC is spelled (a macro argument is spelled where it is written).  False: nowhere in a file. */
bool place_find(location_t loc, place *ret);

static inline const token &place_token(const place &at)
{
	return at.file->tokens[at.token];
}

/* True if the user wants no mutants on the line. */
static inline bool place_is_muted(const place &at)
{
	return at.file->line_mute[place_token(at).line - 1] & 1;
}

/* Another spelling of the token TEXT in C; NULL: there is none. */
static inline const char *token_digraph(const char *text)
{
	static const char *const digraphs[][2] = {
		{ "[", "<:" }, { "]", ":>" }, { "{", "<%" }, { "}", "%>" }, { "#", "%:" }
	};

	for (const auto &row : digraphs)
		if (!strcmp(row[0], text))
			return row[1];
	return NULL;
}

static inline bool token_is(const token &t, const char *text)
{
	const char *other = t.length == 2 && !text[1] ? token_digraph(text) : NULL;

	return (strlen(text) == t.length && !memcmp(t.text, text, t.length)) ||
	       (other && !memcmp(t.text, other, 2));
}

#endif
