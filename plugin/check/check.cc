/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plants the checks of ISON, section 3.5 (check.h). Where the unit's check hook is set, a condition
 * is handed to it with its truth and operands, and continues with the hook's answer. A call is
 * handed to it with its arguments, and is left out if the hook says so. Conditions and calls that
 * can throw are not checks.
 */
#include "plugin/check/check.h"
#include "plugin/base/blocks.h"
#include "plugin/base/options.h"
#include "plugin/check/check_value.h"
#include "plugin/check/failure.h"
#include "plugin/lower/computation.h"
#include "plugin/lower/unit.h"

/* A check of the unit. Its number is its index in `checks`. */
struct check {
	tree function;
	gimple *stmt; /* the condition, or the call */
	bool holds_if_true;
};

static vec<check> checks;

static void find_calls(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (check_is_assertion(gsi_stmt(i)))
			checks.safe_push({ current_function_decl, gsi_stmt(i), true });
}

void checks_find(void)
{
	basic_block bb;

	if (!options_has(REMT_OLNG))
		return;
	failures_find();
	FOR_EACH_BB_FN(bb, cfun) {
		edge way = failure_way(bb);

		find_calls(bb);
		if (way && !stmt_could_throw_p(cfun, block_last(bb)))
			checks.safe_push({ current_function_decl, block_last(bb),
					   (way->flags & EDGE_FALSE_VALUE) != 0 });
	}
}

bool checks_any(void)
{
	return !checks.is_empty();
}

static tree text_literal(const char *text)
{
	return build_string_literal(strlen(text) + 1, text);
}

/* "FILE:LINE: FUNCTION()". FILE has no directory, since directories differ between builds. */
static tree where(gimple *stmt)
{
	expanded_location at = expand_location(gimple_location(stmt));
	char *text = xasprintf("%s:%d: %s()", lbasename(at.file ? at.file : main_input_filename),
			       at.line, IDENTIFIER_POINTER(DECL_NAME(current_function_decl)));
	tree literal = text_literal(text);

	free(text);
	return literal;
}

static tree kinds(const check &c, const vec<check_value> &values)
{
	char text[REMT_CHECK_MAX_VALUES + 2];
	unsigned count = 0;

	text[count++] = gimple_code(c.stmt) != GIMPLE_COND ? REMT_CHECK_CALL
			: c.holds_if_true		   ? REMT_CHECK_TRUE
							   : REMT_CHECK_FALSE;
	for (const check_value &value : values)
		text[count++] = value.kind;
	text[count] = 0;
	return text_literal(text);
}

/*
 * Appends the call of HOOK to BB, which is executed only while HOOK is set; returns the hook's
 * answer.
 */
static tree append_call(basic_block bb, unsigned number, tree hook, tree truth)
{
	const check &c = checks[number];
	auto_vec<check_value> values;
	auto_vec<tree> args;
	tree name = make_ssa_name(unsigned_type_node);
	gcall *call;

	if (gcond *cond = dyn_cast<gcond *>(c.stmt))
		check_values_of_condition(cond, &values);
	else
		check_values_of_call(c.stmt, &values);
	args.safe_push(unit_address());
	args.safe_push(build_int_cst(unsigned_type_node, number));
	args.safe_push(where(c.stmt));
	args.safe_push(kinds(c, values));
	args.safe_push(truth);
	for (const check_value &value : values)
		check_value_append(bb, value, &args);
	call = gimple_build_call_vec(hook, args);
	gimple_call_set_fntype(call, TREE_TYPE(TREE_TYPE(hook)));
	gimple_call_set_lhs(call, name);
	gimple_call_set_nothrow(call, true);
	block_append(bb, call);
	return name;
}

/*
 * Inserts the statement INSERTED before STMT and splits the block behind it; returns the edge
 * between the two parts.
 */
static edge split_before(gimple *stmt, gimple *inserted)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);

	gsi_insert_before(&gsi, inserted, GSI_SAME_STMT);
	return split_block(gimple_bb(stmt), inserted);
}

/* Ends HEAD: if (hook) goto the returned block, else goto NORMAL. */
static basic_block append_test(basic_block head, tree hook, basic_block normal)
{
	basic_block slow = block_create(head);

	block_append(head, gimple_build_cond(NE_EXPR, hook, build_zero_cst(TREE_TYPE(hook)),
					     NULL_TREE, NULL_TREE));
	block_branch(head, slow, normal, profile_probability::very_unlikely());
	return slow;
}

static void plant_condition(unsigned number)
{
	gcond *cond = as_a<gcond *>(checks[number].stmt);
	tree truth = make_ssa_name(boolean_type_node), result = make_ssa_name(boolean_type_node),
	     hook, answer;
	edge e = split_before(cond,
			      gimple_build_assign(truth, gimple_cond_code(cond),
						  gimple_cond_lhs(cond), gimple_cond_rhs(cond)));
	basic_block head = e->src, rest = e->dest, slow;
	gphi *phi;

	remove_edge(e);
	hook = block_append_load(head, unit_check());
	slow = append_test(head, hook, rest);
	answer = append_call(slow, number, hook,
			     block_append_operation(slow, unsigned_type_node, NOP_EXPR, truth));
	answer = block_append_operation(slow, boolean_type_node, NE_EXPR, answer,
					build_zero_cst(unsigned_type_node));
	block_fallthru(slow, rest);
	phi = create_phi_node(result, rest);
	add_phi_arg(phi, truth, find_edge(head, rest), UNKNOWN_LOCATION);
	add_phi_arg(phi, answer, find_edge(slow, rest), UNKNOWN_LOCATION);
	gimple_cond_set_condition(cond, NE_EXPR, result, boolean_false_node);
	update_stmt(cond);
}

/* A call that is left out returns 1, which means success. */
static void join_result(gimple *call, basic_block left_out, basic_block rest)
{
	tree lhs = gimple_call_lhs(call), own;
	gphi *phi;

	if (!lhs)
		return;
	own = make_ssa_name(TREE_TYPE(lhs));
	gimple_call_set_lhs(call, own);
	update_stmt(call);
	phi = create_phi_node(lhs, rest);
	add_phi_arg(phi, own, find_edge(gimple_bb(call), rest), UNKNOWN_LOCATION);
	add_phi_arg(phi, build_one_cst(TREE_TYPE(lhs)), find_edge(left_out, rest),
		    UNKNOWN_LOCATION);
}

static void plant_call(unsigned number)
{
	gimple *call = checks[number].stmt;
	tree hook = make_ssa_name(TREE_TYPE(unit_check())), answer;
	edge e = split_before(call, gimple_build_assign(hook, unit_check()));
	basic_block head = e->src, normal = e->dest, rest, slow;

	rest = split_block(normal, call)->dest;
	remove_edge(e);
	slow = append_test(head, hook, normal);
	answer = append_call(slow, number, hook, build_zero_cst(unsigned_type_node));
	block_append(slow, gimple_build_cond(NE_EXPR, answer, build_zero_cst(unsigned_type_node),
					     NULL_TREE, NULL_TREE));
	block_branch(slow, rest, normal, profile_probability::very_likely());
	join_result(call, slow, rest);
}

bool checks_plant(void)
{
	bool any = false;

	for (unsigned i = 0; i < checks.length(); i++) {
		if (checks[i].function != current_function_decl)
			continue;
		if (gimple_code(checks[i].stmt) == GIMPLE_COND)
			plant_condition(i);
		else
			plant_call(i);
		any = true;
	}
	return any;
}
