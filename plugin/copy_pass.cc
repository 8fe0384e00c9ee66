/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of functions (lower/copy.h) are numbered twice: when GCC has done what it does with each function alone, before
 * it looks at the unit as a whole, and when it has done all that it does before it makes instructions. Copies that have
 * one number early go no further than that, but for one of them. No code is made of any function: nobody asks for it.
 */
#include "plugin/copy_pass.h"
#include "plugin/base/gcc.h"
#include "plugin/base/options.h"
#include "plugin/lower/copy.h"

#include "dominance.h"

/* Functions with more blocks: of these, what finds values of variables takes a third of the time. */
#define HUGE_BLOCKS 450

namespace
{
const pass_data early_data = {
	GIMPLE_PASS, "remt_early", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

class early_pass : public gimple_opt_pass
{
      public:
	early_pass() : gimple_opt_pass(early_data, g)
	{
	}

	unsigned int execute(function *) final override
	{
		copies_note(false);
		return 0;
	}
};

const pass_data settle_data = {
	SIMPLE_IPA_PASS, "remt_settle", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

class settle_pass : public simple_ipa_opt_pass
{
      public:
	settle_pass() : simple_ipa_opt_pass(settle_data, g)
	{
	}

	unsigned int execute(function *) final override
	{
		copies_settle();
		return 0;
	}
};

const pass_data late_data = {
	GIMPLE_PASS, "remt_late", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

tree finished; /* the function of which no pass is left to do; not followed */

class late_pass : public gimple_opt_pass
{
      public:
	late_pass() : gimple_opt_pass(late_data, g)
	{
	}

	unsigned int execute(function *fun) final override
	{
		copies_note(true);
		free_dominance_info(fun, CDI_DOMINATORS);
		free_dominance_info(fun, CDI_POST_DOMINATORS);
		finished = current_function_decl;
		/* What GCC expects of a function of which it has made code. */
		TREE_ASM_WRITTEN(current_function_decl) = 1;
		return 0;
	}
};
} /* namespace */

static bool is_in(const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(current_pass->name, *names))
			return true;
	return false;
}

/* Leaves out of copies what makes no code equal, and of all functions what makes instructions. */
static void before_pass(void *gate, void *)
{
	static const char *const idle[] = {
		"profile_estimate", "modref",  "early_objsz", "fnsplit",     "local-pure-const",
		"iftoswitch",	    "waccess", "wrestrict",   "warn-printf", NULL,
	};
	static const char *const dear[] = { "evrp", "dom", "ealias", "dse", "switchconv", NULL };

	if (!current_function_decl)
		return;
	if (current_function_decl == finished)
		*(bool *)gate = false;
	if (!copies_has(current_function_decl))
		return;
	if (is_in(idle) || (is_in(dear) && n_basic_blocks_for_fn(cfun) > HUGE_BLOCKS &&
			    !copies_is_noted(current_function_decl)))
		*(bool *)gate = false;
}

static void end_function(void *, void *)
{
	finished = NULL_TREE;
}

static void end_unit(void *, void *)
{
	if (!seen_error())
		copies_tell(options_copies_result());
}

static void add(const char *plugin_name, opt_pass *pass, const char *after)
{
	struct register_pass_info info = { pass, after, 1, PASS_POS_INSERT_AFTER };

	register_callback(plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

void copy_pass_register(const char *plugin_name)
{
	add(plugin_name, new early_pass, "release_ssa");
	add(plugin_name, new settle_pass, "opt_local_passes");
	/* What is added later comes before what was added behind the same pass. */
	add(plugin_name, new late_pass, "optimized");
	add(plugin_name, make_pass_merge_phi(g), "optimized");
	register_callback(plugin_name, PLUGIN_OVERRIDE_GATE, before_pass, NULL);
	register_callback(plugin_name, PLUGIN_ALL_PASSES_END, end_function, NULL);
	register_callback(plugin_name, PLUGIN_FINISH_UNIT, end_unit, NULL);
}
