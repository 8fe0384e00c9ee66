/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks relational operators, and ! where the front end makes one of it.
 *
 * Folding rewrites x < C to x <= C-1 and 0 < u to u != 0, and moves constants to the right. What is
 * planted is always the source's relation between first and second + delta, where delta undoes the
 * rewrite.
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/mark/unfold.h"
#include "plugin/source/literal.h"

struct relation {
	enum tree_code code; /* the source's relation, for the tree's order of operands */
	HOST_WIDE_INT delta; /* what to add to the tree's second operand to get the source's */
	bool is_swapped;     /* the tree has the operands in the other order */
};

static const struct {
	const char *text;
	enum tree_code code;
	const char
		*subsuming[2]; /* with `constant`, the three replacements that subsume all others */
	const char *pointer;   /* the only replacement for pointers; NULL: none */
	int constant;
} relations[] = {
	{ "<", LT_EXPR, { "<=", "!=" }, NULL, 0 },  { "<=", LE_EXPR, { "<", "==" }, NULL, 1 },
	{ ">", GT_EXPR, { ">=", "!=" }, NULL, 0 },  { ">=", GE_EXPR, { ">", "==" }, NULL, 1 },
	{ "==", EQ_EXPR, { "<=", ">=" }, "!=", 0 }, { "!=", NE_EXPR, { "<", ">" }, "==", 1 },
};

static int find_relation(const char *text)
{
	for (unsigned i = 0; i < ARRAY_SIZE(relations); i++)
		if (!strcmp(relations[i].text, text))
			return i;
	return -1;
}

static bool is_limit(tree cst, bool maximum)
{
	tree limit = maximum ? TYPE_MAX_VALUE(TREE_TYPE(cst)) : TYPE_MIN_VALUE(TREE_TYPE(cst));

	return limit && TREE_CODE(limit) == INTEGER_CST && tree_int_cst_equal(cst, limit);
}

/* Undoes the rewrite of X source K to X tree C, where K = C + delta. False: no rewrite is known. */
static bool undo_rewrite(enum tree_code source, enum tree_code tree_code, tree cst,
			 HOST_WIDE_INT *delta)
{
	static const struct {
		enum tree_code source, tree;
		HOST_WIDE_INT delta;
		/* 1: only if C is the type's minimum (0 if unsigned), 2: its maximum, 0: any C */
		int limit;
	} rewrites[] = {
		{ LT_EXPR, LE_EXPR, 1, 0 },  { GT_EXPR, GE_EXPR, -1, 0 },
		{ LE_EXPR, LT_EXPR, -1, 0 }, { GE_EXPR, GT_EXPR, 1, 0 },
		{ GT_EXPR, NE_EXPR, 0, 1 },  { LT_EXPR, EQ_EXPR, 1, 1 },
		{ GE_EXPR, NE_EXPR, 1, 1 },  { LE_EXPR, EQ_EXPR, 0, 1 },
		{ LT_EXPR, NE_EXPR, 0, 2 },  { GE_EXPR, EQ_EXPR, 0, 2 },
	};

	for (const auto &r : rewrites)
		if (r.source == source && r.tree == tree_code &&
		    (!r.limit || is_limit(cst, r.limit == 2))) {
			*delta = r.delta;
			return true;
		}
	return false;
}

/* Finds how the tree E says the source's relation SOURCE. */
static bool reconcile(tree e, enum tree_code source, relation *ret)
{
	enum tree_code swapped = swap_tree_comparison(source), code = TREE_CODE(e);
	tree second = TREE_OPERAND(e, 1);
	HOST_WIDE_INT delta = 0;

	if (code == source)
		*ret = { source, 0, false };
	else if (code == swapped)
		*ret = { swapped, 0, true };
	else if (TREE_CODE(second) == INTEGER_CST && undo_rewrite(source, code, second, &delta))
		*ret = { source, delta, false };
	else if (TREE_CODE(second) == INTEGER_CST && undo_rewrite(swapped, code, second, &delta))
		*ret = { swapped, delta, true };
	else
		return false;
	return true;
}

static bool operands_agree(tree e, const relation *rel, const extent *left, const extent *right)
{
	return operand_is_in(TREE_OPERAND(e, 0), rel->is_swapped ? right : left) &&
	       operand_is_in(TREE_OPERAND(e, 1), rel->is_swapped ? left : right);
}

