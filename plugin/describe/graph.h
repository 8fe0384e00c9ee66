/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The control-flow graph of each function, as rows of the site table. A node (the table calls it a
 * block) is a straight run of statements up to and with the next call: what follows the call is
 * another node.
 */
#ifndef PLUGIN_DESCRIBE_GRAPH_H
#define PLUGIN_DESCRIBE_GRAPH_H

#include "plugin/mark/site.h"

/* Adds nodes, edges and variables of the current function to ROW. */
void graph_add_function(remt_function *row);

/*
 * Returns the index of the node in which BB, of the function that was added last, begins; of an empty block,
 * of the node that control goes to.
 */
unsigned graph_node_of(basic_block bb);

/* Adds the rows of SYMBOLS to the table's references; returns the index of the first one there. */
unsigned graph_add_references(const vec<tree> &symbols);

/* Where the mark STMT lies in the function that was added last. */
struct graph_place {
	unsigned block;	    /* index of the node; UINT32_MAX: control never reaches the mark */
	unsigned statement; /* number of the mark in the canonical text of the node */
};
graph_place graph_place_of(gimple *stmt);

/* Notes that the mark M at PLACE stands for site number SITE. */
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
