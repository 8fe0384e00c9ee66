/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Gives marks in the plain body back the form that the gimplifier would have made: operand order,
 * sanitizer checks, comparisons inside conditions. The result must equal what GCC makes without the
 * plugin, or the switched-off program would be another one.
 */
#include "plugin/lower/lower.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/alternative.h"
#include "plugin/lower/lower_switch.h"
#include "plugin/mark/mark.h"

#include "ssa-iterators.h"
#include "tree-ssa-operands.h"
#include "tree-ssa.h"

int marker_number(gimple *stmt)
{
	if (!is_gimple_call(stmt) || gimple_call_fndecl(stmt) != marker_decl())
		return -1;
	return tree_to_shwi(gimple_call_arg(stmt, gimple_call_num_args(stmt) - 1));
}

void marks_collect(auto_vec<gimple *> *ret)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, cfun)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (marker_number(gsi_stmt(i)) >= 0)
				ret->safe_push(gsi_stmt(i));
}

/* Returns the function by which -fsanitize=signed-integer-overflow checks this operation. */
static internal_fn checked_function(enum tree_code code, tree type)
{
	if (!(flag_sanitize & SANITIZE_SI_OVERFLOW) || !INTEGRAL_TYPE_P(type) ||
	    TYPE_OVERFLOW_WRAPS(type) || TREE_CODE(type) == BOOLEAN_TYPE)
		return IFN_LAST;
	switch (code) {
	case PLUS_EXPR: return IFN_UBSAN_CHECK_ADD;
	case MINUS_EXPR: return IFN_UBSAN_CHECK_SUB;
	case MULT_EXPR: return IFN_UBSAN_CHECK_MUL;
	default: return IFN_LAST;
	}
}

gimple *lower_operation(tree lhs, enum tree_code code, tree first, tree second)
{
	tree type = TREE_TYPE(lhs);
	internal_fn checked;

	if (!second && code == NEGATE_EXPR && checked_function(MINUS_EXPR, type) != IFN_LAST) {
		code = MINUS_EXPR;
		second = first;
		first = build_zero_cst(type);
	}
	checked = checked_function(code, type);
	if (checked != IFN_LAST && second) {
		gcall *call = gimple_build_call_internal(checked, 2, first, second);

		gimple_call_set_lhs(call, lhs);
		return call;
	}
	/* the gimplifier's order of operands */
	if (second && (commutative_tree_code(code) || TREE_CODE_CLASS(code) == tcc_comparison) &&
	    tree_swap_operands_p(first, second)) {
		std::swap(first, second);
		code = TREE_CODE_CLASS(code) == tcc_comparison ? swap_tree_comparison(code) : code;
	}
	return second ? gimple_build_assign(lhs, code, first, second)
		      : gimple_build_assign(lhs, code, first);
}

/* True for a variable of the user's. */
static bool is_users(tree name)
{
	return SSA_NAME_VAR(name) && !DECL_IGNORED_P(SSA_NAME_VAR(name));
}

/*
 * True if NAME keeps its assignment: a debugger stops at a user's variable, and gcov counts the arm
 * of a ?: by what stands in its block.
 */
static bool is_kept(tree name)
{
	imm_use_iterator i;
	use_operand_p use;

	if (is_users(name))
		return true;
	FOR_EACH_IMM_USE_FAST(use, i, name)
		if (gimple_code(USE_STMT(use)) == GIMPLE_PHI)
			return true;
	return false;
}

