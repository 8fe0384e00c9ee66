/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/blocks.h"

gimple *block_last(basic_block bb)
{
	gimple_stmt_iterator i = gsi_last_nondebug_bb(bb);

	return gsi_end_p(i) ? NULL : gsi_stmt(i);
}

basic_block block_create(basic_block after)
{
	basic_block bb = create_empty_bb(after);

	if (current_loops)
		add_bb_to_loop(bb, after->loop_father);
	bb->count = profile_count::uninitialized();
	return bb;
}

void block_append(basic_block bb, gimple *stmt, location_t loc)
{
	gimple_stmt_iterator gsi = gsi_last_bb(bb);

	gimple_set_location(stmt, loc);
	gsi_insert_after(&gsi, stmt, GSI_NEW_STMT);
}

tree block_append_load(basic_block bb, tree from, location_t loc)
{
	tree name = make_ssa_name(TREE_TYPE(from));

	block_append(bb, gimple_build_assign(name, from), loc);
	return name;
}

tree block_append_operation(basic_block bb, tree type, enum tree_code code, tree first, tree second)
{
	tree name = make_ssa_name(type);

	block_append(bb, second ? gimple_build_assign(name, code, first, second)
				: gimple_build_assign(name, code, first));
	return name;
}

tree block_append_call(basic_block bb, tree type, gcall *call)
{
	tree name = make_ssa_name(type);

	gimple_call_set_lhs(call, name);
	gimple_call_set_nothrow(call, true);
	block_append(bb, call);
	return name;
}

edge block_fallthru(basic_block from, basic_block to)
{
	edge e = make_edge(from, to, EDGE_FALLTHRU);

	e->probability = profile_probability::always();
	return e;
}

void block_branch(basic_block from, basic_block yes, basic_block no, profile_probability likely)
{
	edge t = make_edge(from, yes, EDGE_TRUE_VALUE), f = make_edge(from, no, EDGE_FALSE_VALUE);

	t->probability = likely;
	f->probability = likely.invert();
}
