/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers what the families ask about operands: whether an operand of the tree is written within an
 * extent, whether it must stay as it is, and how text is made of it. Locations decide; values are
 * not compared here.
 */
#include "plugin/base/compat.h"
#include "plugin/mark/mark.h"
#include "plugin/mark/unfold.h"

bool type_is_plain(tree type)
{
	if (INTEGRAL_TYPE_P(type))
		return TREE_CODE(type) == BOOLEAN_TYPE ||
		       TYPE_PRECISION(type) == GET_MODE_PRECISION(SCALAR_INT_TYPE_MODE(type));
	return POINTER_TYPE_P(type) || (SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_TYPE_P(type));
}

/* True if a macro stands in the extent: the text then does not show every name. */
static bool has_macro(const extent *ext)
{
	for (int i = ext->first; i <= ext->last; i++) {
		const token &t = ext->file->tokens[i];

		if (t.kind == TOKEN_WORD &&
		    compat_is_macro(get_identifier_with_length(t.text, t.length)))
			return true;
	}
	return false;
}

static bool location_is_in(location_t loc, const extent *ext)
{
	place at;

	if (place_find(loc, &at) && at.file == ext->file && extent_contains(ext, at.token))
		return true;
	loc = linemap_resolve_location(line_table, get_pure_location(loc),
				       LRK_MACRO_EXPANSION_POINT, NULL);
	return place_find(loc, &at) && at.file == ext->file && extent_contains(ext, at.token);
}

/* GCC's location of such an operand is the operator before it, or x itself. */
bool tree_is_made_truth(tree e)
{
	place at;

	return (TREE_CODE(e) == NE_EXPR || TREE_CODE(e) == EQ_EXPR) &&
	       CONSTANT_CLASS_P(TREE_OPERAND(e, 1)) && place_find(EXPR_LOCATION(e), &at) &&
	       !token_is(place_token(at), "!") && !token_is(place_token(at), "==") &&
	       !token_is(place_token(at), "!=");
}

/*
 * True for the address that the front end made of an array or a function. GCC's location of it is
 * the operator before it.
 */
static bool tree_is_made_address(tree e)
{
	place at;

	return TREE_CODE(e) == ADDR_EXPR &&
	       !(place_find(EXPR_LOCATION(e), &at) && token_is(place_token(at), "&"));
}

bool operand_is_in(tree operand, const extent *ext)
{
	for (;;) {
		if (CONSTANT_CLASS_P(operand))
			return true;
		if (tree_is_made_truth(operand) || tree_is_made_address(operand)) {
			operand = TREE_OPERAND(operand, 0);
			continue;
		}
		if (EXPR_P(operand) && EXPR_HAS_LOCATION(operand) &&
		    TREE_CODE(operand) != SAVE_EXPR && !CONVERT_EXPR_P(operand))
			return location_is_in(EXPR_LOCATION(operand), ext);
		if (DECL_P(operand))
			return !DECL_NAME(operand) ||
			       extent_has_word(ext, IDENTIFIER_POINTER(DECL_NAME(operand))) ||
			       has_macro(ext);
		if (!EXPR_P(operand) || !TREE_OPERAND_LENGTH(operand) || !TREE_OPERAND(operand, 0))
			return true;
		operand = TREE_OPERAND(operand, 0);
	}
}

bool operand_is_narrowed(tree operand, tree type)
{
	if (TYPE_PRECISION(type) < TYPE_PRECISION(integer_type_node))
		return true;
	if (unfold_is_active() || !CONVERT_EXPR_P(operand))
		return false;
	tree inner = TREE_TYPE(TREE_OPERAND(operand, 0));

	return INTEGRAL_TYPE_P(inner) && TYPE_PRECISION(inner) > TYPE_PRECISION(type);
}

void token_operator(const token &t, char *buffer)
{
	buffer[0] = 0;
	if (t.kind == TOKEN_PUNCT && t.length <= 3) {
		memcpy(buffer, t.text, t.length);
		buffer[t.length] = 0;
	}
}

char *text_binary(const extent *left, const char *op, const extent *right)
{
	char *a = extent_text(left), *b = extent_text(right);
	char *text = xasprintf("((%s) %s (%s))", a, op, b);

	free(a);
	free(b);
	return text;
}

/* True for a call with effects; a sanitizer's calls have none. */
static bool is_effective_call(tree call)
{
	tree callee = get_callee_fndecl(call);

	if (!CALL_EXPR_FN(call) || (call_expr_flags(call) & (ECF_CONST | ECF_PURE)))
		return false;
	return !callee || !DECL_NAME(callee) ||
	       !strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), "__ubsan_");
}

/* Finds what has effects or may trap, whatever the compiler's options say of trapping. */
static tree find_duty(tree *tp, int *walk_subtrees, void *)
{
	tree e = *tp;

	switch (TREE_CODE(e)) {
	case CALL_EXPR: return is_effective_call(e) ? e : NULL_TREE;
	case TRUNC_DIV_EXPR:
	case TRUNC_MOD_EXPR:
		return TREE_CODE(TREE_OPERAND(e, 1)) == INTEGER_CST &&
				       !integer_zerop(TREE_OPERAND(e, 1))
			       ? NULL_TREE
			       : e;
	case INDIRECT_REF:
	case MEM_REF:
	case ARRAY_REF:
	case MODIFY_EXPR:
	case INIT_EXPR:
	case PREINCREMENT_EXPR:
	case PREDECREMENT_EXPR:
	case POSTINCREMENT_EXPR:
	case POSTDECREMENT_EXPR:
	case VA_ARG_EXPR:
	case TARGET_EXPR:
	case BIND_EXPR:
	case STATEMENT_LIST:
	case ASM_EXPR: return e;
	default: break;
	}
	if (DECL_P(e))
		*walk_subtrees = 0;
	return (DECL_P(e) || REFERENCE_CLASS_P(e)) && TREE_THIS_VOLATILE(e) ? e : NULL_TREE;
}

bool tree_must_stay(tree e)
{
	return walk_tree_without_duplicates(&e, find_duty, NULL) != NULL_TREE;
}

char *text_truth(tree e, const char *text, int value)
{
	if (tree_must_stay(e))
		return xasprintf(value ? "((%s) || 1)" : "((%s) && 0)", text);
	return xstrdup(value ? "1" : "0");
}