/* Replaces NAME, which became constant, and all that becomes constant by that. */
static void propagate_constant(tree name, tree value)
{
	auto_vec<gimple *> users;
	imm_use_iterator i;
	gimple *stmt;

	FOR_EACH_IMM_USE_STMT(stmt, i, name)
		if (is_gimple_assign(stmt))
			users.safe_push(stmt);
	replace_uses_by(name, value);
	for (gimple *user : users) {
		if (!gimple_bb(user) || !gimple_assign_single_p(user) ||
		    TREE_CODE(gimple_assign_lhs(user)) != SSA_NAME ||
		    !is_gimple_min_invariant(gimple_assign_rhs1(user)) ||
		    SSA_NAME_OCCURS_IN_ABNORMAL_PHI(gimple_assign_lhs(user)))
			continue;
		gimple_stmt_iterator gsi = gsi_for_stmt(user);
		tree lhs = gimple_assign_lhs(user);

		if (is_kept(lhs))
			continue;
		propagate_constant(lhs, gimple_assign_rhs1(user));
		gsi_remove(&gsi, true);
		release_ssa_name(lhs);
	}
}

/* Turns t = a < b; if (t != 0) … into if (a < b) … where nothing else uses t. */
static void forward_comparison(tree lhs, enum tree_code code, tree first, tree second)
{
	use_operand_p use;
	gimple *user;

	if (TREE_CODE(lhs) != SSA_NAME || !single_imm_use(lhs, &use, &user))
		return;
	if (is_gimple_assign(user) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(user))) {
		tree converted = gimple_assign_lhs(user);

		if (TREE_CODE(converted) != SSA_NAME || !single_imm_use(converted, &use, &user))
			return;
	}
	if (gimple_code(user) != GIMPLE_COND)
		return;
	gcond *cond = as_a<gcond *>(user);

	if (!integer_zerop(gimple_cond_rhs(cond)) ||
	    (gimple_cond_code(cond) != NE_EXPR && gimple_cond_code(cond) != EQ_EXPR))
		return;
	if (gimple_cond_code(cond) == EQ_EXPR)
		code = invert_tree_comparison(code, HONOR_NANS(first));
	if (code == ERROR_MARK)
		return;
	if (tree_swap_operands_p(first, second)) {
		std::swap(first, second);
		code = swap_tree_comparison(code);
	}
	gimple_cond_set_condition(cond, code, first, second);
	update_stmt(cond);
}

/* Removes definitions that forwarding left without a use. */
static void remove_unused(tree name)
{
	while (TREE_CODE(name) == SSA_NAME && has_zero_uses(name)) {
		gimple *def = SSA_NAME_DEF_STMT(name);
		tree next = NULL_TREE;

		if (!is_gimple_assign(def))
			return;
		if (CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(def)))
			next = gimple_assign_rhs1(def);
		gimple_stmt_iterator gsi = gsi_for_stmt(def);

		gsi_remove(&gsi, true);
		release_ssa_name(name);
		if (!next)
			return;
		name = next;
	}
}

/* Returns the name converted from LHS if that is its only use; else LHS. */
static tree last_conversion(tree lhs)
{
	use_operand_p use;
	gimple *user;

	if (TREE_CODE(lhs) == SSA_NAME && single_imm_use(lhs, &use, &user) &&
	    is_gimple_assign(user) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(user)) &&
	    TREE_CODE(gimple_assign_lhs(user)) == SSA_NAME)
		return gimple_assign_lhs(user);
	return lhs;
}

static void remove_mark(gimple *stmt)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	tree lhs = gimple_call_lhs(stmt);

	gsi_remove(&gsi, true);
	if (lhs && TREE_CODE(lhs) == SSA_NAME)
		release_ssa_name(lhs);
}

struct operation {
	enum tree_code code;
	tree first, second;
};

/* Turns t = a < b, marked as t != 0, into a < b where nothing else uses t. */
static void absorb_comparison(operation *o)
{
	tree name = o->first;

	if (o->code != NE_EXPR || !integer_zerop(o->second))
		return;
	while (TREE_CODE(name) == SSA_NAME && has_single_use(name) && !is_users(name) &&
	       is_gimple_assign(SSA_NAME_DEF_STMT(name))) {
		gimple *def = SSA_NAME_DEF_STMT(name);
		enum tree_code code = gimple_assign_rhs_code(def);

		if (TREE_CODE_CLASS(code) == tcc_comparison) {
			*o = { code, gimple_assign_rhs1(def), gimple_assign_rhs2(def) };
			return;
		}
		if (!CONVERT_EXPR_CODE_P(code))
			return;
		name = gimple_assign_rhs1(def);
	}
}

