/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/lower/ask.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/synthetic.h"
#include "plugin/lower/unit.h"

#include "remt/unit.h"

static GTY(()) tree function;

static const struct ggc_root_tab ask_roots[] = {
	{ &function, 1, sizeof(function), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	LAST_GGC_ROOT_TAB,
};

void ask_register_roots(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *)ask_roots);
}

/* Ends BB: if (FIRST CODE SECOND) goto YES; else goto NO. */
static void append_branch(basic_block bb, tree first, enum tree_code code, tree second,
			  basic_block yes, basic_block no)
{
	block_append(bb, gimple_build_cond(code, first, second, NULL_TREE, NULL_TREE));
	block_branch(bb, yes, no, profile_probability::even());
}

/* Returns the flag of site NUMBER as an unsigned. */
static tree append_flag(basic_block bb, tree number)
{
	tree index = block_append_operation(bb, sizetype, NOP_EXPR, number);
	tree place =
		block_append_operation(bb, ptr_type_node, POINTER_PLUS_EXPR, unit_address(), index);

	return block_append_operation(bb, unsigned_type_node, NOP_EXPR,
				      block_append_load(bb, unit_site_flag_at(place)));
}

/* Takes one execution off the fuel; returns the fuel that is left. */
static tree append_burn(basic_block bb)
{
	tree left =
		block_append_operation(bb, integer_type_node, PLUS_EXPR,
				       block_append_load(bb, unit_fuel()), integer_minus_one_node);

	block_append(bb, gimple_build_assign(unit_fuel(), left));
	return left;
}

static void append_hook(basic_block bb, tree site, tree k, tree arg)
{
	tree hook = block_append_load(bb, unit_hook());
	gcall *call = gimple_build_call(hook, 4, unit_address(), site, k, arg);

	synthetic_return(bb, block_append_call(bb, unsigned_type_node, call));
}

static tree number(unsigned value)
{
	return build_int_cst(unsigned_type_node, value);
}

static void build(basic_block entry, tree site, tree k, tree arg)
{
	basic_block enter = block_create(entry), off = block_create(enter), on = block_create(off);
	basic_block known = block_create(on), burnt = block_create(known),
		    direct = block_create(burnt);
	basic_block spent = block_create(direct), hook = block_create(spent);
	tree flag;

	append_branch(entry, k, GE_EXPR, number(REMT_PART), enter, hook);
	flag = append_flag(enter, site);
	append_branch(enter, flag, EQ_EXPR, number(0), off, on);
	synthetic_return(off, number(REMT_FINAL));
	append_branch(on, flag, NE_EXPR, number(REMT_ASK), known, hook);
	append_branch(known, append_burn(known), GE_EXPR, integer_zero_node, burnt, spent);
	append_branch(spent, block_append_load(spent, unit_hook()), EQ_EXPR, null_pointer_node,
		      burnt, hook);
	append_branch(burnt, flag, EQ_EXPR, number(REMT_COUNT), off, direct);
	synthetic_return(direct, block_append_operation(direct, unsigned_type_node, BIT_IOR_EXPR,
							flag, number(REMT_FINAL)));
	append_hook(hook, site, k, arg);
}

tree ask_function(void)
{
	auto_vec<tree> types, parms;
	basic_block entry;

	if (function)
		return function;
	for (unsigned i = 0; i < 2; i++)
		types.safe_push(unsigned_type_node);
	types.safe_push(long_long_unsigned_type_node);
	function = synthetic_declare("remt.ask", unsigned_type_node, types, &parms);
	entry = synthetic_begin(function);
	build(entry, synthetic_parameter(parms[0]), synthetic_parameter(parms[1]),
	      synthetic_parameter(parms[2]));
	synthetic_end(function);
	return function;
}
