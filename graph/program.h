/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A version of a program: the control-flow graphs of all its units under one numbering, with the
 * functions that calls lead to: the inter-procedural CFG of Definition 2.2 of "Regression Mutation
 * Testing" (Zhang et al., ISSTA 2012).
 *
 *   program_create()
 *   program_add()      each unit once
 *   program_link()     for each module (program or shared library) that a unit is linked into
 *   program_finish()   resolves names; no program_add() after it
 *   … use …
 *   program_destroy()
 *
 * Blocks (the nodes), edges, functions, symbols and sites have numbers over all units; a unit's own
 * begin at its first_…
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
	uint32_t source;		/* name of its main source file */
	uint32_t first_block, first_edge, first_function, first_symbol, first_site;
	VEC(uint32_t) modules; /* in ascending order */
	bool is_in_library;    /* one of them can be loaded beside any program */
};

struct program {
	struct names *names; /* borrowed: two programs that are compared share them */
	VEC(struct program_unit) units;
	uint32_t nr_blocks, nr_edges, nr_functions, nr_symbols, nr_sites;

	/* After program_finish(): */
	uint32_t *block_function;   /* by block; PROGRAM_NONE: of no function */
	uint32_t *function_unit;    /* by function: index in units */
	uint32_t *symbol_unit;	    /* by symbol: index in units */
	uint32_t *symbol_name;	    /* by symbol */
	uint32_t *symbol_function;  /* by symbol: the function that it names here; PROGRAM_NONE */
	uint32_t *definitions;	    /* symbols that define public names, grouped by name */
	uint32_t *first_definition; /* by name, and one more: where its group begins */
	uint32_t nr_names;	    /* of first_definition */
};

struct program *program_create(struct names *names) RETURNS_NONNULL MUST_CHECK;
/* Returns the unit's index; TABLE outlives the program. */
uint32_t program_add(struct program *program, const char *source, const struct site_table *table);
/* MODULE: any number that others don't have, not below those that UNIT was given before. */
void program_link(struct program *program, uint32_t unit, uint32_t module, bool is_library);
/* True if a program may hold both units. */
bool program_are_linked(const struct program *program, uint32_t a, uint32_t b);
void program_finish(struct program *program);
void program_destroy(struct program *program);

/* What the table says of something that has a number. */
const struct remt_block *program_block(const struct program *program, uint32_t block);
const struct remt_function *program_function(const struct program *program, uint32_t function);
const struct remt_symbol *program_symbol(const struct program *program, uint32_t symbol);
const struct program_unit *program_unit_of_function(const struct program *program,
						    uint32_t function);
const struct program_unit *program_unit_of_block(const struct program *program, uint32_t block);
const struct program_unit *program_unit_of_site(const struct program *program, uint32_t site);
const char *program_function_name(const struct program *program, uint32_t function);

/* The symbol that names a function. */
uint32_t program_symbol_of_function(const struct program *program, uint32_t function);

/* First block of a function: its entry. */
uint32_t program_entry(const struct program *program, uint32_t function);

/*
 * Symbols that may define what SYMBOL names: itself if others can't see it, else all public ones of
 * its name in units that are linked with its own, as which of these the linker took isn't known;
 * none: it is defined outside of the program. The next one after *AT, which begins as 0;
 * PROGRAM_NONE: no more.
 */
uint32_t program_next_definition(const struct program *program, uint32_t symbol, uint32_t *at);
/* The same for the public NAME as seen from UNIT; PROGRAM_NONE as UNIT: from anywhere. */
uint32_t program_next_public(const struct program *program, uint32_t unit, uint32_t name,
			     uint32_t *at);

/* The function that the definition SYMBOL stands for, through aliases; PROGRAM_NONE: none here. */
uint32_t program_definition_function(const struct program *program, uint32_t symbol);

/* True if others can't see the symbol that is defined here. */
static inline bool program_symbol_is_static(const struct remt_symbol *symbol)
{
	return symbol->flags & REMT_SYMBOL_DEFINED && !(symbol->flags & REMT_SYMBOL_PUBLIC);
}

/* True if it is defined here, and others can see it. */
static inline bool program_symbol_is_public(const struct remt_symbol *symbol)
{
	return symbol->flags & REMT_SYMBOL_DEFINED && symbol->flags & REMT_SYMBOL_PUBLIC;
}

/* COUNT times PROGRAM_NONE; owned by the caller. */
uint32_t *program_numbers(uint32_t count) RETURNS_NONNULL MUST_CHECK;

/* The call that ends BLOCK; NULL: none does. */
const struct remt_call *program_call(const struct program *program, uint32_t block);

#endif