static operation operands_of(gimple *stmt, enum tree_code code)
{
	unsigned nr = gimple_call_num_args(stmt);

	return { code, gimple_call_arg(stmt, nr - 2),
		 nr == 3 ? gimple_call_arg(stmt, 0) : NULL_TREE };
}

/* Replaces the mark STMT by VALUE. */
static void replace_by_value(gimple *stmt, tree value)
{
	operation o = operands_of(stmt, NOP_EXPR);
	tree lhs = gimple_call_lhs(stmt);

	if (is_gimple_min_invariant(value))
		propagate_constant(lhs, value);
	else
		replace_uses_by(lhs, value);
	remove_mark(stmt);
	if (value != o.first)
		remove_unused(o.first);
	if (o.second && value != o.second)
		remove_unused(o.second);
}

/* Replaces the mark STMT by the operation O. */
static void replace_by_operation(gimple *stmt, operation o)
{
	tree lhs = gimple_call_lhs(stmt), first = o.first, target = lhs, last;
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	gimple *op;

	if (o.code == NE_EXPR && TREE_CODE(first) == INTEGER_CST && integer_zerop(o.second))
		o = { NOP_EXPR,
		      first = constant_boolean_node(!integer_zerop(first), TREE_TYPE(lhs)),
		      NULL_TREE };
	if (o.code == NOP_EXPR && TREE_CODE(lhs) == SSA_NAME && !is_kept(lhs) &&
	    !SSA_NAME_OCCURS_IN_ABNORMAL_PHI(lhs)) {
		replace_by_value(stmt, first);
		return;
	}
	if (TREE_CODE(lhs) != SSA_NAME)
		target = make_ssa_name(TREE_TYPE(lhs));
	absorb_comparison(&o);
	op = o.code == NOP_EXPR ? gimple_build_assign(target, first)
				: lower_operation(target, o.code, o.first, o.second);
	gimple_set_location(op, gimple_location(stmt));
	gsi_replace(&gsi, op, false);
	if (target != lhs) {
		gsi_insert_after(&gsi, gimple_build_assign(lhs, target), GSI_NEW_STMT);
	} else if (TREE_CODE_CLASS(o.code) == tcc_comparison) {
		remove_unused(first);
		last = last_conversion(lhs);
		forward_comparison(lhs, o.code, o.first, o.second);
		remove_unused(last);
	}
}

/* Replaces a mark by its original operation. */
static void plain_mark(gimple *stmt, const mark &m)
{
	if (!gimple_call_lhs(stmt)) {
		remove_mark(stmt);
	} else if (m.form == MARK_VALUE) {
		replace_by_operation(stmt, operands_of(stmt, m.code));
	} else {
		propagate_constant(gimple_call_lhs(stmt), integer_zero_node);
		remove_mark(stmt);
	}
}

void lower_plain(void)
{
	auto_vec<gimple *> stmts;

	marks_collect(&stmts);
	for (gimple *stmt : stmts)
		plain_mark(stmt, mark_all()[marker_number(stmt)]);
}

/*
 * The same for a factor and a sum, as the text has them: signed overflow is undefined. Operands narrower than int need a
 * conversion.
 */
static bool find_linear(tree type, const realize &how, tree first, operation *ret)
{
	tree value = alternative_number(type, how.value);

	if (how.factor == 0)
		*ret = { NOP_EXPR, value, NULL_TREE };
	else if (how.factor > 0)
		*ret = { PLUS_EXPR, first, value };
	else if (how.value == 0)
		*ret = { NEGATE_EXPR, first, NULL_TREE };
	else
		*ret = { MINUS_EXPR, value, first };
	return how.factor == 0 || !INTEGRAL_TYPE_P(type) ||
	       TYPE_PRECISION(type) >= TYPE_PRECISION(integer_type_node);
}

