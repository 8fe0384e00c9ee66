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
	    has_state(DECL_STRUCT_FUNCTION(decl)))
		return;
	node->make_decl_local();
}
