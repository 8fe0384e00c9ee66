/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The symbol table of a linked file: which definition the linker chose for each name, and how long
 * functions are. Of a stripped file only the latter is known, by what unwinders are told.
 */
#ifndef EXPLORE_SYMBOL_H
#define EXPLORE_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct symbol {
	char *name;
	uint64_t address; /* at link time */
	uint64_t size;	  /* bytes; 0: unknown */
	bool is_global;	  /* other files of the link could name it */
	bool is_weak;
	bool is_preemptible; /* in a shared library: the loader may choose another file's */
};

struct symbol_table;

/* Reads the functions and variables that PATH defines. The table lives as long as the process. */
struct error *symbol_table_read(const char *path, struct symbol_table **ret) MUST_CHECK;

/* Returns the global symbol NAME; NULL: there is none. */
const struct symbol *symbol_find(const struct symbol_table *table, const char *name);

/*
 * Returns the only local function NAME; NULL: there is none, or there are several. The linker makes
 * hidden names local: a name that neither symbol_find() nor the loader knows can only be such a one.
 */
const struct symbol *symbol_find_hidden(const struct symbol_table *table, const char *name);

/* Returns the size of the function at ADDRESS; 0: unknown. */
uint64_t symbol_size_at(const struct symbol_table *table, uint64_t address);

/* Returns a name of the function at ADDRESS; "": it has none that is known. */
const char *symbol_name_at(const struct symbol_table *table, uint64_t address);

#endif
