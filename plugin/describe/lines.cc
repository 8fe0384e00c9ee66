/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/describe/lines.h"
#include "plugin/describe/canonical.h"

static bool is_plain(edge e)
{
	return !(e->flags & EDGE_COMPLEX);
}

static bool is_empty(basic_block bb)
{
	if (bb->index < NUM_FIXED_BLOCKS || !single_succ_p(bb) || !is_plain(single_succ_edge(bb)))
		return false;
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (canonical_has_text(gsi_stmt(i)))
			return false;
	return true;
}

/*
 * Returns where control goes from BB through empty blocks; an endless loop of empty blocks returns
 * BB.
 */
static basic_block follow(basic_block bb)
{
	basic_block at = bb;

	for (int n = n_basic_blocks_for_fn(cfun); is_empty(at); at = single_succ(at))
		if (!n--)
			return bb;
	return at;
}

static bool begins_with_label(basic_block bb)
{
	gimple_stmt_iterator i = gsi_start_bb(bb);

	return !gsi_end_p(i) && gimple_code(gsi_stmt(i)) == GIMPLE_LABEL &&
	       canonical_has_text(gsi_stmt(i));
}

void lines_find(lines *ret)
{
	basic_block bb;
	edge e;
	edge_iterator i;

	ret->target.safe_grow_cleared(last_basic_block_for_fn(cfun));
	ret->nr_before.safe_grow_cleared(last_basic_block_for_fn(cfun));
	ret->first.safe_grow_cleared(last_basic_block_for_fn(cfun));
	FOR_ALL_BB_FN(bb, cfun)
	ret->target[bb->index] = follow(bb);
	FOR_ALL_BB_FN(bb, cfun)
	{
		if (ret->target[bb->index] != bb)
			continue;
		FOR_EACH_EDGE(e, i, bb->succs)
			ret->nr_before[line_target(ret, e->dest)->index]++;
	}
}

basic_block line_target(lines *l, basic_block bb)
{
	return l->target[bb->index];
}

/* True if BB belongs to the line of its predecessor. */
static bool is_joined(lines *l, basic_block bb)
{
	if (bb->index < NUM_FIXED_BLOCKS || l->nr_before[bb->index] != 1 || begins_with_label(bb))
		return false;
	/* Only one block that is not empty leads to bb, perhaps through empty ones. */
	for (basic_block from = bb; single_pred_p(from) && is_plain(single_pred_edge(from));) {
		from = single_pred(from);
		if (line_target(l, from) == from)
			return from->index >= NUM_FIXED_BLOCKS && single_succ_p(from);
	}
	return false;
}

bool line_begins(lines *l, basic_block bb)
{
	return line_target(l, bb) == bb && !is_joined(l, bb);
}

basic_block line_next(lines *l, basic_block bb)
{
	basic_block next;

	if (!single_succ_p(bb) || !is_plain(single_succ_edge(bb)))
		return NULL;
	next = line_target(l, single_succ(bb));
	return is_joined(l, next) ? next : NULL;
}
