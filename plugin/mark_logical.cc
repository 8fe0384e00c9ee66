/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * && and ||.  The alternative is chosen before the left operand is evaluated:
 * dropping it must not evaluate it.  With k the choice,
 *
 *   a && b:   P ? (k == LEFT || b) : k == OTHER     P = k == RIGHT || (a ? k != OTHER : k == OTHER)
 *   a || b:   P ? (k != LEFT && b) : k != OTHER     P = k == RIGHT || (a ? k == OTHER : k != OTHER)
 *
 * which folds to the plain form, jump by jump, when k is 0.  The || of a
 * comparison that never holds makes the gimplifier turn ?: into jumps.
 */
#include "mark.h"
#include "options.h"

static tree or_else(tree a, tree b)
{
	return build2(TRUTH_ORIF_EXPR, integer_type_node, a, b);
}

static tree jumping(tree condition, tree k)
{
	return or_else(condition, select_test(k, EQ_EXPR, -1));
}

static tree choose(tree condition, tree yes, tree no)
{
	return build3(COND_EXPR, integer_type_node, condition, yes, no);
}

static tree as_int(tree e)
{
	return TREE_TYPE(e) == integer_type_node ? e : build1(NOP_EXPR, integer_type_node, e);
}

/* Numbers of the alternatives, in the order of proposal. */
struct choice {
	int other, left, right; /* -2: not there */
};

static tree build_connector(tree e, bool is_and, tree k, const choice *c)
{
	tree a = TREE_OPERAND(e, 0), b = as_int(TREE_OPERAND(e, 1)), go_on, rest;
	enum tree_code go = is_and ? NE_EXPR : EQ_EXPR, stay = is_and ? EQ_EXPR : NE_EXPR;

	go_on = choose(a, select_test(k, go, c->other), select_test(k, stay, c->other));
	go_on = or_else(select_test(k, EQ_EXPR, c->right), go_on);
	if (is_and)
		rest = or_else(select_test(k, EQ_EXPR, c->left), b);
	else
		rest = build2(TRUTH_ANDIF_EXPR, integer_type_node, select_test(k, NE_EXPR, c->left),
			      b);
	return jumping(choose(go_on, rest, select_test(k, stay, c->other)), k);
}

static void propose(proposal *p, bool is_and, const extent *left, const extent *right, choice *c)
{
	const char *from = is_and ? "&&" : "||", *to = is_and ? "||" : "&&";
	extent whole = { left->file, left->first, right->last };
	char *a = extent_text(left), *b = extent_text(right);
	realize how = { REALIZE_SELECT, ERROR_MARK, 0, 0, 0 };

	*c = { -2, -2, -2 };
	if (options_has(REMT_OLLN)) {
		c->other = proposal_add(p, REMT_OLLN, from, to, &whole, text_binary(left, to, right), how, REMT_MUTANT_CONTROL);
		c->left = proposal_add(p, REMT_OLLN, from, "left", &whole, xasprintf("!!(%s)", a), how, REMT_MUTANT_CONTROL);
		c->right = proposal_add(p, REMT_OLLN, from, "right", &whole, xasprintf("!!(%s)", b), how, REMT_MUTANT_CONTROL);
	}
	free(a);
	free(b);
}

bool mark_logical(tree *tp, const place *at, walk *w)
{
	tree e = *tp, k;
	bool is_and = TREE_CODE(e) == TRUTH_ANDIF_EXPR;
	extent left, right;
	choice c;
	int number;
	proposal p = { { at->file, at->token, at->token }, MARK_SELECT, ERROR_MARK };

	if ((TREE_CODE(e) != TRUTH_ANDIF_EXPR && TREE_CODE(e) != TRUTH_ORIF_EXPR) || token_is(place_token(*at), "!"))
		return false;
	if (!token_is(place_token(*at), is_and ? "&&" : "||") || !extent_left(at->file, at->token, &left) ||
	    !extent_right(at->file, at->token, &right) || !operand_is_in(TREE_OPERAND(e, 0), &left) ||
	    !operand_is_in(TREE_OPERAND(e, 1), &right)) {
		skip_add(at, REMT_SKIP_FOLDED);
		return false;
	}
	propose(&p, is_and, &left, &right, &c);
	mark_operands(e, w);
	number = proposal_commit(&p, w->function);
	if (number < 0)
		return true;
	k = mark_select_once(EXPR_LOCATION(e), number);
	*tp = build2_loc(EXPR_LOCATION(e), COMPOUND_EXPR, integer_type_node, k, build_connector(e, is_and, k, &c));
	if (TREE_TYPE(e) != integer_type_node)
		*tp = build1(NOP_EXPR, TREE_TYPE(e), *tp);
	return true;
}
