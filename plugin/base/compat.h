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

/* Returns the flag that keeps GCC from telling any warning while it is true. */
static inline bool *compat_inhibit_warnings(void)
{
#if GCCPLUGIN_VERSION >= 14000 /* members of the context were renamed, 2023 */
	return &global_dc->m_inhibit_warnings;
#else
	return &global_dc->dc_inhibit_warnings;
#endif
}

/* Returns the first `asm` outside functions from NODE on, NODE included; NULL if there is none. */
#if GCCPLUGIN_VERSION >= 16000 /* asm and symbols are one chain of top-level nodes, 2025 */
static inline asm_node *compat_next_assembly(toplevel_node *node)
{
	while (node && !is_a<asm_node *>(node))
		node = node->next;
	return node ? as_a<asm_node *>(node) : NULL;
}
#else
static inline asm_node *compat_next_assembly(asm_node *node)
{
	return node;
}
#endif

/*
 * True if CALL, of an internal function, stands for a variable that becomes 0 where it has no initial value:
 * -ftrivial-auto-var-init=zero.
 */
static inline bool compat_is_zero_init(gcall *call)
{
#if GCCPLUGIN_VERSION >= 12000 /* the option, 2021 */
	return gimple_call_internal_p(call, IFN_DEFERRED_INIT) && gimple_call_lhs(call) &&
	       TREE_CODE(gimple_call_arg(call, 0)) == INTEGER_CST &&
	       tree_to_uhwi(gimple_call_arg(call, 1)) == AUTO_INIT_ZERO;
#else
	(void)call;
	return false;
#endif
}

/* Returns the *LENGTH bytes of EXPR, each an element of an initial value; NULL if EXPR is another
 * thing. GCC keeps tables in this way from release 15 on. */
static inline const char *compat_raw_data(tree expr, size_t *length)
{
#if GCCPLUGIN_VERSION >= 15000
	if (TREE_CODE(expr) == RAW_DATA_CST) {
		*length = RAW_DATA_LENGTH(expr);
		return RAW_DATA_POINTER(expr);
	}
#endif
	(void)expr;
	*length = 0;
	return NULL;
}

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

/* True for a type whose values are true and false alone: bool, or an enumeration of it. */
static inline bool compat_is_truth(tree type)
{
#if GCCPLUGIN_VERSION >= 13000 /* enumerations can name their type, 2022 */
	if (TREE_CODE(type) == ENUMERAL_TYPE && ENUM_UNDERLYING_TYPE(type))
		return TREE_CODE(ENUM_UNDERLYING_TYPE(type)) == BOOLEAN_TYPE;
#endif
	return TREE_CODE(type) == BOOLEAN_TYPE ||
	       lookup_attribute("hardbool", TYPE_ATTRIBUTES(type));
}

/* True for __attribute__((assume)). GCC drops it at -O0. */
static inline bool compat_is_assumption(tree call)
{
#if GCCPLUGIN_VERSION >= 13000 /* the attribute, 2022 */
	return !CALL_EXPR_FN(call) && CALL_EXPR_IFN(call) == IFN_ASSUME;
#else
	(void)call;
	return false;
#endif
}

/* True for the internal function that __attribute__((assume)) has become. */
static inline bool compat_is_assumption_function(internal_fn fn)
{
#if GCCPLUGIN_VERSION >= 13000
	return fn == IFN_ASSUME;
#else
	(void)fn;
	return false;
#endif
}

/* Returns what points-to analysis says of the returned pointers; before release 14, of what escapes. */
static inline pt_solution *compat_escaped_return(void)
{
#if GCCPLUGIN_VERSION >= 14000 /* told apart, 2023 */
	return &cfun->gimple_df->escaped_return;
#else
	return &cfun->gimple_df->escaped;
#endif
}

/* True if the identifier is defined as a macro now. */
static inline bool compat_is_macro(tree identifier)
{
	return cpp_macro_p(C_CPP_HASHNODE(identifier));
}

#endif
