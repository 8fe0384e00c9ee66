/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's headers in the one order that works. */
#ifndef PLUGIN_GCC_H
#define PLUGIN_GCC_H

#include "gcc-plugin.h"
#include "plugin-version.h"

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
#include "c-family/c-common.h"
#include "c-tree.h"
#include "diagnostic.h"

/*
 * lto1 loads the plugin, too: of the C front end it must not miss variables, or functions whose
 * address is taken.  What is only called is looked for when it is called, which it never is.
 */
extern decltype(pch_file) pch_file __attribute__((weak));
extern tree pointer_int_sum(location_t, enum tree_code, tree, tree, bool) __attribute__((weak));
extern tree shorten_compare(location_t, tree *, tree *, tree *, enum tree_code *) __attribute__((weak));
extern tree decl_constant_value(tree) __attribute__((weak));
extern tree convert_to_integer(tree, tree) __attribute__((weak));
extern tree convert_to_integer_maybe_fold(tree, tree, bool) __attribute__((weak));
extern tree convert(tree, tree) __attribute__((weak));
extern tree build_binary_op(location_t, enum tree_code, tree, tree, bool) __attribute__((weak));

#endif
