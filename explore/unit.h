/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The IR of the process: units with what their symbols are at run time, and their functions. */
#ifndef EXPLORE_UNIT_H
#define EXPLORE_UNIT_H

#include "explore/code.h"
#include "ir/unit.h"
#include "remt/unit.h"

/* A unit of a loaded file. */
struct unit {
	const struct ir_unit *ir;
	const struct symbol_table *symbols; /* of the file */
	const char *path;
	uintptr_t base;		       /* what the file's addresses are moved by */
	bool is_program;	       /* else a shared library */
	void **addresses;	       /* by symbol: NULL: not looked up yet, or not found */
	const struct remt_unit *flags; /* which of its mutants are on; NULL: none can be */
	struct code *codes;	       /* by entry */
	uint32_t *entry_of;	       /* by symbol: 1 + its entry; 0: the unit has none */
};

/* Reads the IR of all files that are loaded now. */
struct error *units_read(void) MUST_CHECK;

/* Returns the address of a symbol; NULL: it has none, or it can't be found (then not IS_FOUND). */
void *unit_address(struct unit *unit, uint32_t symbol, bool *is_found);

/* Returns the function that begins at ADDRESS; NULL: none that has IR. */
struct code *units_code_at(const void *address);

/* Returns a name of the program's function at ADDRESS; "": it has none that is known. */
const char *units_program_name_at(const void *address);

/* Calls EACH for the functions of all IR. */
void units_each_code(void (*each)(struct code *code));

#endif
