/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which line of the source an instruction comes from, by DWARF. */
#ifndef REWRITER_LINES_H
#define REWRITER_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct lines;

struct line {
	const char *file; /* as the compiler was told it, absolute in the end; borrowed from the
			     lines */
	uint32_t number, column; /* column 0: not known */
	bool is_statement;	 /* where a debugger would stop (DWARF 5, section 6.2.2: is_stmt) */
};

/* A call whose function was inlined there. */
struct inlined {
	const char *function; /* borrowed */
	struct line call;     /* where it was called */
};

/* Reads the tables of the file PATH, or of the one that has its debug information.  Without any
 * there are no lines. */
struct error *lines_read(const char *path, struct lines **ret) MUST_CHECK;
void lines_destroy(struct lines *lines);

/* SECTION counts in objects, where addresses begin in each anew.  False: nobody knows; LINES may be
 * NULL. */
bool lines_find(const struct lines *lines, uint32_t section, uint64_t address, struct line *ret);

/* What a function returns. */
enum lines_result {
	LINES_NOTHING, /* it has no type, and is not declared not to return at all (DWARF 5,
			  sections 3.3.2 and 3.3.1.4) */
	LINES_NUMBER,  /* an integer, a truth value or an enumerator */
	NR_LINES_RESULTS
};

/* True if a function that returns RESULT begins there.  LINES may be NULL. */
bool lines_return(const struct lines *lines, uint32_t section, uint64_t address,
		  enum lines_result result);

/* The inlined calls that ADDRESS is in, from the innermost one on; returns how many there are of
 * RET, which are MAX at most. */
unsigned lines_find_inlined(const struct lines *lines, uint32_t section, uint64_t address,
			    struct inlined *ret, unsigned max);

#endif
