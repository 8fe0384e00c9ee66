/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks in braces that a C source has at its outer level: functions, tables, types. */
#ifndef CALLER_SOURCE_BLOCKS_H
#define CALLER_SOURCE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/vec.h"

/* Offsets in the text. */
struct source_block {
	char *name; /* of the function, or of what stands for it, such as a test of a macro; NULL: it is no function; owned */
	bool is_simple;	  /* what calls it has nothing to tell it, unless a framework does */
	bool is_macro;	  /* its name is an argument of a macro */
	size_t start;	  /* the line where it begins, with the comment in front */
	size_t open, end; /* the braces */
};

struct source_blocks {
	/*
	 * The text with blanks for comments, literals, directives, and what conditions leave out: of several branches the
	 * longest one stays; owned.
	 */
	char *masked;
	VEC(struct source_block) items;
};

void source_blocks_init(struct source_blocks *blocks, const char *text);
void source_blocks_deinit(struct source_blocks *blocks);

/*
 * Returns what is behind the last #include of TEXT before LIMIT that no condition guards and that is in no braces, or
 * behind the comment that TEXT begins with.
 */
size_t source_blocks_includes_end(const struct source_blocks *blocks, const char *text,
				  size_t limit);

/* Returns what stands behind the # of the line at START, if it is a directive and no part of a comment, or NULL. */
const char *source_blocks_directive(const char *text, const char *masked, size_t start);

/* Returns what LINE includes, if it is such a line; else NULL. The caller frees. *RET_SYSTEM: in angle brackets; NULL: nobody asks. */
char *source_blocks_included(const char *line, bool *ret_system);

#endif
