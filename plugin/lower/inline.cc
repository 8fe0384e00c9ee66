/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/lower/inline.h"

/* True if FUNCTION has variables that are not each call's own: one definition must have them. */
static bool has_state(function *fun)
{
	tree decl;
	unsigned i;

	FOR_EACH_LOCAL_DECL(fun, i, decl)
		if (VAR_P(decl) && TREE_STATIC(decl) && !TREE_READONLY(decl))
			return true;
	return false;
}

/* True if the unit speaks of the function that NODE stands for by another declaration, too: its definition may call that. */
static bool has_other_declaration(cgraph_node *node)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(node->decl));
	cgraph_node *other;

	FOR_EACH_FUNCTION(other)
	if (other != node && DECL_ASSEMBLER_NAME_SET_P(other->decl) &&
	    symbol_table::assembler_names_equal_p(
		    name, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(other->decl))))
		return true;
	return false;
}

/* True if a definition of DECL's own in each unit would do other things than the one of the program. */
static bool is_one_of_a_kind(tree decl)
{
	/* GCC never inlines what must not be; a weak one gives way to that of the program. */
	return DECL_STATIC_CONSTRUCTOR(decl) || DECL_STATIC_DESTRUCTOR(decl) || DECL_WEAK(decl) ||
	       DECL_UNINLINABLE(decl) || fndecl_built_in_p(decl);
}

void inline_definition_keep(cgraph_node *node)
{
	tree decl = node->decl, attributes = DECL_ATTRIBUTES(decl);

	/* What GNU's inline means may differ from the function of that name, and may call it. */
	if (!DECL_EXTERNAL(decl) || !DECL_DECLARED_INLINE_P(decl) || flag_gnu89_inline ||
	    lookup_attribute("gnu_inline", attributes) ||
	    lookup_attribute("always_inline", attributes))
		return;
	/* Without inlining it is as if there were none. Functions are compared by their addresses. */
	if (!optimize || flag_no_inline || node->address_taken ||
	    has_state(DECL_STRUCT_FUNCTION(decl)) || is_one_of_a_kind(decl) ||
	    has_other_declaration(node))
		return;
	node->make_decl_local();
}
