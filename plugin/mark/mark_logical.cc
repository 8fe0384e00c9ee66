/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks && and ||. The alternative k is chosen before the left operand is evaluated, since dropping
 * that operand must not evaluate it. Two more marks tell where an alternative parts from the
 * original. F stands where the left operand alone decides: RIGHT and OTHER are infected there. E
 * stands where the right operand decides against the left one: LEFT and OTHER are infected there.
 *
 *   a && b:   P ? (k == LEFT || b || E == LEFT) : k == OTHER
 *             P = k == RIGHT || (a ? k != OTHER : F == OTHER)
 *   a || b:   P ? (k != LEFT && b && E != LEFT) : k != OTHER
 *             P = k == RIGHT || (a ? F == OTHER : k != OTHER)
 *
 * If all marks are 0, this folds to the plain form, jump by jump. A || with a comparison that never
 * holds makes the gimplifier turn ?: into jumps. Alternatives that part from the original in one
 * place do the same there, so that the hook may answer with any of them.
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"

static tree or_else(tree a, tree b)
{
	return build2(TRUTH_ORIF_EXPR, integer_type_node, a, b);
}

static tree and_then(tree a, tree b)
{
	return build2(TRUTH_ANDIF_EXPR, integer_type_node, a, b);
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

/* The numbers of the alternatives. */
struct choice {
	int left, other, right; /* -2: the alternative does not exist */
};

static unsigned bit(int alternative)
{
	return alternative > 0 ? remt_alternative_bit(alternative) : 0;
}

/*
 * Returns the alternatives that are infected wherever the connector is reached: they would skip
 * code with effects.
 */
static unsigned infected_at_once(tree e, const choice *c)
{
	return (TREE_SIDE_EFFECTS(TREE_OPERAND(e, 0)) ? bit(c->right) : 0) |
	       (TREE_SIDE_EFFECTS(TREE_OPERAND(e, 1)) ? bit(c->left) | bit(c->other) : 0);
}

static tree build_connector(tree e, bool is_and, tree k, int number, const choice *c)
{
	location_t loc = EXPR_LOCATION(e);
	tree a = TREE_OPERAND(e, 0), b = as_int(TREE_OPERAND(e, 1)), go_on, rest, short_cut, end;
	enum tree_code stay = is_and ? EQ_EXPR : NE_EXPR;

	short_cut = mark_select(loc, mark_parting(number, bit(c->other) | bit(c->right)));
	end = mark_select(loc, mark_parting(number, bit(c->left) | bit(c->other)));
	if (is_and)
		go_on = choose(a, select_test(k, NE_EXPR, c->other),
			       select_test(short_cut, EQ_EXPR, c->other));
	else
		go_on = choose(a, select_test(short_cut, EQ_EXPR, c->other),
			       select_test(k, NE_EXPR, c->other));
	go_on = or_else(select_test(k, EQ_EXPR, c->right), go_on);
	if (is_and)
		rest = or_else(select_test(k, EQ_EXPR, c->left),
			       or_else(b, select_test(end, EQ_EXPR, c->left)));
	else
		rest = and_then(select_test(k, NE_EXPR, c->left),
				and_then(b, select_test(end, NE_EXPR, c->left)));
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
		c->left = proposal_add(p, REMT_OLLN, from, "left", &whole, xasprintf("!!(%s)", a),
				       how, REMT_MUTANT_CONTROL);
		c->other = proposal_add(p, REMT_OLLN, from, to, &whole,
					text_binary(left, to, right), how, REMT_MUTANT_CONTROL);
		c->right = proposal_add(p, REMT_OLLN, from, "right", &whole, xasprintf("!!(%s)", b),
					how, REMT_MUTANT_CONTROL);
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
	unsigned infected;
	proposal p = { { at->file, at->token, at->token }, MARK_SELECT, ERROR_MARK };

	if ((TREE_CODE(e) != TRUTH_ANDIF_EXPR && TREE_CODE(e) != TRUTH_ORIF_EXPR) ||
	    token_is(place_token(*at), "!"))
		return false;
	if (!token_is(place_token(*at), is_and ? "&&" : "||") ||
	    !extent_left(at->file, at->token, &left) ||
	    !extent_right(at->file, at->token, &right) ||
	    !operand_is_in(TREE_OPERAND(e, 0), &left) ||
	    !operand_is_in(TREE_OPERAND(e, 1), &right)) {
		skip_add(at, REMT_SKIP_FOLDED);
		return false;
	}
	propose(&p, is_and, &left, &right, &c);
	infected = infected_at_once(e, &c);
	mark_branch(&TREE_OPERAND(e, 0), &left, w);
	mark_branch(&TREE_OPERAND(e, 1), &right, w);
	number = proposal_commit(&p, w->function);
	if (number < 0 && options_has(REMT_OLLN))
		skip_add(at, REMT_SKIP_FOLDED);
	if (number < 0)
		return true;
	k = mark_select_once(EXPR_LOCATION(e), mark_beside(number, infected));
	*tp = build2_loc(EXPR_LOCATION(e), COMPOUND_EXPR, integer_type_node, k,
			 build_connector(e, is_and, k, number, &c));
	if (TREE_TYPE(e) != integer_type_node)
		*tp = build1(NOP_EXPR, TREE_TYPE(e), *tp);
	return true;
}
