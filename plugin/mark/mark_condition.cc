/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks conditions as a whole: always true, always false, negated. If the condition is a single
 * relational operator, that operator's mark has these alternatives, too. Any other condition c
 * counts as the relation c != 0.
 *
 * A branch is what decides a jump by itself: a condition without a connector, or an operand of a
 * connector. Its alternatives true and false tell which ways a test went. If jumps make the
 * condition's value, each way ends in a mark:
 *
 *   c ? marker(0, 1, n) : marker(0, 0, n)
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"

/* Finds the extent of the condition's text. */
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
		return extent_statement(at.file, at.token, ret) &&
		       token_is(at.file->tokens[ret->first], "return") &&
		       ++ret->first <= --ret->last;
	return extent_condition(at.file, at.token, ret, &keyword);
}

/* True if the text EXT is a single relational expression; AT gets the place of its operator. */
static bool is_relational(tree cond, extent ext, place *at)
{
	extent left, right;

	if (!COMPARISON_CLASS_P(cond) || !place_find(EXPR_LOCATION(cond), at) ||
	    at->file != ext.file)
		return false;
	extent_unwrap(&ext);
	int prec = token_precedence(at->file, at->token);

	return (prec == 6 || prec == 7) && extent_left(at->file, at->token, &left) &&
	       extent_right(at->file, at->token, &right) && left.first == ext.first &&
	       right.last == ext.last;
}

/* True for && and ||, negated or not: their operands are the branches. */
static bool is_connector(tree cond)
{
	for (;; cond = TREE_OPERAND(cond, 0)) {
		bool is_truth = (TREE_CODE(cond) == NE_EXPR || TREE_CODE(cond) == EQ_EXPR) &&
				integer_zerop(TREE_OPERAND(cond, 1));

		if (!CONVERT_EXPR_P(cond) && TREE_CODE(cond) != TRUTH_NOT_EXPR && !is_truth)
			return TREE_CODE(cond) == TRUTH_ANDIF_EXPR ||
			       TREE_CODE(cond) == TRUTH_ORIF_EXPR;
	}
}

/* True if the comparison has no inverse because of unordered values (NaN). */
static bool has_unordered(tree cond)
{
	return COMPARISON_CLASS_P(cond) &&
	       invert_tree_comparison(TREE_CODE(cond), HONOR_NANS(TREE_OPERAND(cond, 0))) ==
		       ERROR_MARK;
}

/*
 * Returns the set of operators that apply, a bit for each. A loop that never ends tells little, so
 * DCRT is for loops only if wide.
 */
static unsigned applicable(enum condition_kind kind, tree cond)
{
	unsigned ops = 0;

	if (kind != CONDITION_OPERAND)
		ops |= 1u << REMT_DCRF | 1u << REMT_OCNG;
	if (kind != CONDITION_OPERAND && (kind != CONDITION_LOOP || options_wide(REMT_DCRT)))
		ops |= 1u << REMT_DCRT;
	if (kind != CONDITION_RETURN && options_has(REMT_OLNG) && !is_connector(cond))
		ops |= 1u << REMT_OLNG;
	return ops;
}

/* True if the whole text is !x: dropping the operator is then the same mutant as the negation. */
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

static void add_truth(proposal *p, enum remt_operator op, const char *from, int value, tree cond,
		      const extent *ext)
{
	char *text = extent_text(ext);
	char *replacement = text_truth(cond, text, value);

	free(text);
	proposal_add(p, op, from, value ? "true" : "false", ext, replacement,
		     { REALIZE_BOOLEAN, ERROR_MARK, 0, value, 0 }, 0);
}

static void add_negation(proposal *p, enum remt_operator op, const char *from, const extent *ext)
{
	char *text = extent_text(ext);

	proposal_add(p, op, from, "negated", ext, xasprintf("!(%s)", text),
		     { REALIZE_CODE, EQ_EXPR, 0, 0, 0 }, 0);
	free(text);
}

static void propose(proposal *p, unsigned ops, tree cond, const extent *ext)
{
	if (ops & (1u << REMT_DCRT) && options_has(REMT_DCRT))
		add_truth(p, REMT_DCRT, "condition", 1, cond, ext);
	if (ops & (1u << REMT_DCRF) && options_has(REMT_DCRF))
		add_truth(p, REMT_DCRF, "condition", 0, cond, ext);
	if (ops & (1u << REMT_OCNG) && options_has(REMT_OCNG) &&
	    !(is_negation(ext) && options_has(REMT_OODL)))
		add_negation(p, REMT_OCNG, "condition", ext);
	if (ops & (1u << REMT_OLNG)) {
		add_negation(p, REMT_OLNG, "branch", ext);
		add_truth(p, REMT_OLNG, "branch", 1, cond, ext);
		add_truth(p, REMT_OLNG, "branch", 0, cond, ext);
	}
}

