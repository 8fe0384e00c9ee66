/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which line of the source an instruction comes from, by the line table of DWARF. */
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
	uint32_t number;
};

/* Reads the tables of the file PATH.  Without any, or where they can't be told apart by addresses
 * (an object with several sections of code), there are no lines. */
struct error *lines_read(const char *path, struct lines **ret) MUST_CHECK;
void lines_destroy(struct lines *lines);

/* False: nobody knows; LINES may be NULL. */
bool lines_find(const struct lines *lines, uint64_t address, struct line *ret);

#endif
