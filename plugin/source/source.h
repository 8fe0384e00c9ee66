/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source file as text and tokens.
 *
 * GCC has folded its trees before a plugin sees them. What the programmer wrote is therefore read
 * from the file: the token at a location's caret, and how far its operands reach. Tokens are those
 * of C before preprocessing.
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
	const char *text; /* points into source.text */
	unsigned length;
	/* from 1; end_line and end_column are one past the token */
	unsigned line, column, end_line, end_column;
	int match; /* index of the matching bracket, or -1 */
	/* the token is part of a preprocessor directive */
	bool directive;
};

struct source {
	char *path; /* the path as GCC names it */
	char *text;
	size_t size;
	unsigned long long hash; /* XXH64 of the file's bytes; 0: the file can't be read */
	vec<token> tokens;
	vec<unsigned> line_start;     /* offset of each line's first character */
	vec<unsigned char> line_mute; /* per line; bit 0: no mutants on this line (remt-ignore) */
	/* position in the site table's list of files; -1: not in it */
	int index;
	/* the file has trigraphs, or what looks like one in a language without them */
	bool has_trigraphs;
	bool is_told;
};

/* The token where a location is spelled. */
struct place {
	source *file;
	int token; /* index in file->tokens */
};

/*
 * Returns the kind of the token that begins at TEXT, where neither white space nor a comment may
 * stand. STOP gets its end, at most END.
 */
enum token_kind token_scan(const char *text, const char *end, const char **stop);

/* Returns AT, or where the text goes on behind line ends that are escaped at AT. */
const char *source_skip_joints(const source *file, const char *at);

/*
 * Returns the file at PATH, read once. NULL: it can't be read, or has trigraphs; a note says so
 * once.
 */
source *source_get(const char *path);

/*
 * As source_get(), but a file that can't be read, such as one that a #line directive names, has no
 * text and hash 0.
 */
source *source_note(const char *path);

/* XXH64 of LINE without white space at its ends. */
unsigned long long source_line_hash(const source *file, unsigned line);

/*
 * Finds the token where LOC is spelled; a macro argument is spelled where it is written. False: in
 * no file.
 */
bool place_find(location_t loc, place *ret);

static inline const token &place_token(const place &at)
{
	return at.file->tokens[at.token];
}

/* True if a comment of the user mutes the place's line. */
static inline bool place_is_muted(const place &at)
{
	return at.file->line_mute[place_token(at).line - 1] & 1;
}

/* Returns another spelling of the token TEXT (a digraph), or NULL. */
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
