/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/judge.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

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

/* Returns "src/a.c:12-14 in f()". */
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

enum standing judge_reject(const struct judge *judge, const struct node *node, const char *what,
			   char **why)
{
	_cleanup_free_ char *place = locate(judge, node);

	free(*why);
	*why = xasprintf("%s %s", place, what);
	return STANDING_OUTER;
}

void judge_add(enum standing *standing, enum standing other)
{
	if (other > *standing)
		*standing = other;
}

enum standing judge_node(const struct judge *judge, uint32_t block, char **why)
{
	struct node node = node_of(judge, block);
	uint32_t old = judge->partner[block];
	enum standing standing;
	bool is_known = judge->changes->old_block[block] == PROGRAM_NONE;

	if (old == PROGRAM_NONE) {
		standing = judge_new(judge, &node, why);
		if (standing != STANDING_OUTER && !judge_is_added(judge, &node))
			judge_add(&standing, judge_loss(judge, &node, why));
	} else {
		standing = judge_ways(judge, &node, old, why, &is_known);
		/*
		 * The change may be in constructors, the linker's lists, or variables that went
		 * elsewhere.
		 */
		if (!is_known)
			standing = judge_reject(judge, &node,
						"has changed by what is not in its lines", why);
	}
	free(node.path);
	return standing;
}
