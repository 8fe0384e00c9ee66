/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file with debug information while libdwarf reads its units, and what they need of other files. */
#ifndef REWRITER_ELF_LIBDWARF_READER_H
#define REWRITER_ELF_LIBDWARF_READER_H

#include <libdwarf/libdwarf.h>
#include <stdbool.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"
#include "rewriter/elf/libdwarf/image.h"
#include "rewriter/elf/libdwarf/source.h"
#include "rewriter/elf/libdwarf/split.h"

struct reader {
	struct debug_image *image;
	struct debug_source main;
	struct debug_source shared; /* what the file shares with others (.gnu_debugaltlink) */
	struct debug_split *split;  /* the other halves of its units */
	size_t unit;		    /* which one of its units is read */
	FILE *out;
};

/* Takes a unit, DIE being its entry in the file itself. */
typedef void (*reader_take_function)(struct reader *reader, Dwarf_Die die);

/*
 * Calls TAKE for each unit of the file PATH, or of the one with its debug information. The reader
 * that TAKE gets writes to OUT.
 */
struct error *reader_read(const char *path, FILE *out, reader_take_function take) MUST_CHECK;

/* Returns the file of the other half of the unit DIE, owned by the file. NULL: it has one half. */
const char *reader_half_name(struct reader *reader, Dwarf_Die die);
/*
 * Finds the entry of the other half of the unit DIE, which was compiled in DIRECTORY; NULL: not
 * known. The caller frees the entry. *RET_SOURCE is valid until the next call.
 */
bool reader_find_half(struct reader *reader, Dwarf_Die die, const char *directory,
		      struct debug_source **ret_source, Dwarf_Die *ret);

#endif
