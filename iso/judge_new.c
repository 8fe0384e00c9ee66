/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges nodes without a partner. A node is expected if a hunk touches its lines, and the hunks
 * mention each symbol that it uses and that has changed. A node that reads like an old one differs
 * only by such symbols. A node that computes nothing is expected behind any hunk.
 *
 * A symbol counts as expected if its name is a word of some hunk's text; what the hunk says of it
 * is not looked at.
 */
#include "iso/judge.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "graph/alike.h"

/* Returns the name as the source has it: "numbers" for "f:numbers#0". Owned by the caller. */
static char *source_name(const struct judge *judge, uint32_t symbol)
{
	const struct program *program = judge->version->program;
	const struct program_unit *unit = &program->units.items[program->symbol_unit[symbol]];
	const char *name =
		site_table_string(unit->table, program_symbol(program, symbol)->name_str);
	const char *colon = strrchr(name, ':');

	name = colon ? colon + 1 : name;
	return xstrndup(name, strcspn(name, "#"));
}

/* Judges a node that reads like the old node OLD, but mentions something that has changed. */
static enum standing judge_values(const struct judge *judge, const struct node *node, uint32_t old,
				  char **why)
{
	uint32_t at = 0, symbol;

	while ((symbol = alike_next_changed(judge->changes, old, node->number, &at)) !=
	       PROGRAM_NONE) {
		_cleanup_free_ char *name = source_name(judge, symbol);
		_cleanup_free_ char *what = NULL;

		if (hunks_mention(judge->hunks, name))
			continue;
		what = xasprintf(
			"uses %s, which has changed, and the expected hunks do not mention", name);
		return judge_reject(judge, node, what, why);
	}
	return STANDING_INNER;
}

/*
 * Returns the old node that NODE reads like, though something that both mention has changed;
 * PROGRAM_NONE if there is none. Neither node has a partner.
 */
static uint32_t find_same_text(const struct judge *judge, const struct node *node)
{
	const struct program *old = judge->changes->pairs.old;
	uint32_t function = judge->changes->pairs.old_function[node->function];

	if (function == PROGRAM_NONE)
		return PROGRAM_NONE;
	for (uint32_t b = 2; b < program_function(old, function)->nr_blocks; b++) {
		uint32_t block = program_entry(old, function) + b, at = 0;

		if (judge->changes->new_block[block] == PROGRAM_NONE &&
		    alike_nodes(judge->changes, block, node->number) &&
		    alike_next_changed(judge->changes, block, node->number, &at) != PROGRAM_NONE)
			return block;
	}
	return PROGRAM_NONE;
}

/* True if some old symbol of the name of SYMBOL, of the new version, has changed. */
static bool is_changed_name(const struct judge *judge, uint32_t symbol)
{
	const struct pairs *pairs = &judge->changes->pairs;

	for (uint32_t s = 0; s < pairs->old->nr_symbols; s++) {
		if (pairs->symbol_is_changed[s] &&
		    pairs->old->symbol_name[s] == pairs->new->symbol_name[symbol])
			return true;
	}
	return false;
}

/*
 * Judges a node in expected lines by the symbols that it mentions: they may have changed elsewhere.
 */
static enum standing judge_references(const struct judge *judge, const struct node *node,
				      char **why)
{
	const struct program *program = judge->version->program;
	const struct program_unit *unit = program_unit_of_block(program, node->number);

	for (uint32_t i = 0; i < node->block->nr_references; i++) {
		uint32_t symbol = unit->first_symbol +
				  unit->table->references[node->block->first_reference + i];
		_cleanup_free_ char *name = source_name(judge, symbol);
		_cleanup_free_ char *what = NULL;

		if (!is_changed_name(judge, symbol) || hunks_mention(judge->hunks, name))
			continue;
		what = xasprintf(
			"uses %s, which has changed, and the expected hunks do not mention", name);
		return judge_reject(judge, node, what, why);
	}
	return STANDING_INNER;
}

bool judge_is_added(const struct judge *judge, const struct node *node)
{
	const struct pairs *pairs = &judge->changes->pairs;

	return pairs->old_function[node->function] == PROGRAM_NONE &&
	       pairs->old_unit[pairs->new->function_unit[node->function]] != PROGRAM_NONE;
}

/* True if an expected line lies between the node and a node from which control comes to it. */
static bool is_behind_hunk(const struct judge *judge, const struct node *node)
{
	const struct program *program = judge->version->program;
	uint32_t count = program_function(program, node->function)->nr_blocks;

	for (uint32_t b = node->entry; b < node->entry + count; b++) {
		const struct remt_block *before = program_block(program, b);
		const struct remt_edge *edges =
			program_unit_of_block(program, b)->table->edges + before->first_edge;
		struct hunk_lines lines = { before->end_line, node->block->line };

		for (uint32_t i = 0; i < before->nr_edges; i++) {
			if (node->entry + edges[i].target == node->number && before->end_line &&
			    hunks_begin(judge->hunks, node->path, lines))
				return true;
		}
	}
	return false;
}

enum standing judge_new(const struct judge *judge, const struct node *node, char **why)
{
	struct hunk_lines lines = { node->block->line, node->block->end_line };
	uint32_t same = find_same_text(judge, node);

	if (same != PROGRAM_NONE)
		return judge_values(judge, node, same, why);
	if (judge_is_added(judge, node) &&
	    !(lines.first && hunks_touch(judge->hunks, node->path, lines)))
		return STANDING_NONE;
	if (judge_is_empty(judge->version->program, node->number) &&
	    (!lines.first || is_behind_hunk(judge, node)))
		return STANDING_NONE;
	if (!lines.first || !hunks_touch(judge->hunks, node->path, lines))
		return judge_reject(judge, node, "has changed, and is not in the expected lines",
				    why);
	return judge_references(judge, node, why);
}
