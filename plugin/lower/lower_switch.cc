/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replaces marks of the clone by switches (lower_switch.h): inline in loops, by a call elsewhere.
 * lower.cc decides which.
 */
#include "plugin/lower/lower_switch.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/helper.h"
#include "plugin/lower/unit.h"

/* The blocks around a site, all in the loop of `head`. */
struct site_blocks {
	basic_block head, normal, slow, rest;
};

/* Splits the block before STMT, which then begins `rest`, and tests the site's flag. */
static site_blocks split_site(gimple *stmt, const site &s)
{
	location_t loc = gimple_location(stmt);
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	tree flag = make_ssa_name(unsigned_char_type_node);
	gimple *test = gimple_build_assign(flag, unit_site_flag(s.number));
	site_blocks b;
	edge e;

	gimple_set_location(test, loc);
	gsi_insert_before(&gsi, test, GSI_SAME_STMT);
	e = split_block(gimple_bb(stmt), test);
	b.head = e->src;
	b.rest = e->dest;
	b.normal = block_create(b.head);
	b.slow = block_create(b.normal);
	remove_edge(e);
	block_append(b.head,
		     gimple_build_cond(NE_EXPR, flag, build_zero_cst(unsigned_char_type_node),
				       NULL_TREE, NULL_TREE),
		     loc);
	block_branch(b.head, b.slow, b.normal, profile_probability::very_unlikely());
	block_fallthru(b.normal, b.rest);
	return b;
}

/* Makes the statement's result a phi of both ways into `rest`. */
static void join_result(gimple *stmt, const site_blocks &b, tree normal, tree slow)
{
	tree lhs = gimple_call_lhs(stmt), result = lhs;
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	gphi *phi;

	if (TREE_CODE(lhs) != SSA_NAME) {
		result = make_ssa_name(TREE_TYPE(lhs));
		gimple *store = gimple_build_assign(lhs, result);

		gimple_set_location(store, gimple_location(stmt));
		gsi_insert_after(&gsi, store, GSI_SAME_STMT);
		gsi_remove(&gsi, true);
	} else {
		gimple_call_set_lhs(stmt, NULL_TREE);
		gsi_remove(&gsi, true);
	}
	phi = create_phi_node(result, b.rest);
	add_phi_arg(phi, normal, find_edge(b.normal, b.rest), UNKNOWN_LOCATION);
	add_phi_arg(phi, slow, find_edge(b.slow, b.rest), UNKNOWN_LOCATION);
}

static gcall *build_helper_call(gimple *stmt, const site &s, tree function)
{
	unsigned nr = gimple_call_num_args(stmt);
	auto_vec<tree> args;
	gcall *call;

	if (nr >= 2)
		args.safe_push(gimple_call_arg(stmt, nr - 2));
	if (nr == 3)
		args.safe_push(gimple_call_arg(stmt, 0));
	args.safe_push(build_int_cst(unsigned_type_node, s.number));
	call = gimple_build_call_vec(helper_find(stmt, function), args);
	gimple_set_location(call, gimple_location(stmt));
	return call;
}

static tree append_helper_call(gimple *stmt, const site_blocks &b, const site &s, tree function)
{
	tree result = make_ssa_name(TREE_TYPE(gimple_call_lhs(stmt)));
	gcall *call = build_helper_call(stmt, s, function);

	gimple_call_set_lhs(call, result);
	block_append(b.slow, call, gimple_location(stmt));
	block_fallthru(b.slow, b.rest);
	return result;
}

static tree append_original(basic_block bb, gimple *stmt, const mark &m)
{
	unsigned nr = gimple_call_num_args(stmt);
	tree first, name;

	if (m.form == MARK_SELECT)
		return build_zero_cst(TREE_TYPE(gimple_call_lhs(stmt)));
	first = gimple_call_arg(stmt, nr - 2);
	if (m.code == NOP_EXPR)
		return first;
	name = make_ssa_name(TREE_TYPE(gimple_call_lhs(stmt)));
	block_append(bb,
		     lower_operation(name, m.code, first,
				     nr == 3 ? gimple_call_arg(stmt, 0) : NULL_TREE),
		     gimple_location(stmt));
	return name;
}

void switch_site_inline(gimple *stmt, const mark &m, const site &s, tree function)
{
	site_blocks b = split_site(stmt, s);
	tree normal = append_original(b.normal, stmt, m);

	join_result(stmt, b, normal, append_helper_call(stmt, b, s, function));
}

void switch_site_called(gimple *stmt, const site &s, tree function)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	gcall *call = build_helper_call(stmt, s, function);

	gimple_call_set_lhs(call, gimple_call_lhs(stmt));
	gsi_replace(&gsi, call, false);
}
