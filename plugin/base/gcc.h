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
#include "varasm.h"
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

#endif
