/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's headers in the one order that works. */
#ifndef PLUGIN_BASE_GCC_H
#define PLUGIN_BASE_GCC_H

#include "gcc-plugin.h"
#include "plugin-version.h"

/* clang-format off */
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "calls.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "stringpool.h"
#include "attribs.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "gimplify-me.h"
#include "gimple-walk.h"
#include "gimple-fold.h"
#include "tree-eh.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-inline.h"
#include "tree-nested.h"
#include "tree-dfa.h"
#include "tree-cfgcleanup.h"
#include "tree-iterator.h"
#include "cfgloop.h"
#include "internal-fn.h"
#include "langhooks.h"
#include "opts.h"
#include "context.h"
#include "target.h"
#include "tm_p.h"
#include "c-family/c-common.h"
#include "c-tree.h"
#include "diagnostic.h"
/* clang-format on */

/*
 * lto1 loads the plugin, too, but lacks the C front end. So its variables, and its functions whose
 * address is taken, are declared weak. A function that is only called is bound at the first call,
 * which lto1 never makes.
 */
extern decltype(pch_file) pch_file __attribute__((weak));
extern tree pointer_int_sum(location_t, enum tree_code, tree, tree, bool) __attribute__((weak));
extern tree shorten_compare(location_t, tree *, tree *, tree *, enum tree_code *)
	__attribute__((weak));
extern tree decl_constant_value(tree) __attribute__((weak));
extern tree convert_to_integer(tree, tree) __attribute__((weak));
extern tree convert_to_integer_maybe_fold(tree, tree, bool) __attribute__((weak));
extern tree convert(tree, tree) __attribute__((weak));
extern tree build_binary_op(location_t, enum tree_code, tree, tree, bool) __attribute__((weak));

/*
 * Functions that one version of GCC lacks or names otherwise. If they were not weak, that GCC would
 * refuse to load the plugin before the plugin could say that it was built for another version.
 */
__asm__(".weak _Z12copy_warningjj\n"
	".weak _Z19gimple_could_trap_pPK6gimple\n"
	".weak _Z19gimple_could_trap_pP6gimple\n"
	".weak _Z16suppress_warningP9tree_node8opt_codeb\n"
	".weak _Z14build_call_vecP9tree_nodeS0_PK3vecIS0_5va_gc8vl_embedE\n"
	".weak _Z14build_call_vecP9tree_nodeS0_P3vecIS0_5va_gc8vl_embedE\n"
	".weak _Z19gimple_build_switchP9tree_nodeS0_RK3vecIS0_7va_heap6vl_ptrE\n"
	".weak _Z19gimple_build_switchP9tree_nodeS0_3vecIS0_7va_heap6vl_ptrE\n"
	".weak _Z21gimple_build_call_vecP9tree_nodeRK3vecIS0_7va_heap6vl_ptrE\n"
	".weak _Z21gimple_build_call_vecP9tree_node3vecIS0_7va_heap6vl_ptrE\n"
	".weak _ZN11cgraph_node30create_version_clone_with_bodyE3vecIP11cgraph_edge7va_heap6vl_ptrE"
	"PS0_IP15ipa_replace_map5va_gc8vl_embedEP21ipa_param_adjustmentsP11bitmap_headP15basic_block_defPKcP9tree_node\n"
	".weak _ZN11cgraph_node30create_version_clone_with_bodyE3vecIP11cgraph_edge7va_heap6vl_ptrE"
	"PS0_IP15ipa_replace_map5va_gc8vl_embedEP21ipa_param_adjustmentsP11bitmap_headP15basic_block_defPKcP9tree_nodeb\n");

#endif