/* Finds the order of the operands. == and != are the same in both orders, so both are tried. */
static bool reconcile_order(tree e, relation *rel, const extent *left, const extent *right)
{
	if (operands_agree(e, rel, left, right))
		return true;
	if (rel->code != EQ_EXPR && rel->code != NE_EXPR)
		return false;
	rel->is_swapped = !rel->is_swapped;
	return operands_agree(e, rel, left, right);
}

/*
 * True if folding has divided both sides, as of x * C1 < C2: a three-way comparison of the sides
 * then has other results.
 */
static bool is_scaled(tree e, const extent *left, const extent *right, HOST_WIDE_INT delta)
{
	literal lit;

	if (unfold_is_active() || !CONSTANT_CLASS_P(TREE_OPERAND(e, 1)) ||
	    (!extent_has_operator(left, 10) && !extent_has_operator(right, 10)))
		return false;
	if (TREE_CODE(TREE_OPERAND(e, 1)) == INTEGER_CST && tree_fits_shwi_p(TREE_OPERAND(e, 1)) &&
	    (literal_read(right, &lit) || literal_read(left, &lit)) && !lit.is_float)
		return literal_value(&lit, 0) != tree_to_shwi(TREE_OPERAND(e, 1)) + delta;
	return true;
}

static void add_code(proposal *p, int which, const char *to, const extent *token,
		     const extent *left, const extent *right, const relation *rel)
{
	int row = find_relation(to);
	enum tree_code code = relations[row].code;
	extent whole = { left->file, left->first, right->last };
	const char *from = relations[which].text;
	bool same = operator_precedence(from) == operator_precedence(to);
	realize how = { REALIZE_CODE, rel->is_swapped ? swap_tree_comparison(code) : code,
			rel->delta, 0, 0 };

	proposal_add(p, REMT_ORRN, from, to, same ? token : &whole,
		     same ? xstrdup(to) : text_binary(left, to, right), how, 0);
}

static void add_constant(proposal *p, enum remt_operator op, const char *from, tree e, int value,
			 const extent *whole)
{
	char *text = extent_text(whole), *replacement = text_truth(e, text, value);

	free(text);
	proposal_add(p, op, from, value ? "true" : "false", whole, replacement,
		     { REALIZE_BOOLEAN, ERROR_MARK, 0, value, 0 }, 0);
}

static void add_negation(proposal *p, enum remt_operator op, const char *from, tree e,
			 const relation *rel, const extent *whole)
{
	char *text = extent_text(whole);
	enum tree_code code = invert_tree_comparison(rel->code, HONOR_NANS(TREE_OPERAND(e, 0)));

	if (code != ERROR_MARK)
		proposal_add(p, op, from, "negated", whole, xasprintf("!(%s)", text),
			     { REALIZE_CODE, code, rel->delta, 0, 0 }, 0);
	free(text);
}

static void propose(proposal *p, int which, tree e, const relation *rel, const extent *left,
		    const extent *right, unsigned also)
{
	extent whole = { left->file, left->first, right->last };
	const char *from = relations[which].text;
	bool is_pointer = POINTER_TYPE_P(TREE_TYPE(TREE_OPERAND(e, 0))) && relations[which].pointer;

	if (options_has(REMT_ORRN)) {
		if (is_pointer)
			add_code(p, which, relations[which].pointer, &p->where, left, right, rel);
		else
			for (const char *to : relations[which].subsuming)
				add_code(p, which, to, &p->where, left, right, rel);
		if (options_wide(REMT_ORRN))
			for (const auto &row : relations)
				if (strcmp(row.text, from))
					add_code(p, which, row.text, &p->where, left, right, rel);
		add_constant(p, REMT_ORRN, from, e, relations[which].constant, &whole);
	}
	if ((also & (1u << REMT_DCRT)) && options_has(REMT_DCRT))
		add_constant(p, REMT_DCRT, "condition", e, 1, &whole);
	if ((also & (1u << REMT_DCRF)) && options_has(REMT_DCRF))
		add_constant(p, REMT_DCRF, "condition", e, 0, &whole);
	if (also & (1u << REMT_OCNG) && options_wide(REMT_OCNG))
		add_negation(p, REMT_OCNG, "condition", e, rel, &whole);
	if (also & (1u << REMT_OLNG) && options_has(REMT_OLNG)) {
		add_negation(p, REMT_OLNG, "branch", e, rel, &whole);
		add_constant(p, REMT_OLNG, "branch", e, 1, &whole);
		add_constant(p, REMT_OLNG, "branch", e, 0, &whole);
	}
}

