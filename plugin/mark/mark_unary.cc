/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks unary minus and complement, ++ and --. */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"

bool mark_unary(tree *tp, const place *at, walk *w)
{
	tree e = *tp;
	const char *token = TREE_CODE(e) == NEGATE_EXPR	   ? "-"
			    : TREE_CODE(e) == BIT_NOT_EXPR ? "~"
							   : NULL;
	proposal p = { { at->file, at->token, at->token }, MARK_VALUE, TREE_CODE(e) };
	int number;

	if (!token || !token_is(place_token(*at), token) ||
	    token_precedence(at->file, at->token) >= 0 || !type_is_plain(TREE_TYPE(e)))
		return false;
	if (options_has(REMT_OODL))
		proposal_add(&p, REMT_OODL, token, "+", &p.where, xstrdup("+"),
			     { REALIZE_FIRST, ERROR_MARK, 0, 0, 0 }, 0);
	mark_tree(&TREE_OPERAND(e, 0), w);
	number = proposal_commit(&p, w->function);
	if (number >= 0)
		*tp = mark_value(EXPR_LOCATION(e), TREE_TYPE(e), number, TREE_OPERAND(e, 0),
				 NULL_TREE);
	return true;
}

/* Returns the type in which a step is marked: a bit-field's own type has no machine mode. */
static tree step_type(tree type)
{
	if (type_is_plain(type) || TREE_CODE(type) != INTEGER_TYPE)
		return type;
	return TYPE_PRECISION(type) <= TYPE_PRECISION(integer_type_node) ? integer_type_node
									 : long_integer_type_node;
}

/* Builds the mark of a step. For a bit-field it is converted, which wraps as in C. */
static tree mark_step(location_t loc, tree step, int number)
{
	tree own = TREE_TYPE(step), type = step_type(own);
	tree value = mark_value(loc, type, number, type == own ? step : fold_convert(type, step),
				NULL_TREE);

	return type == own ? value : build1(NOP_EXPR, own, value);
}

/*
 * Marks the step instead of the operation, so that the node stays an lvalue with its old and new
 * value.
 */
bool mark_increment(tree *tp, const place *at, walk *w)
{
	tree e = *tp, step;
	bool is_plus = TREE_CODE(e) == PREINCREMENT_EXPR || TREE_CODE(e) == POSTINCREMENT_EXPR;
	bool is_minus = TREE_CODE(e) == PREDECREMENT_EXPR || TREE_CODE(e) == POSTDECREMENT_EXPR;
	const char *from = is_plus ? "++" : "--", *to = is_plus ? "--" : "++";
	proposal p = { { at->file, at->token, at->token }, MARK_VALUE, NOP_EXPR };
	int number;

	if ((!is_plus && !is_minus) || !token_is(place_token(*at), from))
		return false;
	mark_tree(&TREE_OPERAND(e, 0), w);
	step = TREE_OPERAND(e, 1);
	if (!step || !type_is_plain(step_type(TREE_TYPE(step))) ||
	    TREE_CODE(TREE_TYPE(e)) == BOOLEAN_TYPE || TREE_CODE(TREE_TYPE(step)) == BOOLEAN_TYPE ||
	    !CONSTANT_CLASS_P(step)) {
		skip_add(at, REMT_SKIP_SHAPE);
		return true;
	}
	if (options_has(REMT_OIDO))
		proposal_add(&p, REMT_OIDO, from, to, &p.where, xstrdup(to),
			     { REALIZE_NEGATED, ERROR_MARK, 0, 0, 0 }, 0);
	number = proposal_commit(&p, w->function);
	if (number >= 0)
		TREE_OPERAND(e, 1) = mark_step(EXPR_LOCATION(e), step, number);
	return true;
}
