/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The control-flow graph of each function as rows of the site table. A node ("block" there) is a
 * run of statements of a GCC block up to, and with, the next call: what happens after a call is
 * another node.
 */
#ifndef PLUGIN_DESCRIBE_GRAPH_H
#define PLUGIN_DESCRIBE_GRAPH_H

#include "plugin/mark/site.h"

/* Adds nodes, edges and variables of the current function to ROW. */
void graph_add_function(remt_function *row);

/* Adds indices of symbols; returns the first one's place among all references. */
unsigned graph_add_references(const vec<tree> &symbols);

/* Where the mark STMT of the function added last lies. */
struct graph_place {
	unsigned block;	    /* UINT32_MAX: none; control never comes there */
	unsigned statement; /* number in the canonical text of the block */
};
graph_place graph_place_of(gimple *stmt);

/* The mark M at PLACE stands for the site of this number. */
void graph_add_mark(const graph_place &place, unsigned site, const mark &m);

struct graph_rows {
	vec<remt_block> blocks;
	vec<remt_edge> edges;
	vec<remt_call> calls;
	vec<remt_variable> variables;
	vec<uint32_t> uses;
	vec<uint32_t> references;
	vec<remt_mark> marks;
};
const graph_rows &graph_all(void);

#endif
