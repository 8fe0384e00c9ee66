/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of a chart while it is made (rewriter/subject/chart.h): chart.c finds the sites,
 * chart_names.c the names of functions, chart_graph.c the nodes and edges, and chart_data.c hashes
 * what variables hold.
 */
#ifndef REWRITER_SUBJECT_CHART_STATE_H
#define REWRITER_SUBJECT_CHART_STATE_H

#include "rewriter/compare/binary_model.h"
#include "rewriter/subject/chart.h"

#define CHART_NONE UINT32_MAX

/* An instruction that gets a breakpoint. */
struct chart_site {
	uint64_t address;
	uint32_t function, block; /* indices in the binary and in the flow of the function */
	bool is_head;		  /* a block begins at the instruction */
	/* its variants as a branch; NULL: it is none */
	const struct variant *negated, *always, *never;
	uint32_t node; /* index of its block in the table */
	struct remt_variants_site row;
};

struct chart {
	struct subject_builder *builder;
	const struct subject_likeness *likeness;
	struct binary_model model;
	char **names; /* By function: its name, which is the same for matching functions; owned. */
	VEC(struct chart_site) sites; /* sorted by address */
	uint64_t content;	      /* hash of the file */
	/* by function: index of its symbol in the table; CHART_NONE: it is a stub */
	uint32_t *symbols;
	/* symbols that stand for the values of all variables and constants */
	uint32_t variables, constants;
	struct slots imports; /* by hash of the name: symbol */
};

/* Fills the names. Fails if the other version can't be read or is for another processor. */
struct error *chart_find_names(struct chart *chart) MUST_CHECK;
/* Frees COUNT names and the array, which may be NULL. */
void chart_free_names(char **names, size_t count);

/*
 * Add first all functions and symbols, then the nodes of all functions with the marks of the sites.
 */
void chart_add_functions(struct chart *chart);
void chart_add_graph(struct chart *chart);

/*
 * Hashes the content of all variables, or of all constants except jump tables, without the
 * addresses in it. If a variable leads to constants other than texts, all constants are hashed with
 * the variables.
 */
uint64_t chart_hash_data(const struct chart *chart, bool is_constant);

/* Returns the index of the site at ADDRESS, or CHART_NONE. */
uint32_t chart_find_site(const struct chart *chart, uint64_t address);

/* True if all ways through the function are known. */
bool chart_is_sound(const struct chart *chart, uint32_t function);

#endif
