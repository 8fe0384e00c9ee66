/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/expected.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "iso/alike.h"
#include "iso/displaced.h"

/* What hunks say of a node. */
enum standing {
	STANDING_NONE, /* it has not changed by itself */
	STANDING_INNER,
	STANDING_LOST, /* it is inner, but old code beside it has gone for no reason */
	STANDING_OUTER,
};

struct judgement {
	bool is_made;
	enum standing standing;
	char *why; /* of a lost or outer one; owned */
};

struct judge {
	const struct hunks *hunks;
	const struct version *version;
	const struct difference *changes;
	uint32_t *partner;	      /* iso/displaced.h */
	uint32_t *new_of;	      /* by old node: the reverse */
	struct judgement *judgements; /* by node of the new version */
};

/* A node of the new version. */
struct node {
	uint32_t number;
	const struct remt_block *block;
	uint32_t function, entry;
	char *path; /* owned */
};

/* An edge out of a node. */
struct way {
	uint32_t flags;
	uint64_t label;
	uint32_t target; /* of its version; PROGRAM_NONE: the node does not go that way */
};

static struct node node_of(const struct judge *judge, uint32_t block)
{
	const struct program *program = judge->version->program;
	uint32_t function = program->block_function[block];

	return (struct node){
		.number = block,
		.block = program_block(program, block),
		.function = function,
		.entry = program_entry(program, function),
		.path = version_path(judge->version,
				     program_unit_of_function(program, function)->table,
				     program_function(program, function)->file),
	};
}

/* "src/a.c:12-14 in f()" */
static char *locate(const struct judge *judge, const struct node *node)
{
	const char *name = program_function_name(judge->version->program, node->function);
	uint32_t first = node->block->line, last = node->block->end_line;

	if (!first)
		return xasprintf("%s, %s()", node->path, name);
	if (last <= first)
		return xasprintf("%s:%" PRIu32 " in %s()", node->path, first, name);
	return xasprintf("%s:%" PRIu32 "-%" PRIu32 " in %s()", node->path, first, last, name);
}

static enum standing reject(const struct judge *judge, const struct node *node, const char *what,
			    char **why)
{
	_cleanup_free_ char *place = locate(judge, node);

	free(*why);
	*why = xasprintf("%s %s", place, what);
	return STANDING_OUTER;
}

/* The name as the source has it: "numbers" of "f:numbers#0". */
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

/* Nodes that read the same, of which something that is mentioned has changed. */
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
		return reject(judge, node, what, why);
	}
	return STANDING_INNER;
}

/* The old node that the new one, which has no partner, reads like, though what it mentions has
 * changed; PROGRAM_NONE: there is none. */
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

/* True if some old symbol of the same name as SYMBOL of the new version has changed. */
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

/* What a node of expected lines mentions may have changed elsewhere. */
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
		return reject(judge, node, what, why);
	}
	return STANDING_INNER;
}

/*
 * True in a function that the old version does not have: control comes there only from nodes that
 * have changed, which are judged.  It may be an inline one of a header that was not used before.
 */
static bool is_added(const struct judge *judge, const struct node *node)
{
	const struct pairs *pairs = &judge->changes->pairs;

	return pairs->old_function[node->function] == PROGRAM_NONE &&
	       pairs->old_unit[pairs->new->function_unit[node->function]] != PROGRAM_NONE;
}

/* True if it computes nothing that lasts: a join, or a jump that only a mutant turns. */
static bool is_empty(const struct program *program, uint32_t number)
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

/* True if some expected line is between the node and one from which control comes to it. */
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

/* True if the old node, which has no partner, reads like one of the function that has none either
 * and is judged. */
static bool is_still_there(const struct judge *judge, const struct node *node, uint32_t old)
{
	uint32_t count = program_function(judge->version->program, node->function)->nr_blocks;

	for (uint32_t b = node->entry; b < node->entry + count; b++) {
		if (judge->partner[b] == PROGRAM_NONE && alike_nodes(judge->changes, old, b))
			return true;
	}
	return false;
}

/* The line of old code of the node's function that is gone, and not in a hunk; 0: there is none. */
static uint32_t find_lost(const struct judge *judge, const struct node *node)
{
	const struct program *old = judge->changes->pairs.old;
	uint32_t function = judge->changes->pairs.old_function[node->function];
	uint32_t count = function == PROGRAM_NONE ? 0 : program_function(old, function)->nr_blocks;

	for (uint32_t b = 2; b < count; b++) {
		uint32_t block = program_entry(old, function) + b;
		const struct remt_block *lost = program_block(old, block);
		struct hunk_lines lines = { lost->line, lost->end_line };

		if (judge->new_of[block] == PROGRAM_NONE && lost->line && !is_empty(old, block) &&
		    !hunks_replace(judge->hunks, node->path, lines) &&
		    !is_still_there(judge, node, block))
			return lost->line;
	}
	return 0;
}

/* Behind something new, what it has been put before or instead of may be gone. */
static enum standing judge_loss(const struct judge *judge, const struct node *node, char **why)
{
	uint32_t line = find_lost(judge, node);
	_cleanup_free_ char *what = NULL;

