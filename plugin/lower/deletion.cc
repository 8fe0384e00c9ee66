/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns marks of choice that delete a harmless assignment into marks of values (deletion.h). Only a
 * block with one effect qualifies: one store, or one variable in a register. Several effects, calls
 * and anything that can trap stay choices.
 */
#include "plugin/lower/deletion.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/lower.h"
#include "plugin/mark/mark.h"

/* The form `k = marker(n); if (k == 0) then …` and nothing else. */
struct deletion {
	gcall *choice;
	edge taken, skipped; /* edges out of the block with the mark: to `then`, and around it */
	basic_block then, join;
};

static bool is_deletion(const mark &m)
{
	const site &s = site_all()[m.site];

	return m.form == MARK_SELECT && !s.is_dropped && s.alternatives.length() == 1 &&
	       s.alternatives[0].op == REMT_SSDL;
}

/* Finds the parts around the mark STMT. False: the code has another form. */
static bool find_parts(gimple *stmt, deletion *d)
{
	basic_block head = gimple_bb(stmt);
	gimple *last = block_last(head);
	gcond *cond = last ? dyn_cast<gcond *>(last) : NULL;
	edge yes, no;

	if (!cond || !gimple_call_lhs(stmt) || gimple_cond_lhs(cond) != gimple_call_lhs(stmt) ||
	    !integer_zerop(gimple_cond_rhs(cond)) || !has_single_use(gimple_call_lhs(stmt)))
		return false;
	extract_true_false_edges_from_block(head, &yes, &no);
	if (gimple_cond_code(cond) == NE_EXPR)
		std::swap(yes, no);
	else if (gimple_cond_code(cond) != EQ_EXPR)
		return false;
	*d = { as_a<gcall *>(stmt), yes, no, yes->dest, no->dest };
	return single_pred_p(d->then) && single_succ_p(d->then) &&
	       single_succ(d->then) == d->join &&
	       !(single_succ_edge(d->then)->flags & EDGE_ABNORMAL);
}

/* True if STMT may be executed even where it was deleted. */
static bool is_harmless(gimple *stmt)
{
	int number = marker_number(stmt);

	if (number < 0)
		return is_gimple_assign(stmt) && !gimple_has_volatile_ops(stmt) &&
		       !gimple_could_trap_p(stmt);
	const mark &m = mark_all()[number];
	tree second = gimple_call_num_args(stmt) == 3 ? gimple_call_arg(stmt, 0) : NULL_TREE;

	return m.form == MARK_VALUE && !(m.infects & remt_alternative_bit(1)) &&
	       !operation_could_trap_p(m.code, FLOAT_TYPE_P(TREE_TYPE(gimple_call_arg(stmt, 0))),
				       flag_trapv, second);
}

/*
 * Finds the block's only statement that writes memory; RET is NULL if there is none. False: there
 * are others that do more than compute a value.
 */
static bool find_effect(basic_block bb, gimple **ret)
{
	*ret = NULL;
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);

		if (is_gimple_debug(stmt) || gimple_code(stmt) == GIMPLE_LABEL ||
		    gimple_code(stmt) == GIMPLE_NOP || gimple_code(stmt) == GIMPLE_PREDICT)
			continue;
		if (*ret || !is_harmless(stmt))
			return false;
		if (gimple_vdef(stmt))
			*ret = stmt;
	}
	return true;
}

/*
 * Finds the only register variable that the block changes; RET is NULL if there is none. False:
 * there are several.
 */
static bool find_changed(const deletion *d, gphi **ret)
{
	edge changed = single_succ_edge(d->then);

	*ret = NULL;
	for (gphi_iterator i = gsi_start_phis(d->join); !gsi_end_p(i); gsi_next(&i)) {
		gphi *phi = i.phi();

		if (virtual_operand_p(gimple_phi_result(phi)) ||
		    operand_equal_p(PHI_ARG_DEF_FROM_EDGE(phi, changed),
				    PHI_ARG_DEF_FROM_EDGE(phi, d->skipped), 0))
			continue;
		if (*ret || SSA_NAME_OCCURS_IN_ABNORMAL_PHI(gimple_phi_result(phi)))
			return false;
		*ret = phi;
	}
	return true;
}

