/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes functions that no source has, directly in GIMPLE (synthetic.h). They are not instrumented
 * at entry and exit, nor checked by the thread and address sanitizers.
 */
#include "plugin/lower/synthetic.h"
#include "plugin/base/blocks.h"

#include "tree-ssa.h"

/* Adds a parameter in front of the others. */
static tree add_parameter(tree decl, tree type)
{
	tree parm = build_decl(UNKNOWN_LOCATION, PARM_DECL, NULL_TREE, type);

	DECL_CONTEXT(parm) = decl;
	DECL_ARG_TYPE(parm) = type;
	DECL_ARTIFICIAL(parm) = 1;
	DECL_CHAIN(parm) = DECL_ARGUMENTS(decl);
	DECL_ARGUMENTS(decl) = parm;
	return parm;
}

static void add_result(tree decl, tree type)
{
	tree result = build_decl(BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, type);

	DECL_CONTEXT(result) = decl;
	DECL_ARTIFICIAL(result) = 1;
	DECL_IGNORED_P(result) = 1;
	DECL_RESULT(decl) = result;
}

static void add_attribute(tree decl, const char *name, tree value)
{
	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier(name), value, DECL_ATTRIBUTES(decl));
}

/*
 * Chooses small code without unwind tables. Nothing that is called from here unwinds, and tables
 * would be a third of such a function.
 */
static void set_optimization(tree decl)
{
	struct gcc_options saved = global_options;

	global_options.x_flag_asynchronous_unwind_tables = 0;
	global_options.x_flag_unwind_tables = 0;
	DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl) =
		build_optimization_node(&global_options, &global_options_set);
	global_options = saved;
}

tree synthetic_declare(const char *name, tree result, const vec<tree> &types, auto_vec<tree> *parms)
{
	tree type = build_function_type_array(result, types.length(),
					      const_cast<tree *>(types.address()));
	tree decl = build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);

	for (unsigned i = types.length(); i-- > 0;)
		parms->safe_push(add_parameter(decl, types[i]));
	parms->reverse();
	add_result(decl, result);
	TREE_STATIC(decl) = 1;
	TREE_USED(decl) = 1;
	TREE_NOTHROW(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_UNINLINABLE(decl) = 1;
	DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(decl) = 1;
	for (const char *attribute : { "cold", "noinline", "noclone", "noipa" })
		add_attribute(decl, attribute, NULL_TREE);
	/* Other threads read the flags while they are written. */
	add_attribute(decl, "no_sanitize",
		      build_int_cst(unsigned_type_node, SANITIZE_THREAD | SANITIZE_ADDRESS));
	set_optimization(decl);
	return decl;
}

basic_block synthetic_begin(tree decl)
{
	basic_block entry = init_lowered_empty_function(decl, true, profile_count::uninitialized());

	remove_edge(single_succ_edge(entry));
	return entry;
}

void synthetic_end(tree decl)
{
	mark_virtual_operands_for_renaming(cfun);
	update_ssa(TODO_update_ssa);
	if (current_loops)
		loops_state_set(LOOPS_NEED_FIXUP);
	cgraph_node::add_new_function(decl, true);
	cgraph_edge::rebuild_edges();
	set_cfun(NULL);
	current_function_decl = NULL_TREE;
}

tree synthetic_parameter(tree parm)
{
	return get_or_create_ssa_default_def(cfun, parm);
}

void synthetic_return(basic_block bb, tree value)
{
	block_append(bb, gimple_build_return(value));
	make_edge(bb, EXIT_BLOCK_PTR_FOR_FN(cfun), 0)->probability = profile_probability::always();
}
