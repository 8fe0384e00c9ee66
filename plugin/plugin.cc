/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plugin of one GCC, which remt.so (loader.c) loads: plants mutants into C programs.
 *
 *   PLUGIN_START_PARSE_FUNCTION    folding for optimisation off
 *   PLUGIN_FINISH_PARSE_FUNCTION   folding on again
 *   PLUGIN_PRE_GENERICIZE          marks (mark/mark.h), string literals (mark/string_literal.h)
 *   PLUGIN_FINISH_DECL             string literals in initial values
 *   pass "remt"                    table, clones, lowering (pass.cc)
 *
 * The plugin leaves preprocessed text alone, and the loader other languages and link-time compilation.
 *
 * Debugging: -fdump-tree-original shows the marks, -fdump-tree-all the clones (NAME.remt). Run with
 * -fchecking and --param ggc-min-expand=0 --param ggc-min-heapsize=0.
 */
#include "plugin/base/gcc.h"

#include "plugin/base/options.h"
#include "plugin/base/quiet.h"
#include "plugin/copy_pass.h"
#include "plugin/describe/reading.h"
#include "plugin/ir/address.h"
#include "plugin/lower/ask.h"
#include "plugin/lower/helper.h"
#include "plugin/lower/unit.h"
#include "plugin/mark/mark.h"
#include "plugin/mark/string_literal.h"
#include "plugin/mark/unfold.h"
#include "plugin/pass.h"

#include "toplev.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

static vec<int> saved_levels;

/*
 * Without the detour of unfold.h, optimize = 0 while parsing at least keeps connectors whole. It
 * also decides __builtin_constant_p too early: that is why the detour comes first.
 */
static void start_function(void *, void *)
{
	saved_levels.safe_push(optimize);
	if (!unfold_is_active())
		optimize = 0;
	unfold_begin();
}

static void finish_function(void *, void *)
{
	if (saved_levels.is_empty())
		return;
	optimize = saved_levels.pop();
	unfold_end();
}

static void pre_genericize(void *fundecl, void *)
{
	if (seen_error())
		return;
	mark_function((tree)fundecl);
	if (!options_copies())
		string_literals_replace((tree)fundecl);
}

static void finish_decl(void *decl, void *)
{
	if (!seen_error() && !options_copies())
		string_literals_replace_initial((tree)decl);
}

/*
 * True if the input was preprocessed before. Such text has lost the columns behind each macro and
 * each run of blanks, so that an operator would be taken for its neighbour.
 */
static bool is_preprocessed(void)
{
	for (unsigned i = 1; i < save_decoded_options_count; i++)
		if (save_decoded_options[i].opt_index == OPT_fpreprocessed &&
		    save_decoded_options[i].value)
			return true;
	return false;
}

static void print_mismatch(const struct plugin_gcc_version *version)
{
	error("remt: this plugin was built for GCC %s (%s, %s) but is loaded into GCC %s (%s, %s): configure remt with "
	      "%<--with-gcc%>=the compiler in use",
	      gcc_version.basever, gcc_version.datestamp, gcc_version.devphase, version->basever,
	      version->datestamp, version->devphase);
}

__attribute__((visibility("default"))) int plugin_init(struct plugin_name_args *info,
						       struct plugin_gcc_version *version)
{
	static struct plugin_info about = { "1", "remt: plants mutants for mutation testing" };

	if (!plugin_default_version_check(version, &gcc_version)) {
		print_mismatch(version);
		return 1;
	}
	if (!options_read(info->argc, info->argv))
		return 1;
	if (is_preprocessed()) {
		inform(UNKNOWN_LOCATION,
		       "remt: no mutants in %qs: it was preprocessed before (%<-save-temps%>, "
		       "%<-no-integrated-cpp%>, a compiler cache), which loses the columns",
		       main_input_filename);
		return 0;
	}
	if (options_ir() && !options_copies()) {
		/* Calls of functions in the unit keep to the ABI: the evaluator takes the callee's place. */
		flag_ipa_ra = 0;
		flag_ipa_stack_alignment = 0;
	}
	reading_register(info->base_name);
	marker_register_roots(info->base_name);
	unit_register_roots(info->base_name);
	ask_register_roots(info->base_name);
	helper_register_roots(info->base_name);
	addresses_register(info->base_name);
	register_callback(info->base_name, PLUGIN_INFO, NULL, &about);
	register_callback(info->base_name, PLUGIN_START_PARSE_FUNCTION, start_function, NULL);
	register_callback(info->base_name, PLUGIN_FINISH_PARSE_FUNCTION, finish_function, NULL);
	register_callback(info->base_name, PLUGIN_PRE_GENERICIZE, pre_genericize, NULL);
	register_callback(info->base_name, PLUGIN_FINISH_DECL, finish_decl, NULL);
	pass_register(info->base_name);
	if (options_copies())
		copy_pass_register(info->base_name);
	quiet_prepare(info->base_name);
	unfold_prepare();
	return 0;
}
