/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences between the versions of GCC; no other file tests them. GCCPLUGIN_VERSION is the
 * version whose headers are used. __GNUC__ and GCC_VERSION belong to the compiler that compiles the
 * plugin: don't use them here.
 */
#ifndef PLUGIN_BASE_COMPAT_H
#define PLUGIN_BASE_COMPAT_H

#include "plugin/base/gcc.h"

#include "cpplib.h"

/* GCC never warns about EXPR again. */
static inline void compat_suppress_warning(tree expr)
{
#if GCCPLUGIN_VERSION >= 12000 /* warning_suppressed_p replaced TREE_NO_WARNING, 2021 */
	suppress_warning(expr);
#else
	TREE_NO_WARNING(expr) = 1;
#endif
}

/*
 * GCC does not warn "control reaches end" for this function: only a deleted call can make control
 * reach it.
 */
static inline void compat_suppress_return_warning(tree fundecl)
{
#if GCCPLUGIN_VERSION >= 12000
	suppress_warning(fundecl, OPT_Wreturn_type);
#else
	TREE_NO_WARNING(fundecl) = 1;
#endif
}

/* True if the identifier is defined as a macro now. */
static inline bool compat_is_macro(tree identifier)
{
	return cpp_macro_p(C_CPP_HASHNODE(identifier));
}

#endif
