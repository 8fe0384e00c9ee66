/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the switched copy of a function by GCC's own versioning, and the tests at the entries
 * (clone.h). The clone keeps every option that gives the program its meaning; it only loses passes
 * that cost compile time.
 */
#include "plugin/lower/clone.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/own_options.h"
#include "plugin/lower/unit.h"

#include "gimple-predict.h"

#include "remt/unit.h"

/*
 * True for a function whose stack GCC cleans (-fstrub, attribute strub, from GCC 14 on). A function
 * for which GCC has chosen how to do that can't be copied any more.
 */
static bool is_strubbed(tree decl)
{
	tree strub = lookup_attribute("strub", DECL_ATTRIBUTES(decl)), mode;

	if (!strub)
		strub = lookup_attribute("strub", TYPE_ATTRIBUTES(TREE_TYPE(decl)));
	mode = strub ? TREE_VALUE(strub) : NULL_TREE;
	if (mode && TREE_CODE(mode) == TREE_LIST)
		mode = TREE_VALUE(mode);
	return strub && !(mode && TREE_CODE(mode) == IDENTIFIER_NODE &&
			  (id_equal(mode, "disabled") || id_equal(mode, "callable")));
}

bool clone_can_copy(cgraph_node *node)
{
	struct function *fun = DECL_STRUCT_FUNCTION(node->decl);

	return !DECL_STATIC_CHAIN(node->decl) && !fun->static_chain_decl &&
	       !fun->has_nonlocal_label && !fun->has_forced_label_in_static && !fun->calls_setjmp &&
	       !is_strubbed(node->decl) && tree_versionable_function_p(node->decl);
}

bool clone_is_possible(cgraph_node *node)
{
	return !stdarg_p(TREE_TYPE(node->decl)) && clone_can_copy(node);
}

/*
 * True if NODE calls an always_inline function, which GCC can't inline into a function without
 * profiling.
 */
static bool needs_profile(cgraph_node *node)
{
	for (cgraph_edge *edge = node->callees; edge; edge = edge->next_callee) {
		tree attributes = DECL_ATTRIBUTES(edge->callee->decl);

		if (lookup_attribute("always_inline", attributes) &&
		    !lookup_attribute("no_profile_instrument_function", attributes))
			return true;
	}
	return false;
}

static void add_attribute(tree decl, const char *name)
{
	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier(name), NULL_TREE, DECL_ATTRIBUTES(decl));
}

static void set_attributes(tree decl, bool is_profiled)
{
	static const char *const dropped[] = { "always_inline",
					       "gnu_inline",
					       "constructor",
					       "destructor",
					       "alias",
					       "weak",
					       "section",
					       "flatten",
					       "noclone",
					       "used",
					       "externally_visible",
					       NULL };

	for (const char *const *name = dropped; *name; name++)
		DECL_ATTRIBUTES(decl) = remove_attribute(*name, DECL_ATTRIBUTES(decl));
	for (const char *name : { "cold", "noinline", "noclone" })
		add_attribute(decl, name);
	/* A profile and gcov count the plain body, not the clone. */
	if (!is_profiled)
		add_attribute(decl, "no_profile_instrument_function");
	DECL_DISREGARD_INLINE_LIMITS(decl) = 0;
	DECL_DECLARED_INLINE_P(decl) = 0;
	DECL_UNINLINABLE(decl) = 1;
	/* a mutant may return where the original (noreturn) does not */
	TREE_THIS_VOLATILE(decl) = 0;
	DECL_PURE_P(decl) = 0;
	TREE_READONLY(decl) = 0;
	DECL_ARTIFICIAL(decl) = 1;
}

/*
 * Switches off passes that cost compile time, as the clone runs only while a mutant of its function
 * is on. Nothing is switched on, and no flag that changes what a program means is touched.
 */
