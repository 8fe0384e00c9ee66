/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks the arguments of calls. */
#include "plugin/base/compat.h"
#include "plugin/mark/mark.h"

static bool is_always_inline(tree fundecl)
{
	return lookup_attribute("always_inline", DECL_ATTRIBUTES(fundecl));
}

/*
 * Finds what needs a constant operand: assembler, machine instructions, and functions made of
 * these.
 */
static tree find_need_of_constants(tree *tp, int *, void *data)
{
	tree callee = TREE_CODE(*tp) == CALL_EXPR ? get_callee_fndecl(*tp) : NULL_TREE;
	hash_set<tree> *seen = (hash_set<tree> *)data;

	if (TREE_CODE(*tp) == ASM_EXPR || (callee && fndecl_built_in_p(callee, BUILT_IN_MD)))
		return *tp;
	if (!callee || !is_always_inline(callee) || seen->add(callee))
		return NULL_TREE;
	if (!DECL_SAVED_TREE(callee))
		return *tp;
	return walk_tree_without_duplicates(&DECL_SAVED_TREE(callee), find_need_of_constants, data);
}

/* True if the call's operands must stay as they are. */
static bool call_is_opaque(tree call)
{
	tree callee = get_callee_fndecl(call);
	hash_set<tree> seen;

	if (!callee)
		return false;
	if (is_always_inline(callee) && find_need_of_constants(&call, NULL, &seen))
		return true;
	if (lookup_attribute("error", DECL_ATTRIBUTES(callee)))
		return true;
	if (fndecl_built_in_p(callee, BUILT_IN_MD))
		return true;
	if (fndecl_built_in_p(callee, BUILT_IN_NORMAL))
		switch (DECL_FUNCTION_CODE(callee)) {
		case BUILT_IN_CONSTANT_P:
		case BUILT_IN_OBJECT_SIZE:
		case BUILT_IN_CLASSIFY_TYPE:
		case BUILT_IN_VA_START:
		case BUILT_IN_VA_END:
		case BUILT_IN_VA_COPY:
		case BUILT_IN_NEXT_ARG: return true;
		default: return false;
		}
	return false;
}

/* Returns the type of the parameter I; NULL: the call has no prototype that tells. */
static tree parameter_type(tree call, int i)
{
	tree fn = CALL_EXPR_FN(call), list;

	if (!fn || !POINTER_TYPE_P(TREE_TYPE(fn)))
		return NULL_TREE;
	for (list = TYPE_ARG_TYPES(TREE_TYPE(TREE_TYPE(fn))); list && i > 0; i--)
		list = TREE_CHAIN(list);
	return list && list != void_list_node ? TREE_VALUE(list) : NULL_TREE;
}

/*
 * Marks an argument that is a literal or a variable. A literal for a narrow parameter has the
 * promoted type before GCC 16 and is marked in that. What becomes of it is converted as C does: any
 * number but 0 is one and the same bool.
 */
static void mark_argument(tree *arg, tree parameter, extent ext, walk *w)
{
	tree type = TREE_TYPE(*arg), promoted;
	bool is_truth = parameter && compat_is_truth(parameter) && TYPE_PRECISION(parameter) == 1;
	/* an enumeration of bool is converted by way of bool */
	tree truth =
		is_truth && TREE_CODE(parameter) != BOOLEAN_TYPE ? boolean_type_node : parameter;

	if (TREE_CODE(*arg) != INTEGER_CST || !INTEGRAL_TYPE_P(type) ||
	    (!is_truth && TYPE_PRECISION(type) >= TYPE_PRECISION(integer_type_node))) {
		mark_leaf(arg, ext, false, w);
		return;
	}
	promoted = fold_convert(integer_type_node, *arg);
	mark_leaf(&promoted, ext, false, w);
	if (CONSTANT_CLASS_P(promoted))
		return;
	if (is_truth)
		promoted = build2(NE_EXPR, truth, promoted, integer_zero_node);
	*arg = is_truth && type == truth ? promoted : build1(NOP_EXPR, type, promoted);
}

void mark_call(tree call, walk *w)
{
	source_range range = get_range_from_loc(line_table, EXPR_LOCATION(call));
	tree callee = get_callee_fndecl(call);
	place close;
	bool has_text;

	if (call_is_opaque(call) || compat_is_assumption(call))
		return;
	if (CALL_EXPR_FN(call) && !callee)
		mark_tree(&CALL_EXPR_FN(call), w);
	has_text = place_find(range.m_finish, &close) && token_is(place_token(close), ")") &&
		   place_token(close).match >= 0;
	for (int i = 0; i < call_expr_nargs(call); i++) {
		tree *arg = &CALL_EXPR_ARG(call, i);
		extent ext;

		if (!CONSTANT_CLASS_P(*arg))
			mark_tree(arg, w);
		if (has_text && !(callee && fndecl_built_in_p(callee) && !DECL_NAME(callee)) &&
		    (!callee ||
		     strncmp(IDENTIFIER_POINTER(DECL_NAME(callee)), "__builtin_", 10) != 0) &&
		    extent_argument(close.file, place_token(close).match, i, &ext))
			mark_argument(arg, parameter_type(call, i), ext, w);
	}
}
