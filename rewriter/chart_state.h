/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart in the making (rewriter/chart.h): chart.c knows the sites, chart_names.c which functions
 * are the same, chart_graph.c the nodes and edges, chart_data.c what variables hold. */
#ifndef REWRITER_CHART_STATE_H
#define REWRITER_CHART_STATE_H

#include "rewriter/chart.h"
#include "rewriter/exhibit.h"

#define CHART_NONE UINT32_MAX

/* An instruction with a breakpoint. */
struct chart_site {
	uint64_t address;
	uint32_t function, block;			/* of the binary */
	bool is_head;					/* a block begins there */
	const struct variant *negated, *always, *never; /* NULL: it is no branch */
	uint32_t node;					/* of the table */
	struct remt_variants_site row;
};

struct chart {
	struct making *making;
	const struct subject_likeness *likeness;
	struct exhibit exhibit;	      /* of the binary */
	char **names;		      /* by function: the same for those that are twins; owned */
	VEC(struct chart_site) sites; /* by address */
	uint64_t content;	      /* hash of the file */
	uint32_t *symbols;	      /* by function, that in the table; CHART_NONE: it is a stub */
	uint32_t variables, constants; /* symbols that stand for what they hold */
	struct slots imports;	       /* by hash of the name, symbol */
};

/* Fills the names. */
struct error *chart_find_names(struct chart *chart) MUST_CHECK;
/* Of COUNT functions; NULL is none. */
void chart_free_names(char **names, size_t count);

/* Adds functions and symbols, then the nodes of all, with the marks of the sites. */
void chart_add_functions(struct chart *chart);
void chart_add_graph(struct chart *chart);

/* Hash of what the file holds of variables, or of constants but for jump tables, wherever that is.
 * Variables that lead to constants, other than texts, hold these, too. */
uint64_t chart_hash_data(const struct chart *chart, bool is_constant);

/* Number of the site at ADDRESS; CHART_NONE: there is none. */
uint32_t chart_find_site(const struct chart *chart, uint64_t address);

/* True if all ways through the function are known. */
bool chart_is_sound(const struct chart *chart, uint32_t function);

#endif