static void set_optimization(tree decl)
{
	global_options.x_optimize = 1;
	global_options.x_flag_code_hoisting = 0;
	global_options.x_flag_expensive_optimizations = 0;
	global_options.x_flag_gcse = 0;
	global_options.x_flag_optimize_strlen = 0;
	global_options.x_flag_peephole2 = 0;
	global_options.x_flag_ree = 0;
	global_options.x_flag_rerun_cse_after_loop = 0;
	global_options.x_flag_schedule_insns_after_reload = 0;
	global_options.x_flag_store_merging = 0;
	global_options.x_flag_tree_loop_distribution = 0;
	global_options.x_flag_tree_loop_vectorize = 0;
	global_options.x_flag_tree_partial_pre = 0;
	global_options.x_flag_tree_pre = 0;
	global_options.x_flag_tree_slp_vectorize = 0;
	global_options.x_flag_tree_switch_conversion = 0;
	global_options.x_flag_tree_tail_merge = 0;
	global_options.x_flag_tree_vrp = 0;
	global_options.x_flag_unroll_loops = 0;
	DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl) =
		build_optimization_node(&global_options, &global_options_set);
}

/* Gives the clone DECL the options of ORIGINAL, without passes that cost compile time. */
static void choose_options(tree decl, tree original)
{
	own_options before;

	own_options_take(original, &before);
	if (optimize >= 1)
		set_optimization(decl);
	own_options_give_back(&before);
}

/*
 * Aligns the clone's variables as the plain body's. GCC gives variables of a cold function the
 * least alignment, and code may depend on the alignment of what it is given, even while the mutant
 * of another function is on. GCC decides the alignment later.
 */
static void align_variables(struct function *fun)
{
	unsigned i;
	tree var;

	push_cfun(fun);
	FOR_EACH_LOCAL_DECL(fun, i, var) {
		if (!VAR_P(var) || is_global_var(var) || DECL_HARD_REGISTER(var) || !DECL_SIZE(var))
			continue;
		if (AGGREGATE_TYPE_P(TREE_TYPE(var)))
			SET_DECL_ALIGN(var, LOCAL_DECL_ALIGNMENT(var));
	}
	pop_cfun();
}

cgraph_node *clone_create(cgraph_node *node)
{
	cgraph_node *clone = node->create_version_clone_with_body(vNULL, NULL, NULL, NULL, NULL,
								  "remt", NULL_TREE);

	if (clone) {
		/*
		 * In a K&R definition the entry test passes parameters that the body has already
		 * converted back from their promoted types.
		 */
		for (tree parm = DECL_ARGUMENTS(clone->decl); parm; parm = DECL_CHAIN(parm))
			DECL_ARG_TYPE(parm) = TREE_TYPE(parm);
		align_variables(DECL_STRUCT_FUNCTION(clone->decl));
		set_attributes(clone->decl, needs_profile(node));
		choose_options(clone->decl, node->decl);
	}
	return clone;
}

/* Returns the parameter's value on entry as an argument for a call. */
static tree argument(basic_block bb, tree parm)
{
	if (is_gimple_reg(parm))
		return get_or_create_ssa_default_def(cfun, parm);
	if (!is_gimple_reg_type(TREE_TYPE(parm)))
		return parm;
	return block_append_load(bb, parm);
}

/*
 * Appends the call of CLONE and the return. None of these statements has a location, so that gcov
 * and debuggers see no other lines than before.
 */
static void append_call(basic_block bb, tree clone)
{
	tree result = DECL_RESULT(current_function_decl), type = TREE_TYPE(result),
	     value = NULL_TREE;
	auto_vec<tree> args;
	gcall *call;

	for (tree parm = DECL_ARGUMENTS(current_function_decl); parm; parm = DECL_CHAIN(parm))
		args.safe_push(argument(bb, parm));
	call = gimple_build_call_vec(clone, args);
	if (!VOID_TYPE_P(type)) {
		value = is_gimple_reg_type(type) && !DECL_BY_REFERENCE(result) ? make_ssa_name(type)
									       : result;
		gimple_call_set_lhs(call, value);
		if (aggregate_value_p(result, TREE_TYPE(current_function_decl)))
			gimple_call_set_return_slot_opt(call, true);
	}
	block_append(bb, gimple_build_predict(PRED_COLD_LABEL, NOT_TAKEN));
	block_append(bb, call);
	block_append(bb, gimple_build_return(value));
}