	if (!line)
		return STANDING_NONE;
	what = xasprintf("is where line %" PRIu32
			 " of the old version has gone, which the expected hunks do not say",
			 line);
	reject(judge, node, what, why);
	return STANDING_LOST;
}

/* A node that the old version does not have. */
static enum standing judge_new(const struct judge *judge, const struct node *node, char **why)
{
	struct hunk_lines lines = { node->block->line, node->block->end_line };
	uint32_t same = find_same_text(judge, node);

	if (same != PROGRAM_NONE)
		return judge_values(judge, node, same, why);
	if (is_added(judge, node) && !(lines.first && hunks_touch(judge->hunks, node->path, lines)))
		return STANDING_NONE;
	if (is_empty(judge->version->program, node->number) &&
	    (!lines.first || is_behind_hunk(judge, node)))
		return STANDING_NONE;
	if (!lines.first || !hunks_touch(judge->hunks, node->path, lines))
		return reject(judge, node, "has changed, and is not in the expected lines", why);
	return judge_references(judge, node, why);
}

/* The way out of BLOCK that has these flags and label. */
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

/* Control goes from NODE to TARGET (PROGRAM_NONE: nowhere) where it went elsewhere before. */
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
	return reject(judge, node, "is left otherwise than before, and not for an expected line",
		      why);
}

static void add_standing(enum standing *standing, enum standing other)
{
	if (other > *standing)
		*standing = other;
}

/* The ways out of a node that the old version has, too.  What is new behind it is judged by itself
 * where it is executed. */
static enum standing judge_ways(const struct judge *judge, const struct node *node, uint32_t old,
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
			add_standing(&standing, judge_detour(judge, node, target, why));
	}
	for (uint32_t i = 0; i < was->nr_edges; i++) {
		if (find_way(now, node->number, edges[i].flags, edges[i].label).target !=
		    PROGRAM_NONE)
			continue;
		*ret_is_known = true;
		add_standing(&standing, judge_detour(judge, node, PROGRAM_NONE, why));
	}
	return standing;
}

/* *WHY is set if it is a lost or an outer one. */
static enum standing judge_node(const struct judge *judge, uint32_t block, char **why)
{
	struct node node = node_of(judge, block);
	uint32_t old = judge->partner[block];
	enum standing standing;
	bool is_known = judge->changes->old_block[block] == PROGRAM_NONE;

	if (old == PROGRAM_NONE) {
		standing = judge_new(judge, &node, why);
		if (standing != STANDING_OUTER && !is_added(judge, &node))
			add_standing(&standing, judge_loss(judge, &node, why));
	} else {
		standing = judge_ways(judge, &node, old, why, &is_known);
		/* Constructors, the linker's lists, variables that went elsewhere. */
		if (!is_known)
			standing = reject(judge, &node, "has changed by what is not in its lines",
					  why);
	}
	free(node.path);
	return standing;
}

/* The same, of each node once. */
static const struct judgement *find_judgement(const struct judge *judge, uint32_t block)
{
	struct judgement *judgement = &judge->judgements[block];

	if (!judgement->is_made)
		judgement->standing = judge_node(judge, block, &judgement->why);
	judgement->is_made = true;
	return judgement;
}

static void judge_finding(const struct judge *judge, struct explore_finding *finding)
{
	static const struct judgement none = { .standing = STANDING_NONE };
	const struct judgement *worst = &none;

	for (uint32_t i = 0; i < finding->cause.nr_blocks; i++) {
		const struct judgement *judgement = find_judgement(judge, finding->cause.blocks[i]);

		if (judgement->standing > worst->standing)
			worst = judgement;
	}
	if (worst->standing == STANDING_NONE)
		account_set(&finding->account, ACCOUNT_SUSPECT,
			    xstrdup("it executed nothing of the expected hunks"));
	else if (worst->standing == STANDING_INNER)
		account_set(&finding->account, ACCOUNT_CHANGE,
			    xstrdup("all changed code that it may have executed is in the expected "
				    "hunks"));
	else
		account_set(&finding->account, ACCOUNT_SUSPECT, xstrdup(worst->why));
}

void expected_judge(const struct hunks *hunks, struct explore *explore)
{
	uint32_t count = explore->isomorphism->new.version.program->nr_blocks;
	struct judge judge = {
		.hunks = hunks,
		.version = &explore->isomorphism->new.version,
		.changes = &explore->isomorphism->changes,
		.partner = displaced_find(&explore->isomorphism->changes),
		.new_of = program_numbers(explore->isomorphism->changes.pairs.old->nr_blocks),
		.judgements = xcalloc(count + 1, sizeof(*judge.judgements)),
	};

	for (uint32_t b = 0; b < count; b++) {
		if (judge.partner[b] != PROGRAM_NONE)
			judge.new_of[judge.partner[b]] = b;
	}
	for (size_t i = 0; i < explore->findings.count; i++)
		judge_finding(&judge, &explore->findings.items[i]);
	for (uint32_t b = 0; b < count; b++)
		free(judge.judgements[b].why);
	free(judge.judgements);
	free(judge.partner);
	free(judge.new_of);
}
