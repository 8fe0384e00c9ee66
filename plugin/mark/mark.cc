/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks the tree of a function and offers each operator to the families
 * of mark.h. A function is left alone as a whole if the user or one of its attributes asks for
 * that.
 */
#include "plugin/mark/mark.h"
#include "plugin/base/options.h"
#include "plugin/mark/unfold.h"

/* Offers an operator to the families; true: one of them took care of it. */
static bool mark_operator(tree *tp, walk *w)
{
	place at;

	if (!place_find(EXPR_LOCATION(*tp), &at) || place_token(at).kind != TOKEN_PUNCT)
		return false;
	if (place_token(at).directive) {
		skip_add(&at, REMT_SKIP_MACRO);
		return false;
	}
	if (place_is_muted(at)) {
		skip_add(&at, REMT_SKIP_USER);
		return false;
	}
	if (token_is(place_token(at), "["))
		return mark_subscript(tp, &at, w);
	return mark_increment(tp, &at, w) || mark_logical(tp, &at, w) ||
	       mark_relational(tp, &at, w, 0) || mark_unary(tp, &at, w) ||
	       mark_arithmetic(tp, &at, w);
}

/*
 * Walks (long)a / 2, which GCC computes in int, without marking the division: another operator
 * would give other results in int than in long.
 */
static bool skip_shortened(tree e, walk *w)
{
	tree inner = CONVERT_EXPR_P(e) ? TREE_OPERAND(e, 0) : NULL_TREE;
	place at, at_inner;

	if (!inner || !unfold_keeps_width() || !INTEGRAL_TYPE_P(TREE_TYPE(e)) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(inner)) ||
	    TYPE_PRECISION(TREE_TYPE(e)) <= TYPE_PRECISION(TREE_TYPE(inner)) ||
	    (TREE_CODE(inner) != TRUNC_DIV_EXPR && TREE_CODE(inner) != TRUNC_MOD_EXPR &&
	     TREE_CODE(inner) != RSHIFT_EXPR) ||
	    !place_find(EXPR_LOCATION(e), &at) || !place_find(EXPR_LOCATION(inner), &at_inner) ||
	    at.token != at_inner.token)
		return false;
	skip_add(&at, REMT_SKIP_FOLDED);
	mark_operands(inner, w);
	return true;
}

static void walk_node(tree *tp, walk *w)
{
	tree e = *tp;

	if (mark_structure(tp, w) || skip_shortened(e, w))
		return;
	if (TREE_CODE(e) >= OMP_PARALLEL && TREE_CODE(e) <= OMP_CLAUSE)
		return;
	if (EXPR_HAS_LOCATION(e) && mark_operator(tp, w))
		return;
	for (int i = 0; i < TREE_OPERAND_LENGTH(e); i++)
		if (TREE_OPERAND(e, i) && EXPR_P(TREE_OPERAND(e, i)))
			mark_tree(&TREE_OPERAND(e, i), w);
}

void mark_tree(tree *tp, walk *w)
{
	tree e = *tp;
	tree *known;

	if (!e || (!EXPR_P(e) && TREE_CODE(e) != STATEMENT_LIST && TREE_CODE(e) != CONSTRUCTOR))
		return;
	known = w->done->get(e);
	if (known) {
		*tp = *known;
		return;
	}
	walk_node(tp, w);
	w->done->put(e, *tp);
}

void mark_statement(tree *tp, walk *w, bool is_deletable)
{
	tree e = *tp;

	mark_tree(tp, w);
	if (is_deletable && *tp && EXPR_P(*tp) && *tp == e)
		mark_deletion(tp, w);
}

/*
 * Finds a call that must be optimised away: a mutant of the condition before it would not compile.
 */
static tree find_forbidden_call(tree *tp, int *, void *)
{
	tree callee = TREE_CODE(*tp) == CALL_EXPR ? get_callee_fndecl(*tp) : NULL_TREE;

	return callee && lookup_attribute("error", DECL_ATTRIBUTES(callee)) ? callee : NULL_TREE;
}

static bool function_is_treatable(tree fundecl)
{
	static const char *const attributes[] = { "naked",	"noipa", "interrupt",
						  "no_reorder", "ifunc", NULL };
	place at;

	if (DECL_ARTIFICIAL(fundecl) || !DECL_SAVED_TREE(fundecl))
		return false;
	for (const char *const *name = attributes; *name; name++)
		if (lookup_attribute(*name, DECL_ATTRIBUTES(fundecl)))
			return false;
	/* -fstrub=strict lets such a function call no other, and a mark is a call. */
	if (lookup_attribute("strub", TYPE_ATTRIBUTES(TREE_TYPE(fundecl))))
		return false;
	if (walk_tree_without_duplicates(&DECL_SAVED_TREE(fundecl), find_forbidden_call, NULL))
		return false;
	return place_find(DECL_SOURCE_LOCATION(fundecl), &at) && options_has_file(at.file->path) &&
	       options_has_function(IDENTIFIER_POINTER(DECL_NAME(fundecl)));
}

void mark_function(tree fundecl)
{
	hash_map<tree, tree> done;
	walk w = { fundecl, &done, 0, false, NULL };

	/* A precompiled header would keep the marks but not the sites. */
	if (!pch_file && function_is_treatable(fundecl))
		mark_tree(&DECL_SAVED_TREE(fundecl), &w);
	for (cgraph_node *node = first_nested_function(cgraph_node::get_create(fundecl)); node;
	     node = next_nested_function(node))
		mark_function(node->decl);
}