/* Builds the mark of a condition. FIRST is its value, or the value at the end of one way. */
static tree mark_truth(location_t loc, int number, tree first)
{
	return mark_value(loc, boolean_type_node, number, first, build_zero_cst(TREE_TYPE(first)));
}

/* True if jumps make the value, not an operation. */
static bool is_made_by_jumps(tree cond)
{
	while (CONVERT_EXPR_P(cond))
		cond = TREE_OPERAND(cond, 0);
	return TREE_CODE(cond) == TRUTH_ANDIF_EXPR || TREE_CODE(cond) == TRUTH_ORIF_EXPR ||
	       TREE_CODE(cond) == COND_EXPR || TREE_CODE(cond) == COMPOUND_EXPR;
}

static tree build_condition(location_t loc, tree cond, int number)
{
	if (!is_made_by_jumps(cond)) {
		if (TREE_CODE(cond) == NE_EXPR && tree_is_made_truth(cond) &&
		    type_is_plain(TREE_TYPE(TREE_OPERAND(cond, 0))))
			cond = TREE_OPERAND(cond, 0);
		if (!type_is_plain(TREE_TYPE(cond)))
			cond = build1(NOP_EXPR, integer_type_node, cond);
		return build1(NOP_EXPR, integer_type_node, mark_truth(loc, number, cond));
	}
	tree yes = build1(NOP_EXPR, integer_type_node, mark_truth(loc, number, integer_one_node));
	tree no = build1(NOP_EXPR, integer_type_node, mark_truth(loc, number, integer_zero_node));

	/* The || makes the gimplifier turn ?: into jumps. */
	return build2(TRUTH_ORIF_EXPR, integer_type_node,
		      build3(COND_EXPR, integer_type_node, cond, yes, no), integer_zero_node);
}

/*
 * True if the user mutes the condition. It is counted as skipped, unless its operator is counted
 * already.
 */
static bool is_muted(tree cond, const extent *ext)
{
	place at = { ext->file, ext->first }, op;

	if (place_token(at).directive)
		return true;
	if (!place_is_muted(at))
		return false;
	if (!is_relational(cond, *ext, &op) &&
	    (options_has(REMT_DCRT) || options_has(REMT_DCRF) || options_has(REMT_OCNG)))
		skip_add(&at, REMT_SKIP_USER);
	return true;
}

static void mark_text(tree *tp, const extent *ext, location_t fallback, enum condition_kind kind,
		      walk *w)
{
	tree cond = *tp;
	place at;
	int number;
	unsigned ops = applicable(kind, cond);
	proposal p = { *ext, MARK_VALUE, NE_EXPR };

	if (is_muted(cond, ext) || !INTEGRAL_TYPE_P(TREE_TYPE(cond)) || !operand_is_in(cond, ext)) {
		mark_tree(tp, w);
		return;
	}
	if (is_relational(cond, *ext, &at) && !w->done->get(cond) &&
	    !(ops & (1u << REMT_OLNG) && has_unordered(cond))) {
		if (!mark_relational(tp, &at, w, ops))
			mark_tree(tp, w);
		else
			w->done->put(cond, *tp);
		return;
	}
	propose(&p, ops, cond, ext);
	mark_tree(tp, w);
	number = proposal_commit(&p, w->function);
	if (number < 0)
		return;
	*tp = build_condition(EXPR_LOC_OR_LOC(cond, fallback), *tp, number);
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

void mark_branch(tree *tp, const extent *ext, walk *w)
{
	if (options_has(REMT_OLNG) && !CONSTANT_CLASS_P(*tp) && !is_connector(*tp))
		mark_text(tp, ext, EXPR_LOC_OR_LOC(*tp, UNKNOWN_LOCATION), CONDITION_OPERAND, w);
	else
		mark_tree(tp, w);
}

void mark_question(tree *tp, source *file, int mark, walk *w)
{
	extent ext;

	/* GCC 15 saves the condition for arms of variable size: the size has it, too. */
	if (CONSTANT_CLASS_P(*tp) || TREE_CODE(*tp) == SAVE_EXPR)
		return;
	if (extent_question(file, mark, &ext))
		mark_text(tp, &ext, UNKNOWN_LOCATION, CONDITION_QUESTION, w);
	else
		mark_tree(tp, w);
}
