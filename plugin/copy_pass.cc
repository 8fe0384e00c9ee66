/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of functions (lower/copy.h) are looked at when GCC has done what it does with each function alone, before it
 * looks at the unit as a whole. There the compilation ends: nobody asks for its code.
 */
#include "plugin/copy_pass.h"
#include "plugin/base/gcc.h"
#include "plugin/base/options.h"
#include "plugin/lower/copy.h"

/* Functions with more blocks: of these, what finds values of variables takes a third of the time. */
#define MAX_BLOCKS 450

namespace
{
const pass_data note_data = {
	GIMPLE_PASS, "remt_note", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

class note_pass : public gimple_opt_pass
{
      public:
	note_pass() : gimple_opt_pass(note_data, g)
	{
	}

	unsigned int execute(function *) final override
	{
		copies_note();
		return 0;
	}
};

const pass_data tell_data = {
	SIMPLE_IPA_PASS, "remt_tell", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

class tell_pass : public simple_ipa_opt_pass
{
      public:
	tell_pass() : simple_ipa_opt_pass(tell_data, g)
	{
	}

	unsigned int execute(function *) final override
	{
		if (seen_error())
			return 0;
		copies_tell(options_copies_result());
		exit(SUCCESS_EXIT_CODE);
	}
};
} /* namespace */

/* Leaves out of copies what makes no code equal, and all that follows when they are noted. */
static void before_pass(void *gate, void *)
{
	static const char *const idle[] = { "profile_estimate", "modref",	    "early_objsz",
					    "fnsplit",		"local-pure-const", "iftoswitch" };
	static const char *const dear[] = { "evrp", "dom", "ealias", "dse", "switchconv" };

	if (!current_function_decl || !copies_has(current_function_decl))
		return;
	if (copies_is_noted(current_function_decl))
		*(bool *)gate = false;
	for (const char *name : idle)
		if (!strcmp(current_pass->name, name))
			*(bool *)gate = false;
	for (const char *name : dear)
		if (!strcmp(current_pass->name, name) && n_basic_blocks_for_fn(cfun) > MAX_BLOCKS)
			*(bool *)gate = false;
}

static void add(const char *plugin_name, opt_pass *pass, const char *after)
{
	struct register_pass_info info = { pass, after, 1, PASS_POS_INSERT_AFTER };

	register_callback(plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

void copy_pass_register(const char *plugin_name)
{
	/* What is added later comes before what was added behind the same pass. */
	add(plugin_name, new note_pass, "release_ssa");
	add(plugin_name, make_pass_phiopt(g), "release_ssa");
	add(plugin_name, make_pass_dominator(g), "release_ssa");
	add(plugin_name, new tell_pass, "opt_local_passes");
	register_callback(plugin_name, PLUGIN_OVERRIDE_GATE, before_pass, NULL);
}
