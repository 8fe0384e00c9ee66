/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the lines of text that rewriter/elf/debug.h describes, for both libraries for DWARF. */
#ifndef REWRITER_ELF_DEBUG_TEXT_H
#define REWRITER_ELF_DEBUG_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rewriter/elf/debug_entry.h"
#include "rewriter/elf/spot.h"

/* A place in the source. What is more than 31 bits is not known. */
struct debug_position {
	const char *directory; /* of the compilation: a relative FILE counts from it; may be NULL */
	const char *file;      /* NULL: not known */
	uint64_t line, column;
};

/* Writes kind l. A row that ends a sequence has no file. */
void debug_write_row(FILE *out, const struct spot *spot, const struct debug_position *position,
		     bool is_statement);
/* Writes kind i. END is the address behind the last byte. */
void debug_write_inlined(FILE *out, const struct spot *spot, uint64_t end, const char *function,
			 const struct debug_position *call);
/* Writes kind n or v. */
void debug_write_result(FILE *out, const struct spot *spot, bool is_number);
/* NAME may be NULL. */
void debug_write_function(FILE *out, uint64_t address, uint64_t size, const char *name);

/* What a line of kind e says; NAME and FILE may be NULL. */
struct debug_entry {
	unsigned depth;
	enum debug_tag tag;
	uint64_t key, type, size, bits, offset;
	enum debug_encoding encoding;
	unsigned flags; /* enum debug_flag */
	uint64_t line;
	const char *name;
	const char *file;
};

/* Writes kinds u, d and p. FLAGS are those of enum debug_unit_flag; each text may be NULL. */
void debug_write_unit(FILE *out, unsigned flags, const char *name, const char *directory,
		      const char *producer);
/* Writes kind e, and kind f if there is a file. */
void debug_write_entry(FILE *out, const struct debug_entry *entry);

#endif
