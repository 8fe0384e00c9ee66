/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Straight lines through a function: GCC's blocks that follow each other and nothing else. How many
 * blocks GCC makes of a line depends on -O; blocks without statements lie on no line, edges lead
 * through them.
 */
#ifndef PLUGIN_DESCRIBE_LINES_H
#define PLUGIN_DESCRIBE_LINES_H

#include "plugin/base/gcc.h"

struct lines {
	auto_vec<basic_block> target; /* by GCC's index: the block, or where an empty one leads */
	auto_vec<unsigned> nr_before; /* by GCC's index: edges to it, those of empty ones counted
					 where they lead */
	auto_vec<unsigned> first; /* by GCC's index, for the caller: the node that begins there */
};

/* Of the current function. */
void lines_find(lines *ret);

/* True if a line begins with BB: it is no empty one, and not the next one of another. */
bool line_begins(lines *l, basic_block bb);

/* The block after BB on its line; NULL: that ends. */
basic_block line_next(lines *l, basic_block bb);

/* The block where an edge to BB leads. */
basic_block line_target(lines *l, basic_block bb);

#endif
