/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions as a whole: always true, always false, negated.  A condition
 * that is one relational operator gets these from that operator's mark; the
 * others are chosen before anything of the condition is evaluated:
 *
 *   k == TRUE || (k != FALSE && (c ? k != NEGATED : k == NEGATED))
 */
#include "mark.h"
#include "options.h"

/* Extent of the condition's text. */
static bool find_text(tree cond, location_t statement, enum condition_kind kind, extent *ret)
{
	place at;
	int keyword;

	if (!EXPR_P(cond) || !place_find(EXPR_LOCATION(cond), &at) || place_token(at).directive)
		return false;
	if (linemap_location_from_macro_expansion_p(line_table, EXPR_LOCATION(cond)) &&
	    linemap_location_from_macro_expansion_p(line_table, statement))
		return false;
	if (kind == CONDITION_RETURN)
		return extent_statement(at.file, at.token, ret) && token_is(at.file->tokens[ret->first], "return") &&
		       ++ret->first <= --ret->last;
	return extent_condition(at.file, at.token, ret, &keyword);
}

/* True if the text EXT is nothing but one relational expression, whose token is *AT. */
static bool is_relational(tree cond, extent ext, place *at)
{
	extent left, right;

	if (!COMPARISON_CLASS_P(cond) || !place_find(EXPR_LOCATION(cond), at) || at->file != ext.file)
		return false;
	extent_unwrap(&ext);
	int prec = token_precedence(at->file, at->token);

	return (prec == 6 || prec == 7) && extent_left(at->file, at->token, &left) &&
	       extent_right(at->file, at->token, &right) && left.first == ext.first && right.last == ext.last;
}

/* Operators that apply: a loop that never ends tells little. */
static unsigned applicable(enum condition_kind kind)
{
	unsigned ops = 1u << REMT_DCRF | 1u << REMT_OCNG;

	if (kind != CONDITION_LOOP || options_wide(REMT_DCRT))
		ops |= 1u << REMT_DCRT;
	return ops;
}

/* True for !x as a whole: dropping its operator is the same mutant as negating it. */
static bool is_negation(const extent *ext)
{
	extent rest = { ext->file, ext->first + 1, ext->last };

	if (!token_is(ext->file->tokens[ext->first], "!"))
		return false;
	for (int i = rest.first; i <= rest.last; i++) {
		if (ext->file->tokens[i].match > i)
			i = ext->file->tokens[i].match;
		else if (token_precedence(ext->file, i) >= 0 || token_is(ext->file->tokens[i], "?"))
			return false;
	}
	return true;
}

struct choice {
	int yes, no, negated; /* -2: not there */
};

static void propose(proposal *p, unsigned ops, const extent *ext, choice *c)
{
	char *text = extent_text(ext);
	realize how = { REALIZE_SELECT, ERROR_MARK, 0, 0, 0 };

	*c = { -2, -2, -2 };
	if (ops & (1u << REMT_DCRT) && options_has(REMT_DCRT))
		c->yes = proposal_add(p, REMT_DCRT, "condition", "true", ext, xstrdup("1"), how, REMT_MUTANT_CONTROL);
	if (options_has(REMT_DCRF))
		c->no = proposal_add(p, REMT_DCRF, "condition", "false", ext, xstrdup("0"), how, REMT_MUTANT_CONTROL);
	if (options_has(REMT_OCNG) && !(is_negation(ext) && options_has(REMT_OODL)))
		c->negated = proposal_add(p, REMT_OCNG, "condition", "negated", ext, xasprintf("!(%s)", text), how,
					  REMT_MUTANT_CONTROL);
	free(text);
}

static tree build_condition(tree cond, tree k, const choice *c)
{
	tree e = cond;

	if (TREE_TYPE(e) != integer_type_node)
		e = build1(NOP_EXPR, integer_type_node, e);
	if (c->negated > 0)
		e = build3(COND_EXPR, integer_type_node, cond, select_test(k, NE_EXPR, c->negated),
			   select_test(k, EQ_EXPR, c->negated));
	e = build2(TRUTH_ANDIF_EXPR, integer_type_node, select_test(k, NE_EXPR, c->no), e);
	return build2(TRUTH_ORIF_EXPR, integer_type_node, select_test(k, EQ_EXPR, c->yes), e);
}

/* Counts a condition that the user left out, unless its operator is the one that is counted. */
static bool is_muted(tree cond, const extent *ext)
{
	place at = { ext->file, ext->first }, op;

	if (place_token(at).directive)
		return true;
	if (!place_is_muted(at))
		return false;
	if (!is_relational(cond, *ext, &op) && (options_has(REMT_DCRT) || options_has(REMT_DCRF) || options_has(REMT_OCNG)))
		skip_add(&at, REMT_SKIP_USER);
	return true;
}

/* Marks the condition *TP whose text is EXT. */
static void mark_text(tree *tp, const extent *ext, location_t fallback, enum condition_kind kind, walk *w)
{
	tree cond = *tp, k;
	place at;
	choice c;
	int number;
	proposal p = { *ext, MARK_SELECT, ERROR_MARK };

	if (is_muted(cond, ext) || !INTEGRAL_TYPE_P(TREE_TYPE(cond)) || !operand_is_in(cond, ext)) {
		mark_tree(tp, w);
		return;
	}
	if (is_relational(cond, *ext, &at) && !w->done->get(cond)) {
		if (!mark_relational(tp, &at, w, applicable(kind)))
			mark_tree(tp, w);
		else
			w->done->put(cond, *tp);
		return;
	}
	propose(&p, applicable(kind), ext, &c);
	mark_tree(tp, w);
	number = proposal_commit(&p, w->function);
	if (number < 0)
		return;
	k = mark_select_once(EXPR_LOC_OR_LOC(cond, fallback), number);
	*tp = build2(COMPOUND_EXPR, integer_type_node, k, build_condition(*tp, k, &c));
	if (TREE_TYPE(cond) != integer_type_node)
		*tp = build1(NOP_EXPR, TREE_TYPE(cond), *tp);
}

void mark_condition(tree *tp, location_t statement, enum condition_kind kind, walk *w)
{
	extent ext;

	if (!*tp || CONSTANT_CLASS_P(*tp))
		return;
	if (find_text(*tp, statement, kind, &ext))
		mark_text(tp, &ext, statement, kind, w);
	else
		mark_tree(tp, w);
}

void mark_question(tree *tp, source *file, int mark, walk *w)
{
	extent ext;

	if (CONSTANT_CLASS_P(*tp))
		return;
	if (extent_question(file, mark, &ext))
		mark_text(tp, &ext, UNKNOWN_LOCATION, CONDITION_QUESTION, w);
	else
		mark_tree(tp, w);
}