/* What the mark STMT computes by HOW. False: several operations. */
static bool find_alternative(gimple *stmt, const realize &how, operation *ret)
{
	operation o = operands_of(stmt, NOP_EXPR);
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(gimple_call_lhs(stmt)));

	switch (how.kind) {
	case REALIZE_CODE: *ret = { how.code, o.first, o.second }; return how.delta == 0;
	case REALIZE_CODE_SWAPPED: *ret = { how.code, o.second, o.first }; return true;
	case REALIZE_BOOLEAN:
	case REALIZE_INTEGER:
		*ret = { NOP_EXPR, build_int_cst(type, how.value), NULL_TREE };
		return true;
	case REALIZE_FIRST: *ret = { NOP_EXPR, o.first, NULL_TREE }; return true;
	case REALIZE_SECOND: *ret = { NOP_EXPR, o.second, NULL_TREE }; return true;
	case REALIZE_NEGATED: *ret = { NEGATE_EXPR, o.first, NULL_TREE }; return true;
	case REALIZE_LINEAR: return find_linear(type, how, o.first, ret);
	case REALIZE_SHIFTED:
	case REALIZE_SELECT: break;
	}
	return false;
}

/* Replaces the mark STMT by what HOW computes in several operations. */
static void replace_by_computation(gimple *stmt, const realize &how)
{
	operation o = operands_of(stmt, NOP_EXPR);
	tree lhs = gimple_call_lhs(stmt), value;
	basic_block bb = split_block(gimple_bb(stmt), stmt)->src;
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);

	gimple_call_set_lhs(stmt, NULL_TREE);
	gsi_remove(&gsi, true);
	value = alternative_append(bb, TYPE_MAIN_VARIANT(TREE_TYPE(lhs)), how, o.first, o.second);
	block_append(bb, gimple_build_assign(lhs, value));
}

/* Replaces a mark by the alternative HOW, which has NUMBER. */
static void mutate_mark(gimple *stmt, const mark &m, unsigned number)
{
	const realize &how = m.realizes[number - 1];
	operation o;

	if (!gimple_call_lhs(stmt)) {
		remove_mark(stmt);
	} else if (m.form == MARK_SELECT) {
		propagate_constant(gimple_call_lhs(stmt),
				   build_int_cst(TREE_TYPE(gimple_call_lhs(stmt)), number));
		remove_mark(stmt);
	} else if (find_alternative(stmt, how, &o)) {
		replace_by_operation(stmt, o);
	} else {
		replace_by_computation(stmt, how);
	}
}

void lower_mutated(int site, unsigned alternative)
{
	auto_vec<gimple *> stmts;

	marks_collect(&stmts);
	for (gimple *stmt : stmts) {
		const mark &m = mark_all()[marker_number(stmt)];

		if (m.site == site)
			mutate_mark(stmt, m, alternative);
		else
			plain_mark(stmt, m);
	}
}

static bool is_in_loop(gimple *stmt)
{
	return !current_loops || bb_loop_depth(gimple_bb(stmt)) > 0;
}

void lower_switched(bool is_clone, tree function)
{
	auto_vec<gimple *> stmts;

	marks_collect(&stmts);
	for (gimple *stmt : stmts) {
		const mark &m = mark_all()[marker_number(stmt)];
		const site &s = site_all()[m.site];

		if (s.is_dropped || !gimple_call_lhs(stmt))
			plain_mark(stmt, m);
		else if (is_clone && !is_in_loop(stmt))
			switch_site_called(stmt, s, function);
		else
			switch_site_inline(stmt, m, s, function);
	}
}
