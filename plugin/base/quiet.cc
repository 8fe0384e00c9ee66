/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/quiet.h"
#include "plugin/base/compat.h"

/* The name has a blank, so that no source can write it. */
static const char attribute_name[] = "remt quiet";

void quiet_function(tree fundecl)
{
	DECL_ATTRIBUTES(fundecl) =
		tree_cons(get_identifier(attribute_name), NULL_TREE, DECL_ATTRIBUTES(fundecl));
}

/* GCC can't choose warnings by function: they are switched before each pass instead. */
static void before_pass(void *, void *)
{
	static bool is_quiet, saved;
	bool wanted = current_function_decl &&
		      lookup_attribute(attribute_name, DECL_ATTRIBUTES(current_function_decl));

	if (wanted == is_quiet)
		return;
	is_quiet = wanted;
	if (wanted)
		saved = *compat_inhibit_warnings();
	*compat_inhibit_warnings() = wanted || saved;
}

void quiet_prepare(const char *base_name)
{
	/*
	 * The analyzer would walk the paths of the mutants, too: minutes and gigabytes for nothing.
	 */
	flag_analyzer = 0;
	register_callback(base_name, PLUGIN_OVERRIDE_GATE, before_pass, NULL);
}