static bool has_loops(void)
{
	basic_block bb;
	bool found = false;

	mark_dfs_back_edges();
	FOR_EACH_BB_FN(bb, cfun) {
		edge e;
		edge_iterator ei;

		FOR_EACH_EDGE(e, ei, bb->succs)
			found |= (e->flags & EDGE_DFS_BACK) != 0;
	}
	return found;
}

static bool is_called_once(cgraph_node *node)
{
	cgraph_edge *e = node->callers;

	return !TREE_PUBLIC(node->decl) && !node->address_taken && e && !e->next_caller;
}

/* True if a clone may call NODE's plain body. */
static bool has_way_back(cgraph_node *node)
{
	tree attributes = DECL_ATTRIBUTES(node->decl);

	return !TREE_THIS_VOLATILE(node->decl) && !DECL_EXTERNAL(node->decl) &&
	       !lookup_attribute("always_inline", attributes) &&
	       !lookup_attribute("gnu_inline", attributes);
}

/*
 * A function with one caller is inlined there, which a second caller (the way back) would prevent.
 */
bool clone_is_noted(cgraph_node *node)
{
	return !has_loops() || (has_way_back(node) && !is_called_once(node));
}

/*
 * Returns the function that the clone calls to go back to the plain body. NULL: it continues
 * itself, which does the same more slowly. A public name may be bound to another definition, so it
 * is called by a local alias.
 */
static tree way_back(cgraph_node *original)
{
	symtab_node *alias;

	if (!original || !has_loops() || !has_way_back(original))
		return NULL_TREE;
	alias = TREE_PUBLIC(original->decl) ? original->noninterposable_alias() : original;
	return alias ? alias->decl : NULL_TREE;
}

/* Ends FROM: if (function_on & BIT) goto YES; else goto NO. */
static void append_bit_test(basic_block from, unsigned number, unsigned bit, basic_block yes,
			    basic_block no, profile_probability likely)
{
	tree flag = block_append_operation(from, unsigned_type_node, NOP_EXPR,
					   block_append_load(from, unit_function_flag(number)));
	tree set = block_append_operation(from, unsigned_type_node, BIT_AND_EXPR, flag,
					  build_int_cst(unsigned_type_node, bit));

	block_append(from, gimple_build_cond(NE_EXPR, set, build_zero_cst(unsigned_type_node),
					     NULL_TREE, NULL_TREE));
	block_branch(from, yes, no, likely);
}

void clone_add_note(cgraph_node *original, unsigned number)
{
	tree back = way_back(original);
	basic_block test = split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)));
	basic_block body = split_edge(single_succ_edge(test)), note = block_create(test), home;

	remove_edge(single_succ_edge(test));
	append_bit_test(test, number, REMT_NOTED, note, body, profile_probability::very_unlikely());
	block_append(note,
		     gimple_build_call(block_append_load(note, unit_enter()), 2, unit_address(),
				       build_int_cst(unsigned_type_node, number)));
	if (!back) {
		block_fallthru(note, body);
		return;
	}
	home = block_create(note);
	append_bit_test(note, number, REMT_SWITCHED, body, home, profile_probability::even());
	append_call(home, back);
	make_edge(home, EXIT_BLOCK_PTR_FOR_FN(cfun), 0)->probability =
		profile_probability::always();
}

void clone_add_entry_test(cgraph_node *clone, unsigned number)
{
	edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)), plain, e;
	basic_block test = split_edge(entry), call;
	tree flag = block_append_load(test, unit_function_flag(number));

	block_append(test, gimple_build_cond(NE_EXPR, flag, build_zero_cst(unsigned_char_type_node),
					     NULL_TREE, NULL_TREE));
	plain = single_succ_edge(test);
	plain->flags = (plain->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
	plain->probability = profile_probability::very_likely();
	call = block_create(test);
	e = make_edge(test, call, EDGE_TRUE_VALUE);
	e->probability = profile_probability::very_unlikely();
	append_call(call, clone->decl);
	make_edge(call, EXIT_BLOCK_PTR_FOR_FN(cfun), 0)->probability =
		profile_probability::always();
}
