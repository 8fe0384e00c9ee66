/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/judge.h"

/* A way: an edge out of a node. */
struct way {
	uint32_t flags;
	uint64_t label;
	uint32_t target; /* node of the edge's version; PROGRAM_NONE: the node has no such edge */
};

/* Returns the way out of BLOCK that has these flags and this label. */
static struct way find_way(const struct program *program, uint32_t block, uint32_t flags,
			   uint64_t label)
{
	const struct remt_block *node = program_block(program, block);
	const struct remt_edge *edges =
		program_unit_of_block(program, block)->table->edges + node->first_edge;
	uint32_t entry = program_entry(program, program->block_function[block]);

	for (uint32_t i = 0; i < node->nr_edges; i++) {
		if (edges[i].flags == flags && edges[i].label == label)
			return (struct way){ flags, label, entry + edges[i].target };
	}
	return (struct way){ flags, label, PROGRAM_NONE };
}

/*
 * Judges a way on which control goes from NODE to TARGET (PROGRAM_NONE: nowhere), and went
 * elsewhere in the old version.
 */
static enum standing judge_detour(const struct judge *judge, const struct node *node,
				  uint32_t target, char **why)
{
	struct hunk_lines lines = { node->block->end_line, node->block->end_line + 1 };
	uint32_t line =
		target == PROGRAM_NONE ? 0 : program_block(judge->version->program, target)->line;

	if (line > lines.last)
		lines.last = line;
	if (node->block->end_line && hunks_begin(judge->hunks, node->path, lines))
		return STANDING_INNER;
	return judge_reject(judge, node,
			    "is left otherwise than before, and not for an expected line", why);
}

enum standing judge_ways(const struct judge *judge, const struct node *node, uint32_t old,
			 char **why, bool *ret_is_known)
{
	const struct program *before = judge->changes->pairs.old, *now = judge->version->program;
	const struct remt_block *was = program_block(before, old);
	const struct remt_edge *edges =
		program_unit_of_block(before, old)->table->edges + was->first_edge;
	const struct remt_edge *new_edges =
		program_unit_of_block(now, node->number)->table->edges + node->block->first_edge;
	enum standing standing = STANDING_NONE;

	for (uint32_t i = 0; i < node->block->nr_edges; i++) {
		uint32_t target = node->entry + new_edges[i].target;
		struct way way = find_way(before, old, new_edges[i].flags, new_edges[i].label);

		if (way.target != PROGRAM_NONE && judge->partner[target] == way.target)
			continue;
		*ret_is_known = true;
		if (judge->partner[target] != PROGRAM_NONE)
			judge_add(&standing, judge_detour(judge, node, target, why));
	}
	for (uint32_t i = 0; i < was->nr_edges; i++) {
		if (find_way(now, node->number, edges[i].flags, edges[i].label).target !=
		    PROGRAM_NONE)
			continue;
		*ret_is_known = true;
		judge_add(&standing, judge_detour(judge, node, PROGRAM_NONE, why));
	}
	return standing;
}