/* Marks operands of the comparison that are literals or variables. */
static void mark_leaves(tree e, const relation *rel, const extent *left, const extent *right,
			walk *w)
{
	const extent *second = rel->is_swapped ? left : right;

	if (TREE_CODE(TREE_OPERAND(e, 1)) == INTEGER_CST ||
	    TREE_CODE(TREE_OPERAND(e, 1)) == REAL_CST)
		mark_constant(&TREE_OPERAND(e, 1), *second, -rel->delta, false, w);
	mark_variable(&TREE_OPERAND(e, 0), rel->is_swapped ? *right : *left, w);
	mark_variable(&TREE_OPERAND(e, 1), *second, w);
}

/* Replaces *TP by its mark. The operands have been walked before. */
static void plant(tree *tp, proposal *p, walk *w)
{
	tree e = *tp;
	int number = proposal_commit(p, w->function);

	if (number >= 0)
		*tp = fold_build1(NOP_EXPR, TREE_TYPE(e),
				  mark_value(EXPR_LOCATION(e), boolean_type_node, number,
					     TREE_OPERAND(e, 0), TREE_OPERAND(e, 1)));
}

/*
 * True if the `!` at AT belongs to an operator around, whose walk is under way. !x is (x != 0) == 0
 * with all parts at the same place, and of !(c ? a : b) the truth of each arm is. The outermost
 * operator is the one of the source.
 */
static bool is_in_negation(const place *at, const walk *w)
{
	for (const negation *n = w->negations; n; n = n->outer)
		if (n->at->file == at->file && n->at->token == at->token)
			return true;
	return false;
}

/* Marks the `!` at AT: the tree has !x as x == 0, and !(a < b) as a >= b. */
static bool mark_negation(tree *tp, const place *at, walk *w)
{
	tree e = *tp;
	enum tree_code inverse =
		invert_tree_comparison(TREE_CODE(e), HONOR_NANS(TREE_OPERAND(e, 0)));
	extent token = { at->file, at->token, at->token };
	proposal p = { token, MARK_VALUE, TREE_CODE(e) };

	if (options_has(REMT_OODL) && inverse != ERROR_MARK &&
	    type_is_plain(TREE_TYPE(TREE_OPERAND(e, 0))))
		proposal_add(&p, REMT_OODL, "!", "!!", &token, xstrdup("!!"),
			     { REALIZE_CODE, inverse, 0, 0, 0 }, 0);
	negation own = { at, w->negations };

	w->negations = &own;
	mark_operands(e, w);
	w->negations = own.outer;
	plant(tp, &p, w);
	return true;
}

/* Replaces the !x at *TP by x == 0. */
static void spell_out_negation(tree *tp)
{
	tree e = *tp, inner = TREE_OPERAND(e, 0);

	if (TREE_CODE(inner) == NE_EXPR && tree_is_made_truth(inner))
		inner = TREE_OPERAND(inner, 0);
	*tp = build2_loc(EXPR_LOCATION(e), EQ_EXPR, TREE_TYPE(e), inner,
			 build_zero_cst(TREE_TYPE(inner)));
}

bool mark_relational(tree *tp, const place *at, walk *w, unsigned also)
{
	tree e;
	char text[4];
	int which;
	relation rel;
	extent left, right;

	token_operator(place_token(*at), text);
	if (!strcmp(text, "!") && is_in_negation(at, w))
		return false;
	if (!strcmp(text, "!") && TREE_CODE(*tp) == TRUTH_NOT_EXPR)
		spell_out_negation(tp);
	e = *tp;
	if (!COMPARISON_CLASS_P(e))
		return false;
	if (!strcmp(text, "!"))
		return mark_negation(tp, at, w);
	proposal p = { { at->file, at->token, at->token }, MARK_VALUE, TREE_CODE(e) };

	which = find_relation(text);
	if (which < 0)
		return false;
	if (!type_is_plain(TREE_TYPE(TREE_OPERAND(e, 0))) ||
	    TREE_CODE(TREE_TYPE(e)) == VECTOR_TYPE || !extent_left(at->file, at->token, &left) ||
	    !extent_right(at->file, at->token, &right) ||
	    !reconcile(e, relations[which].code, &rel) ||
	    !reconcile_order(e, &rel, &left, &right) || is_scaled(e, &left, &right, rel.delta)) {
		skip_add(at, REMT_SKIP_FOLDED);
		return false;
	}
	propose(&p, which, e, &rel, &left, &right, also);
	mark_operands(e, w);
	mark_leaves(e, &rel, &left, &right, w);
	plant(tp, &p, w);
	return true;
}
