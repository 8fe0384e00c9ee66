/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/judge.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "graph/alike.h"

bool judge_is_empty(const struct program *program, uint32_t number)
{
	const struct remt_block *block = program_block(program, number);
	const uint32_t *uses =
		program_unit_of_block(program, number)->table->uses + block->first_use;

	for (uint32_t i = 0; i < block->nr_uses; i++) {
		if (uses[i] != UINT32_MAX)
			return false;
	}
	return !block->nr_references && !block->nr_calls;
}

/*
 * True if the function has a new node without a partner that reads like the old node. That node is
 * judged itself.
 */
static bool is_still_there(const struct judge *judge, const struct node *node, uint32_t old)
{
	uint32_t count = program_function(judge->version->program, node->function)->nr_blocks;

	for (uint32_t b = node->entry; b < node->entry + count; b++) {
		if (judge->partner[b] == PROGRAM_NONE && alike_nodes(judge->changes, old, b))
			return true;
	}
	return false;
}

/*
 * Returns the line of a node of the old function that is gone and that no hunk replaces; 0 if there
 * is none.
 */
static uint32_t find_lost(const struct judge *judge, const struct node *node)
{
	const struct program *old = judge->changes->pairs.old;
	uint32_t function = judge->changes->pairs.old_function[node->function];
	uint32_t count = function == PROGRAM_NONE ? 0 : program_function(old, function)->nr_blocks;

	for (uint32_t b = 2; b < count; b++) {
		uint32_t block = program_entry(old, function) + b;
		const struct remt_block *lost = program_block(old, block);
		struct hunk_lines lines = { lost->line, lost->end_line };

		if (judge->new_of[block] == PROGRAM_NONE && lost->line &&
		    !judge_is_empty(old, block) &&
		    !hunks_replace(judge->hunks, node->path, lines) &&
		    !is_still_there(judge, node, block))
			return lost->line;
	}
	return 0;
}

enum standing judge_loss(const struct judge *judge, const struct node *node, char **why)
{
	uint32_t line = find_lost(judge, node);
	_cleanup_free_ char *what = NULL;

	if (!line)
		return STANDING_NONE;
	what = xasprintf("is where line %" PRIu32
			 " of the old version has gone, which the expected hunks do not say",
			 line);
	judge_reject(judge, node, what, why);
	return STANDING_LOST;
}
