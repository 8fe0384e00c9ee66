/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words that inputs may be made of: what the caller's inputs consist of, what changed code asks for, and numbers
 * that programs are often wrong about. Fuzzers call them a dictionary (Zalewski, American Fuzzy Lop, technical
 * whitepaper, section 6).
 */
#ifndef PATHS_WORDS_H
#define PATHS_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"

enum words_kind {
	WORDS_ASKED,   /* texts of changed blocks, and those that one version alone has */
	WORDS_CHANGED, /* constants of changed blocks */
	WORDS_NEAR,    /* constants of functions that have some */
	WORDS_GIVEN,   /* tokens of the caller's inputs */
	WORDS_LINES,   /* lines of them, with their ends */
	WORDS_PROGRAM, /* texts of the program */
	WORDS_NUMBERS, /* every dictionary has them */
};
#define WORDS_NR_KINDS (WORDS_NUMBERS + 1)

/* It is the dictionary's. */
struct word {
	const char *bytes;
	size_t size;
};

struct words;

struct words *words_create(void) RETURNS_NONNULL MUST_CHECK;

/* Adds a copy of the SIZE bytes at BYTES, unless it is empty, too long or known, or there are too many. */
void words_add(struct words *words, enum words_kind kind, const char *bytes, size_t size);

/* Adds a constant: as a byte, and as a decimal number with its neighbours. */
void words_add_number(struct words *words, enum words_kind kind, int64_t number);

/* Adds the tokens and lines of a text, and the whole of it; pieces of it can be had, too, unless there are too many. */
void words_add_text(struct words *words, const char *bytes, size_t size);

/* A text to add; borrowed. */
struct words_text {
	const char *bytes;
	size_t size;
	size_t at; /* how much of it was added; 0 to begin with */
};

/*
 * The same for all TEXTS, each once: some kilobytes of each in turn, so that a large one does not take the room of
 * others.
 */
void words_add_texts(struct words *words, struct words_text *texts, size_t number);

/* Returns one of KIND by chance; size 0: there is none. */
struct word words_pick(const struct words *words, enum words_kind kind, uint64_t *state);

/* Returns 1 to LIMIT tokens that follow each other in a text that was added, by chance; size 0: there is none. */
struct word words_pick_piece(const struct words *words, size_t limit, uint64_t *state);

/*
 * Likewise, of the tokens behind one that is equal to BEFORE, and behind the blanks that follow it; the first such
 * token from a random one on.
 */
struct word words_pick_behind(const struct words *words, struct word before, size_t limit,
			      uint64_t *state);

/* Returns 1 to LIMIT lines that follow each other in a text that was added, by their shapes (paths/line_shapes.h); size 0: none. */
struct word words_pick_lines(const struct words *words, size_t limit, uint64_t *state);

/* Returns tokens as words_pick_piece() from an opening bracket, or a word before it, to its closing one; size 0: none was found. */
struct word words_pick_nested(const struct words *words, uint64_t *state);

/* NULL is ignored. */
void words_destroy(struct words *words);

#endif