/* Builds r = marker(AFTER, BEFORE, …) in TYPE, a mark of values. */
static gcall *build_comparison(const deletion *d, tree type, tree before, tree after)
{
	int number = mark_comparison(marker_number(d->choice));
	gcond *cond = as_a<gcond *>(block_last(gimple_bb(d->choice)));
	gimple_stmt_iterator gsi = gsi_for_stmt(d->choice);
	tree parameters = tree_cons(NULL_TREE, integer_type_node, void_list_node);
	gcall *call;

	parameters = tree_cons(NULL_TREE, type, tree_cons(NULL_TREE, type, parameters));
	call = gimple_build_call(marker_decl(), 3, before, after,
				 build_int_cst(integer_type_node, number));
	gimple_call_set_fntype(call, build_function_type(type, parameters));
	gimple_call_set_lhs(call, make_ssa_name(type));
	gimple_set_location(call, gimple_location(d->choice));
	gimple_cond_set_lhs(cond, integer_zero_node);
	update_stmt(cond);
	gsi_remove(&gsi, true);
	release_ssa_name(gimple_call_lhs(d->choice));
	return call;
}

static void compare_register(const deletion *d, gphi *phi)
{
	edge changed = single_succ_edge(d->then);
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(gimple_phi_result(phi))),
	     before = PHI_ARG_DEF_FROM_EDGE(phi, d->skipped);
	gimple_stmt_iterator end = gsi_last_bb(d->then);
	gcall *call;

	/* There is no old value before a variable's first assignment. */
	if (!type_is_plain(type) ||
	    (TREE_CODE(before) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF(before) &&
	     TREE_CODE(SSA_NAME_VAR(before)) == VAR_DECL))
		return;
	call = build_comparison(d, type, before, PHI_ARG_DEF_FROM_EDGE(phi, changed));
	gsi_insert_after(&end, call, GSI_NEW_STMT);
	SET_PHI_ARG_DEF(phi, changed->dest_idx, gimple_call_lhs(call));
}

static void compare_memory(const deletion *d, gimple *store)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(store);
	tree place = gimple_get_lhs(store), type = TYPE_MAIN_VARIANT(TREE_TYPE(place)), before;
	gimple *load;
	gcall *call;

	if (!gimple_assign_single_p(store) || tree_could_trap_p(place) ||
	    !is_gimple_reg_type(type) || !type_is_plain(type) ||
	    !is_gimple_val(gimple_assign_rhs1(store)))
		return;
	before = make_ssa_name(type);
	load = gimple_build_assign(before, unshare_expr(place));
	gsi_insert_before(&gsi, load, GSI_SAME_STMT);
	call = build_comparison(d, type, before, gimple_assign_rhs1(store));
	gsi_insert_before(&gsi, call, GSI_SAME_STMT);
	gimple_set_vuse(load, gimple_vuse(store));
	gimple_assign_set_rhs1(store, gimple_call_lhs(call));
	update_stmt(load);
	update_stmt(store);
}

static void compare(gimple *stmt)
{
	deletion d;
	gimple *effect;
	gphi *changed;

	if (!is_deletion(mark_all()[marker_number(stmt)]) || !find_parts(stmt, &d) ||
	    !find_effect(d.then, &effect) || !find_changed(&d, &changed))
		return;
	if (changed && !effect)
		compare_register(&d, changed);
	else if (effect && !changed)
		compare_memory(&d, effect);
}

void deletions_compare(void)
{
	auto_vec<gimple *> stmts;

	marks_collect(&stmts);
	for (gimple *stmt : stmts)
		compare(stmt);
}
