/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One version of a program: the control-flow graphs of all its units under one numbering, and, for
 * a call by name, the functions that it may reach. This is the inter-procedural CFG of Definition
 * 2.2 of "Regression Mutation Testing" (Zhang et al., ISSTA 2012).
 *
 *   program_create()
 *   program_add()      once for each unit
 *   program_link()     for each module (program or shared library) that a unit is linked into
 *   program_finish()   numbers names and groups public definitions by them; no program_add() after
 *                      it. Which definition a call reaches is looked up on demand.
 *   … use …
 *   program_destroy()
 *
 * Blocks are the nodes of the graph. Blocks, edges, functions, symbols and sites are numbered over
 * all units. The numbers of a unit begin at its first_block, first_edge and so on.
 */
#ifndef GRAPH_PROGRAM_H
#define GRAPH_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/vec.h"
#include "graph/names.h"
#include "sites/table.h"

#define PROGRAM_NONE UINT32_MAX

struct program_unit {
	const struct site_table *table; /* borrowed */
	uint32_t source;		/* number of the name of its main source file */
	uint32_t first_block, first_edge, first_function, first_symbol, first_site;
	VEC(uint32_t) modules; /* numbers of the modules that contain the unit, ascending */
	/* one of the modules is a library, which can be loaded beside any program */
	bool is_in_library;
};

struct program {
	struct names *names; /* borrowed; two programs that are compared share it */
	VEC(struct program_unit) units;
	uint32_t nr_blocks, nr_edges, nr_functions, nr_symbols, nr_sites;

	/* Set by program_finish(): */
	uint32_t *block_function; /* by block: its function; PROGRAM_NONE: it belongs to none */
	uint32_t *function_unit;  /* by function: index in units */
	uint32_t *symbol_unit;	  /* by symbol: index in units */
	uint32_t *symbol_name;	  /* by symbol: number of its name */
	/* by symbol: the function of its unit that it names, or PROGRAM_NONE */
	uint32_t *symbol_function;
	uint32_t *definitions;	    /* symbols that define public names, grouped by name */
	uint32_t *first_definition; /* by name: where its group begins; one entry more at the end */
	uint32_t nr_names;	    /* number of names that first_definition covers */
};

struct program *program_create(struct names *names) RETURNS_NONNULL MUST_CHECK;
/* Adds a unit and returns its index. SOURCE is copied. TABLE must outlive the program. */
uint32_t program_add(struct program *program, const char *source, const struct site_table *table);
/*
 * Notes that MODULE contains UNIT. MODULE is a number that identifies the module. It must not be
 * below those that were given for UNIT before.
 */
void program_link(struct program *program, uint32_t unit, uint32_t module, bool is_library);
/* True if one process may hold both units: they share a module, or one is in a library. */
bool program_are_linked(const struct program *program, uint32_t a, uint32_t b);
void program_finish(struct program *program);
void program_destroy(struct program *program);

/* Return the record of the site table. */
const struct remt_block *program_block(const struct program *program, uint32_t block);
const struct remt_function *program_function(const struct program *program, uint32_t function);
const struct remt_symbol *program_symbol(const struct program *program, uint32_t symbol);
/* Return the unit. BLOCK must belong to a function. */
const struct program_unit *program_unit_of_function(const struct program *program,
						    uint32_t function);
const struct program_unit *program_unit_of_block(const struct program *program, uint32_t block);
const struct program_unit *program_unit_of_site(const struct program *program, uint32_t site);
const char *program_function_name(const struct program *program, uint32_t function);

uint32_t program_symbol_of_function(const struct program *program, uint32_t function);

/* Returns the entry of FUNCTION, which is its first block. */
uint32_t program_entry(const struct program *program, uint32_t function);

/*
 * Iterates over the symbols that may define what SYMBOL names. A symbol that other units can't see
 * has one definition, itself. Otherwise all public symbols of the name count, in all units that are
 * linked with the unit of SYMBOL, as it isn't known which of them the linker took. A body for
 * inlining in the unit of SYMBOL comes before them. If there is no definition, SYMBOL is defined
 * outside the program. *AT begins as 0. Returns the next definition, or PROGRAM_NONE at the end.
 */
uint32_t program_next_definition(const struct program *program, uint32_t symbol, uint32_t *at);
/*
 * Iterates in the same way over the public definitions of NAME as seen from UNIT. PROGRAM_NONE as
 * UNIT means all units.
 */
uint32_t program_next_public(const struct program *program, uint32_t unit, uint32_t name,
			     uint32_t *at);

/*
 * Returns the function that the definition SYMBOL stands for, through aliases, or PROGRAM_NONE if
 * the program has none.
 */
uint32_t program_definition_function(const struct program *program, uint32_t symbol);

/* True if SYMBOL is defined in its unit, and other units can't see it. */
static inline bool program_symbol_is_static(const struct remt_symbol *symbol)
{
	return symbol->flags & REMT_SYMBOL_DEFINED && !(symbol->flags & REMT_SYMBOL_PUBLIC);
}

/* True if SYMBOL is defined in its unit, and other units can see it. */
static inline bool program_symbol_is_public(const struct remt_symbol *symbol)
{
	return symbol->flags & REMT_SYMBOL_DEFINED && symbol->flags & REMT_SYMBOL_PUBLIC;
}

/* Returns an array of COUNT entries, each PROGRAM_NONE; the caller frees. */
uint32_t *program_numbers(uint32_t count) RETURNS_NONNULL MUST_CHECK;

/* Returns the call that ends BLOCK, or NULL if none does. */
const struct remt_call *program_call(const struct program *program, uint32_t block);

#endif
