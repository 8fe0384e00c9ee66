/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/reach.h"

/* True if other units, the linker or assembler text can refer to NODE. */
static bool is_root(symtab_node *node)
{
	tree decl = node->decl;

	return (TREE_PUBLIC(decl) && !DECL_EXTERNAL(decl)) || DECL_PRESERVE_P(decl) ||
	       (TREE_CODE(decl) == FUNCTION_DECL &&
		(DECL_STATIC_CONSTRUCTOR(decl) || DECL_STATIC_DESTRUCTOR(decl)));
}

static void push(symtab_node *node, hash_set<symtab_node *> *found, auto_vec<symtab_node *> *work)
{
	if (!found->add(node))
		work->safe_push(node);
}

void reach_find(hash_set<symtab_node *> *ret)
{
	auto_vec<symtab_node *> work;
	symtab_node *node;

	FOR_EACH_SYMBOL(node)
		if (is_root(node))
			push(node, ret, &work);
	while (!work.is_empty()) {
		symtab_node *from = work.pop();
		cgraph_node *caller = dyn_cast<cgraph_node *>(from);
		ipa_ref *ref;

		for (unsigned i = 0; from->iterate_reference(i, ref); i++)
			push(ref->referred, ret, &work);
		for (cgraph_edge *e = caller ? caller->callees : NULL; e; e = e->next_callee)
			push(e->callee, ret, &work);
	}
}
