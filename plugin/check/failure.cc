/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the blocks from which every way leads to a failure, as a fixed point over the function's
 * graph: a block fails if it tells a failure itself, or if all edges out of it lead to failing
 * blocks. Calls are judged by name and by attribute; values of counters are not followed.
 */
#include "plugin/check/failure.h"
#include "plugin/base/blocks.h"
#include "plugin/base/name_list.h"
#include "plugin/base/options.h"
#include "plugin/lower/computation.h"

/*
 * By block index, for the current function: true if control that reaches the block reaches a
 * failure.
 */
static auto_vec<bool> fails;

/* True for calls that never return and tell no failure: jumps, skips, exit(0) and exit(77). */
static bool is_harmless(gimple *stmt)
{
	static const char *const jumps[] = {
		"longjmp",   "_longjmp",    "siglongjmp", "__longjmp_chk", "pthread_exit",
		"thrd_exit", "unreachable", "_skip",	  "g_test_skip",   NULL
	};
	static const char *const ends[] = { "exit", "_exit", "_Exit", "quick_exit", NULL };
	const char *name = computation_callee(stmt);

	if (!name)
		return false;
	if (name_is_listed(name, ends) && gimple_call_num_args(stmt) == 1) {
		tree status = gimple_call_arg(stmt, 0);

		return TREE_CODE(status) == INTEGER_CST &&
		       (integer_zerop(status) || wi::to_wide(status) == 77);
	}
	return name_is_listed(name, jumps);
}

/* True for a function of this unit that can't return. */
static bool never_returns(tree decl)
{
	cgraph_node *node = cgraph_node::get(decl);
	struct function *fun = DECL_STRUCT_FUNCTION(decl);
	basic_block bb;

	if (!node || !node->has_gimple_body_p() || !fun || !fun->cfg || fun == cfun ||
	    EDGE_COUNT(EXIT_BLOCK_PTR_FOR_FN(fun)->preds))
		return false;
	FOR_EACH_BB_FN(bb, fun)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (computation_is_call(gsi_stmt(i)) &&
			    gimple_call_noreturn_p(gsi_stmt(i)) && !is_harmless(gsi_stmt(i)))
				return true;
	return false;
}

static bool is_failing_call(gimple *stmt)
{
	static const char *const known[] = {
		"_fail",	"UnityFail", "_ck_assert_failed", "g_assertion_message*",
		"g_test_fail*", NULL
	};
	const char *name = computation_callee(stmt);

	if (!computation_is_call(stmt) || is_harmless(stmt))
		return false;
	if (gimple_call_noreturn_p(stmt))
		return true;
	return name && (name_is_listed(name, known) || options_is_failure(name) ||
			never_returns(gimple_call_fndecl(stmt)));
}

/* Returns the user's name for what an assignment writes, or NULL. */
static const char *target_name(tree lhs)
{
	tree decl = lhs;

	if (TREE_CODE(decl) == SSA_NAME)
		decl = SSA_NAME_VAR(decl);
	else if (TREE_CODE(decl) == COMPONENT_REF)
		decl = TREE_OPERAND(decl, 1);
	else if (TREE_CODE(decl) == MEM_REF &&
		 computation_definition(TREE_OPERAND(decl, 0)) == NULL &&
		 TREE_CODE(TREE_OPERAND(decl, 0)) == SSA_NAME)
		decl = SSA_NAME_VAR(TREE_OPERAND(decl, 0));
	return decl && DECL_P(decl) && DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : NULL;
}

/* True for x = x + C with a constant C > 0, and for the store of such a sum. */
static bool grows(gimple *stmt)
{
	computation c;

	if (!computation_find(stmt, &c))
		return false;
	if (c.code == NOP_EXPR && computation_definition(c.first) &&
	    !computation_find(computation_definition(c.first), &c))
		return false;
	return c.code == PLUS_EXPR && c.second && TREE_CODE(c.second) == INTEGER_CST &&
	       tree_int_cst_sgn(c.second) > 0;
}

static bool is_counted(gimple *stmt)
{
	static const char *const names[] = { "*[Ff]ail*",  "*FAIL*",	    "*[Ee]rr*", "*ERR*",
					     "*[Ww]rong*", "*[Mm]ismatch*", "*[Bb]ad*", NULL };
	tree lhs = gimple_get_lhs(stmt);
	const char *name = lhs && INTEGRAL_TYPE_P(TREE_TYPE(lhs)) ? target_name(lhs) : NULL;
	computation c;

	if (!name || !name_is_listed(name, names))
		return false;
	if (grows(stmt))
		return true;
	return (name_is_listed(name, (const char *const[]){ "*[Ff]ail*", "*FAIL*", NULL })) &&
	       computation_find(stmt, &c) && c.code == NOP_EXPR &&
	       TREE_CODE(c.first) == INTEGER_CST && !integer_zerop(c.first);
}

/* True if a statement of BB tells a failure. */
static bool tells(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (is_failing_call(gsi_stmt(i)) || is_counted(gsi_stmt(i)))
			return true;
	return false;
}

/* Returns the value that main() returns. NULL: the current function is another one. */
static tree main_result(void)
{
	edge e;
	edge_iterator i;

	if (!MAIN_NAME_P(DECL_NAME(current_function_decl)))
		return NULL_TREE;
	FOR_EACH_EDGE(e, i, EXIT_BLOCK_PTR_FOR_FN(cfun)->preds)
		if (greturn *ret = safe_dyn_cast<greturn *>(block_last(e->src)))
			return gimple_return_retval(ret);
	return NULL_TREE;
}

/* True if main() returns a constant other than 0 and 77 when E is taken. */
static bool returns_failure(edge e)
{
	tree value = main_result();
	gimple *def = value ? computation_definition(value) : NULL;
	computation c;

	if (!def || gimple_code(def) != GIMPLE_PHI || gimple_bb(def) != e->dest)
		return false;
	value = PHI_ARG_DEF_FROM_EDGE(as_a<gphi *>(def), e);
	def = computation_definition(value);
	if (def && computation_find(def, &c) && c.code == NOP_EXPR)
		value = c.first;
	return TREE_CODE(value) == INTEGER_CST && !integer_zerop(value) && wi::to_wide(value) != 77;
}

static bool way_fails(edge e)
{
	return !(e->flags & (EDGE_EH | EDGE_ABNORMAL)) &&
	       (returns_failure(e) || fails[e->dest->index]);
}

/* True if all ways out of BB lead to a failure. */
static bool all_fail(basic_block bb)
{
	edge only = computation_only_way(bb), e;
	edge_iterator i;

	if (only)
		return way_fails(only);
	FOR_EACH_EDGE(e, i, bb->succs)
		if (!way_fails(e))
			return false;
	return EDGE_COUNT(bb->succs) > 0;
}

void failures_find(void)
{
	bool changed = true;
	basic_block bb;

	fails.truncate(0);
	fails.safe_grow_cleared(last_basic_block_for_fn(cfun), true);
	FOR_EACH_BB_FN(bb, cfun)
		fails[bb->index] = tells(bb);
	while (changed) {
		changed = false;
		FOR_EACH_BB_REVERSE_FN(bb, cfun)
			if (!fails[bb->index] && all_fail(bb))
				changed = fails[bb->index] = true;
	}
}

edge failure_way(basic_block bb)
{
	edge yes, no;

	if (!safe_dyn_cast<gcond *>(block_last(bb)) || computation_only_way(bb))
		return NULL;
	extract_true_false_edges_from_block(bb, &yes, &no);
	if (way_fails(yes) == way_fails(no))
		return NULL;
	return way_fails(yes) ? yes : no;
}
