/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lower_switch.h"
#include "unit.h"

#include "remt/unit.h"
#include "realmpfr.h"

/* Blocks around a site, all in the loop of the head. */
struct site_blocks {
	basic_block head, normal, slow, rest;
};

static basic_block new_block(basic_block after)
{
	basic_block bb = create_empty_bb(after);

	if (current_loops)
		add_bb_to_loop(bb, after->loop_father);
	bb->count = profile_count::uninitialized();
	return bb;
}

static void append(basic_block bb, gimple *stmt, location_t loc)
{
	gimple_stmt_iterator gsi = gsi_last_bb(bb);

	gimple_set_location(stmt, loc);
	gsi_insert_after(&gsi, stmt, GSI_NEW_STMT);
}

static tree append_load(basic_block bb, tree from, location_t loc)
{
	tree name = make_ssa_name(TREE_TYPE(from));

	append(bb, gimple_build_assign(name, from), loc);
	return name;
}

static edge fallthru(basic_block from, basic_block to)
{
	edge e = make_edge(from, to, EDGE_FALLTHRU);

	e->probability = profile_probability::always();
	return e;
}

static void branch(basic_block from, basic_block yes, basic_block no, profile_probability likely)
{
	edge t = make_edge(from, yes, EDGE_TRUE_VALUE), f = make_edge(from, no, EDGE_FALSE_VALUE);

	t->probability = likely;
	f->probability = likely.invert();
}

/* Splits before STMT and tests the site's flag.  The statement begins the rest. */
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
	b.normal = new_block(b.head);
	b.slow = new_block(b.normal);
	remove_edge(e);
	append(b.head, gimple_build_cond(NE_EXPR, flag, build_zero_cst(unsigned_char_type_node), NULL_TREE, NULL_TREE), loc);
	branch(b.head, b.slow, b.normal, profile_probability::very_unlikely());
	fallthru(b.normal, b.rest);
	return b;
}

static tree call_hook(basic_block bb, const site &s, tree k, tree arg, location_t loc)
{
	tree hook = append_load(bb, unit_hook(), loc), answer = make_ssa_name(unsigned_type_node);
	gcall *call = gimple_build_call(hook, 4, unit_address(), build_int_cst(unsigned_type_node, s.number), k, arg);

	gimple_call_set_lhs(call, answer);
	gimple_call_set_nothrow(call, true);
	append(bb, call, loc);
	return answer;
}

static tree enter_hook(basic_block bb, const site &s, location_t loc)
{
	unsigned counts = s.alternatives.length() << 16 | s.nr_safe;

	return call_hook(bb, s, build_int_cst(unsigned_type_node, REMT_ENTER), build_int_cst(unsigned_type_node, counts), loc);
}

static tree append_operation(basic_block bb, tree type, enum tree_code code, tree first, tree second, location_t loc)
{
	tree name = make_ssa_name(type);

	append(bb, lower_operation(name, code, first, second), loc);
	return name;
}

static tree real_constant(tree type, int value)
{
	return build_real_from_int_cst(type, build_int_cst(integer_type_node, value));
}

static tree append_real(basic_block bb, tree type, const realize &how, tree first, location_t loc)
{
	tree result = first;

	if (how.factor == 0)
		return real_constant(type, 0);
	if (how.factor < 0)
		result = append_operation(bb, type, NEGATE_EXPR, result, NULL_TREE, loc);
	if (how.value)
		result = append_operation(bb, type, PLUS_EXPR, result, real_constant(type, how.value), loc);
	return result;
}

/* SECOND plus the rewrite of folding that the alternative undoes. */
static tree append_delta(basic_block bb, tree second, HOST_WIDE_INT delta, location_t loc)
{
	if (!delta)
		return second;
	if (TREE_CODE(second) == INTEGER_CST)
		return wide_int_to_tree(TREE_TYPE(second), wi::to_wide(second) + delta);
	return append_operation(bb, TREE_TYPE(second), PLUS_EXPR, second, build_int_cst(TREE_TYPE(second), delta), loc);
}

/* Appends what computes an alternative; returns its value. */
static tree append_alternative(basic_block bb, tree type, const realize &how, tree first, tree second, location_t loc)
{
	switch (how.kind) {
	case REALIZE_CODE:
		return append_operation(bb, type, how.code, first, append_delta(bb, second, how.delta, loc), loc);
	case REALIZE_CODE_SWAPPED:
		return append_operation(bb, type, how.code, second, first, loc);
	case REALIZE_BOOLEAN:
		return build_int_cst(type, how.value);
	case REALIZE_FIRST:
		return first;
	case REALIZE_NEGATED:
		return append_operation(bb, type, NEGATE_EXPR, first, NULL_TREE, loc);
	case REALIZE_INTEGER:
		return build_int_cst(type, how.value);
	case REALIZE_REAL:
		return append_real(bb, type, how, first, loc);
	case REALIZE_SELECT:
		break;
	}
	gcc_unreachable();
}

static tree append_original(basic_block bb, tree type, const mark &m, tree first, tree second, location_t loc)
{
	return m.code == NOP_EXPR ? first : append_operation(bb, type, m.code, first, second, loc);
}

