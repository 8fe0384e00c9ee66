/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines: maximal sequences of GCC's blocks in which each has the next as its only successor and the
 * next no other predecessor. How many blocks GCC makes of a line depends on -O. Blocks without
 * statements lie on no line; edges pass through them.
 */
#ifndef PLUGIN_DESCRIBE_LINES_H
#define PLUGIN_DESCRIBE_LINES_H

#include "plugin/base/gcc.h"

struct lines {
	/* by block index: the block itself, or where control goes from an empty block */
	auto_vec<basic_block> target;
	/*
	 * By block index: number of edges to the block, with those that come through empty blocks.
	 */
	auto_vec<unsigned> nr_before;
	/* by block index, filled by the caller: the node in which it begins; of blocks on lines */
	auto_vec<unsigned> first;
};

/* Finds the lines of the current function. */
void lines_find(lines *ret);

/* True if a line begins with BB, which then is not empty. */
bool line_begins(lines *l, basic_block bb);

/* Returns the block after BB on its line; NULL: BB is the last. */
basic_block line_next(lines *l, basic_block bb);

/* Returns the block that an edge to BB leads to. */
basic_block line_target(lines *l, basic_block bb);

#endif
