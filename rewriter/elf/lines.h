/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells which line of the source an instruction comes from, by DWARF. */
#ifndef REWRITER_ELF_LINES_H
#define REWRITER_ELF_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct lines;

struct line {
	const char *file; /* absolute path, as the compiler was told it; borrowed from the lines */
	uint32_t number, column; /* column 0: not known */
	bool is_statement;	 /* a debugger would stop there (DWARF 5, section 6.2.2: is_stmt) */
};

/* An inlined call. */
struct inlined {
	const char *function; /* borrowed */
	struct line call;     /* place of the call */
};

/*
 * Reads the tables of PATH, or of the file with its debug information. Without debug information
 * *RET has no lines. The caller ends *RET with lines_destroy().
 */
struct error *lines_read(const char *path, struct lines **ret) MUST_CHECK;
void lines_destroy(struct lines *lines);

/*
 * Finds the line of ADDRESS. SECTION counts in objects only, where each section has addresses of
 * its own. LINES may be NULL. False: the line is not known.
 */
bool lines_find(const struct lines *lines, uint32_t section, uint64_t address, struct line *ret);

/* Returns the number of rows of all tables. LINES may be NULL. */
size_t lines_count(const struct lines *lines);

/*
 * Returns the row INDEX, in the order of addresses: the line from *ADDRESS on. False: it is in no file, or in an
 * object's section.
 */
bool lines_row(const struct lines *lines, size_t index, uint64_t *address, struct line *ret);

/* What a function returns. */
enum lines_result {
	/*
	 * it has no return type, and is not declared to never return (DWARF 5, sections 3.3.2 and
	 * 3.3.1.4)
	 */
	LINES_NOTHING,
	LINES_NUMBER, /* an integer, a truth value or an enumerator */
	NR_LINES_RESULTS
};

/* True if a function that returns RESULT begins at ADDRESS. LINES may be NULL. */
bool lines_return(const struct lines *lines, uint32_t section, uint64_t address,
		  enum lines_result result);

/*
 * Writes the inlined calls that contain ADDRESS to RET, the innermost one first, and returns their
 * number, which is at most MAX.
 */
unsigned lines_find_inlined(const struct lines *lines, uint32_t section, uint64_t address,
			    struct inlined *ret, unsigned max);

#endif