/* 1 where A and B differ in a bit. */
static tree append_difference(basic_block bb, tree a, tree b, location_t loc)
{
	tree type = TREE_TYPE(a), differs = make_ssa_name(boolean_type_node), result = make_ssa_name(unsigned_type_node);

	if (SCALAR_FLOAT_TYPE_P(type)) {
		unsigned bits = tree_to_uhwi(TYPE_SIZE(type));
		tree as_int = bits <= 64 ? build_nonstandard_integer_type(bits, 1) : NULL_TREE;

		if (!as_int) /* an extended format has padding: taken as different */
			return build_one_cst(unsigned_type_node);
		a = append_load(bb, build1(VIEW_CONVERT_EXPR, as_int, a), loc);
		b = append_load(bb, build1(VIEW_CONVERT_EXPR, as_int, b), loc);
	}
	append(bb, gimple_build_assign(differs, NE_EXPR, a, b), loc);
	append(bb, gimple_build_assign(result, NOP_EXPR, differs), loc);
	return result;
}

/* Makes the statement's result the phi of the two ways into REST. */
static void join_result(gimple *stmt, const site_blocks &b, tree normal, basic_block from, tree slow)
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
	add_phi_arg(phi, slow, find_edge(from, b.rest), UNKNOWN_LOCATION);
}

/* Value of the alternative K, chosen in LOOP; ends in the returned block. */
static basic_block append_choice(basic_block loop, tree k, tree type, const mark &m, const site &s, tree first, tree second,
				 tree original, location_t loc, tree *value)
{
	basic_block join = new_block(loop), at = loop;
	unsigned nr = s.alternatives.length();
	tree result = make_ssa_name(type);
	auto_vec<basic_block> from;
	auto_vec<tree> values, labels;

	from.safe_push(loop);
	values.safe_push(original);
	for (unsigned i = 0; i < nr; i++) {
		at = new_block(at);
		from.safe_push(at);
		values.safe_push(append_alternative(at, type, m.realizes[i], first, second, loc));
		labels.safe_push(build_case_label(build_int_cst(unsigned_type_node, i + 1), NULL_TREE, gimple_block_label(at)));
	}
	append(loop, gimple_build_switch(k, build_case_label(NULL_TREE, NULL_TREE, gimple_block_label(join)), labels), loc);
	for (unsigned i = 1; i <= nr; i++) {
		make_edge(loop, from[i], 0)->probability = profile_probability::guessed_always().apply_scale(1, nr + 1);
		fallthru(from[i], join);
	}
	make_edge(loop, join, 0)->probability = profile_probability::guessed_always().apply_scale(1, nr + 1);
	gphi *phi = create_phi_node(result, join);

	for (unsigned i = 0; i <= nr; i++)
		add_phi_arg(phi, values[i], find_edge(from[i], join), UNKNOWN_LOCATION);
	*value = result;
	return join;
}

void switch_value(gimple *stmt, const mark &m, const site &s)
{
	location_t loc = gimple_location(stmt);
	unsigned nr = gimple_call_num_args(stmt);
	tree type = TREE_TYPE(gimple_call_lhs(stmt)), first = gimple_call_arg(stmt, nr - 2);
	tree second = nr == 3 ? gimple_call_arg(stmt, 0) : NULL_TREE;
	site_blocks b = split_site(stmt, s);
	basic_block loop, join, again;
	tree normal, original, entered, answer, k, value, sign, next;
	gphi *phi;

	normal = append_original(b.normal, type, m, first, second, loc);
	original = append_original(b.slow, type, m, first, second, loc);
	entered = enter_hook(b.slow, s, loc);
	loop = new_block(b.slow);
	fallthru(b.slow, loop);
	answer = make_ssa_name(unsigned_type_node);
	phi = create_phi_node(answer, loop);
	k = append_operation(loop, unsigned_type_node, BIT_AND_EXPR, answer, build_int_cst(unsigned_type_node, ~REMT_FINAL), loc);
	join = append_choice(loop, k, type, m, s, first, second, original, loc, &value);
	sign = make_ssa_name(integer_type_node);
	append(join, gimple_build_assign(sign, NOP_EXPR, answer), loc);
	append(join, gimple_build_cond(LT_EXPR, sign, integer_zero_node, NULL_TREE, NULL_TREE), loc);
	again = new_block(join);
	branch(join, b.rest, again, profile_probability::likely());
	next = call_hook(again, s, k, append_difference(again, value, original, loc), loc);
	fallthru(again, loop);
	add_phi_arg(phi, entered, find_edge(b.slow, loop), UNKNOWN_LOCATION);
	add_phi_arg(phi, next, find_edge(again, loop), UNKNOWN_LOCATION);
	join_result(stmt, b, normal, join, value);
}

void switch_select(gimple *stmt, const site &s)
{
	location_t loc = gimple_location(stmt);
	tree type = TREE_TYPE(gimple_call_lhs(stmt)), k, result = make_ssa_name(type);
	site_blocks b = split_site(stmt, s);

	k = append_operation(b.slow, unsigned_type_node, BIT_AND_EXPR, enter_hook(b.slow, s, loc),
			     build_int_cst(unsigned_type_node, ~REMT_FINAL), loc);
	append(b.slow, gimple_build_assign(result, NOP_EXPR, k), loc);
	fallthru(b.slow, b.rest);
	join_result(stmt, b, build_zero_cst(type), b.slow, result);
}
