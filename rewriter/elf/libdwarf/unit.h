/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit of DWARF while libdwarf reads it: its rows and its entries. */
#ifndef REWRITER_ELF_LIBDWARF_UNIT_H
#define REWRITER_ELF_LIBDWARF_UNIT_H

#include <libdwarf/libdwarf.h>
#include <stdbool.h>

#include "common/vec.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/libdwarf/reader.h"
#include "rewriter/elf/libdwarf/source.h"

/* The line table of a unit, and the paths of its files by number. */
struct unit_table {
	Dwarf_Line_Context rows; /* NULL: there is none */
	VEC(char *) paths;	 /* NULL: not known */
};

/* A unit while it is read. */
struct unit {
	struct reader *reader;
	struct debug_source *source; /* of its entries */
	Dwarf_Die die;		     /* of the unit in the file itself */
	Dwarf_Half version;
	Dwarf_Addr base;		/* from which ranges count (DWARF 4) */
	struct debug_position place;	/* for its directory */
	struct unit_table table;	/* of the unit in the file itself */
	Dwarf_Off last;			/* where the last entry was that was read */
	const struct unit_table *files; /* of its entries */
};

/* Opens the line table of DIE. The caller ends RET with unit_table_close(). */
void unit_table_open(struct debug_source *source, Dwarf_Die die, struct unit_table *ret);
void unit_table_close(struct unit_table *table);

/* Writes the line table of UNIT. */
void unit_write_rows(const struct unit *unit);
/* Writes the inlined calls and the functions below DIE, an entry of SOURCE for all of UNIT. */
void unit_write_entries(struct unit *unit, struct debug_source *source, Dwarf_Die die);

#endif
