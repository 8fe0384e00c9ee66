/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/lower/computation.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/lower.h"

static void find_mark(gimple *stmt, computation *ret)
{
	const mark &m = mark_all()[marker_number(stmt)];
	unsigned nr = gimple_call_num_args(stmt);

	if (m.form == MARK_SELECT)
		*ret = { NOP_EXPR, integer_zero_node, NULL_TREE };
	else
		*ret = { m.code, gimple_call_arg(stmt, nr - 2),
			 nr == 3 ? gimple_call_arg(stmt, 0) : NULL_TREE };
}

bool computation_find(gimple *stmt, computation *ret)
{
	if (marker_number(stmt) >= 0) {
		find_mark(stmt, ret);
		return true;
	}
	if (!is_gimple_assign(stmt) || gimple_num_ops(stmt) > 3)
		return false;
	*ret = { gimple_assign_rhs_code(stmt), gimple_assign_rhs1(stmt), gimple_assign_rhs2(stmt) };
	if (gimple_assign_single_p(stmt))
		ret->code = NOP_EXPR;
	return true;
}

gimple *computation_definition(tree op)
{
	return TREE_CODE(op) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF(op) ? SSA_NAME_DEF_STMT(op)
									 : NULL;
}

bool computation_is_call(gimple *stmt)
{
	return is_gimple_call(stmt) && !gimple_call_internal_p(stmt) && marker_number(stmt) < 0;
}

const char *computation_callee(gimple *stmt)
{
	static const char builtin[] = "__builtin_";
	tree decl = computation_is_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	const char *name = decl && DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : NULL;

	return name && !strncmp(name, builtin, sizeof(builtin) - 1) ? name + sizeof(builtin) - 1
								    : name;
}

edge computation_only_way(basic_block bb)
{
	gcond *cond = safe_dyn_cast<gcond *>(block_last(bb));
	gimple *def = cond ? computation_definition(gimple_cond_lhs(cond)) : NULL;
	edge yes, no;
	tree truth;

	if (!def || marker_number(def) < 0 || mark_all()[marker_number(def)].form != MARK_SELECT)
		return NULL;
	truth = fold_binary(gimple_cond_code(cond), boolean_type_node,
			    build_zero_cst(TREE_TYPE(gimple_cond_lhs(cond))),
			    gimple_cond_rhs(cond));
	if (!truth || TREE_CODE(truth) != INTEGER_CST)
		return NULL;
	extract_true_false_edges_from_block(bb, &yes, &no);
	return integer_zerop(truth) ? no : yes;
}
