/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks binary arithmetic, bitwise and shift operators, alone and with = (OAAN, OBBN, OSSN and
 * OAAA, OBBA, OSSA of Agrawal et al.). `rows` has the replacements. Vectors, complex and decimal
 * numbers are left alone.
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/mark/unfold.h"
#include "plugin/source/literal.h"

enum { MODULAR = 1, TRAPS = 2 };

static const arithmetic rows[] = {
	{ "+", PLUS_EXPR, "-", REMT_OAAN, REMT_OAAA, MODULAR, "+-*/%" },
	{ "-", MINUS_EXPR, "+", REMT_OAAN, REMT_OAAA, MODULAR, "+-*/%" },
	{ "*", MULT_EXPR, "/", REMT_OAAN, REMT_OAAA, MODULAR, "+-*/%" },
	{ "/", TRUNC_DIV_EXPR, "*", REMT_OAAN, REMT_OAAA, TRAPS, "+-*/%" },
	{ "%", TRUNC_MOD_EXPR, "*", REMT_OAAN, REMT_OAAA, TRAPS, "+-*/%" },
	{ "&", BIT_AND_EXPR, "|", REMT_OBBN, REMT_OBBA, MODULAR, "&|^" },
	{ "|", BIT_IOR_EXPR, "&", REMT_OBBN, REMT_OBBA, MODULAR, "&|^" },
	{ "^", BIT_XOR_EXPR, "|", REMT_OBBN, REMT_OBBA, MODULAR, "&|^" },
	{ "<<", LSHIFT_EXPR, ">>", REMT_OSSN, REMT_OSSA, 0, "" },
	{ ">>", RSHIFT_EXPR, "<<", REMT_OSSN, REMT_OSSA, 0, "" },
};

const arithmetic *arithmetic_find(const char *text)
{
	for (const arithmetic &r : rows)
		if (!strcmp(r.text, text))
			return &r;
	return NULL;
}

/* How the tree says the source's operation. */
struct shape {
	const arithmetic *source;
	bool is_assignment; /* the source has += or the like */
	/* the tree has the operands of a commutative operator in the other order */
	bool is_swapped;
	bool is_sign_moved; /* x - 5 became x + -5, or the reverse */
	/* what to add to the tree's constant: 1 for x % 8, which became x & 7; else 0 */
	HOST_WIDE_INT delta;
	extent left, right;
};

static enum tree_code code_in(enum tree_code code, tree type)
{
	return code == TRUNC_DIV_EXPR && SCALAR_FLOAT_TYPE_P(type) ? RDIV_EXPR : code;
}

static bool reconcile_code(tree e, shape *s)
{
	enum tree_code code = TREE_CODE(e), source = code_in(s->source->code, TREE_TYPE(e));
	bool constant = CONSTANT_CLASS_P(TREE_OPERAND(e, 1));

	if (code == source)
		return true;
	if (constant && ((source == PLUS_EXPR && code == MINUS_EXPR) ||
			 (source == MINUS_EXPR && code == PLUS_EXPR)))
		return s->is_sign_moved = true;
	if (constant && source == TRUNC_MOD_EXPR && code == BIT_AND_EXPR &&
	    TYPE_UNSIGNED(TREE_TYPE(e))) {
		s->delta = 1;
		return true;
	}
	return false;
}

/* Finds which operand of E stands on which side in the source. */
static bool reconcile_order(tree e, shape *s)
{
	tree first = TREE_OPERAND(e, 0), second = TREE_OPERAND(e, 1);

	if (operand_is_in(first, &s->left) && operand_is_in(second, &s->right))
		return true;
	if (commutative_tree_code(TREE_CODE(e)) && operand_is_in(first, &s->right) &&
	    operand_is_in(second, &s->left))
		return s->is_swapped = true;
	return false;
}

/* True if a constant operand is the source's. It is not if folding has added two constants. */
static bool reconcile_constant(tree e, const shape *s)
{
	tree cst = TREE_OPERAND(e, 1);
	const extent *written = s->is_swapped ? &s->left : &s->right;
	const extent *other = s->is_swapped ? &s->right : &s->left;
	literal lit;

	if (!CONSTANT_CLASS_P(cst))
		return true;
	if (s->is_sign_moved && s->is_swapped)
		return false;
	if (literal_read(written, &lit) && !lit.is_float && TREE_CODE(cst) == INTEGER_CST &&
	    cst_and_fits_in_hwi(cst)) {
		tree type = TREE_TYPE(cst);
		HOST_WIDE_INT value = literal_value(&lit, 0) - s->delta;

		return tree_int_cst_equal(cst,
					  build_int_cst(type, s->is_sign_moved ? -value : value));
	}
	return unfold_is_active() ||
	       !extent_has_operator(other, operator_precedence(s->source->text)) ||
	       s->is_assignment;
}

static bool operands_are_narrowed(tree e)
{
	return INTEGRAL_TYPE_P(TREE_TYPE(e)) &&
	       (operand_is_narrowed(TREE_OPERAND(e, 0), TREE_TYPE(e)) ||
		operand_is_narrowed(TREE_OPERAND(e, 1), TREE_TYPE(e)));
}

static void add_code(proposal *p, tree e, const shape *s, const char *to)
{
	const arithmetic *target = arithmetic_find(to);
	enum tree_code code = code_in(target->code, TREE_TYPE(e));
	bool is_float = SCALAR_FLOAT_TYPE_P(TREE_TYPE(e));
	extent whole = { s->left.file, s->left.first, s->right.last };
	bool same =
		s->is_assignment || operator_precedence(s->source->text) == operator_precedence(to);
	char *from_text = xasprintf("%s%s", s->source->text, s->is_assignment ? "=" : "");
	char *to_text = xasprintf("%s%s", to, s->is_assignment ? "=" : "");
	realize how = { REALIZE_CODE, code, s->delta, 0, 0 };
	bool traps = !is_float && (target->flags & TRAPS) &&
		     !(TREE_CODE(TREE_OPERAND(e, 1)) == INTEGER_CST &&
		       !integer_zerop(TREE_OPERAND(e, 1)) && !s->is_swapped);

	/* only + and - get here: the tree has the other one of the two as well */
	if (s->is_sign_moved)
		how.code = TREE_CODE(e) == PLUS_EXPR ? MINUS_EXPR : PLUS_EXPR;
	else if (s->is_swapped)
		how.kind = REALIZE_CODE_SWAPPED;
	if (!(is_float && !strcmp(to, "%")) &&
	    (target->flags & MODULAR || !operands_are_narrowed(e)))
		proposal_add(p, s->is_assignment ? s->source->assign_op : s->source->op, from_text,
			     to_text, same ? &p->where : &whole,
			     same ? xstrdup(to_text) : text_binary(&s->left, to, &s->right), how,
			     traps ? REMT_MUTANT_MAY_TRAP : 0);
	free(from_text);
	free(to_text);
}

static void propose(proposal *p, tree e, const shape *s)
{
	enum remt_operator op = s->is_assignment ? s->source->assign_op : s->source->op;

	if (!options_has(op))
		return;
	add_code(p, e, s, s->source->counterpart);
	if (!options_wide(op) || s->is_sign_moved || s->delta)
		return;
	for (const char *c = s->source->family; *c; c++) {
		const char to[2] = { *c, 0 };

		if (strcmp(to, s->source->text))
			add_code(p, e, s, to);
	}
}

static bool shape_is_treatable(tree e, const shape *s)
{
	if (SCALAR_FLOAT_TYPE_P(TREE_TYPE(e)))
		return s->source->op == REMT_OAAN;
	return INTEGRAL_TYPE_P(TREE_TYPE(e));
}

/*
 * Marks operands that are literals or variables. The left operand of an assignment is no value and
 * is left out.
 */
static void mark_leaf_operands(tree e, const shape *s, walk *w)
{
	const extent *second = s->is_swapped ? &s->left : &s->right;

	if (!s->is_assignment || s->is_swapped)
		mark_variable(&TREE_OPERAND(e, 0), s->is_swapped ? s->right : s->left, w);
	if (!s->is_assignment || !s->is_swapped)
		mark_variable(&TREE_OPERAND(e, 1), *second, w);

	if (s->is_sign_moved || s->delta)
		return;
	if (CONSTANT_CLASS_P(TREE_OPERAND(e, 1)))
		mark_constant(&TREE_OPERAND(e, 1), *second, 0,
			      s->source->op == REMT_OSSN || s->source->flags & TRAPS, w);
	else if (CONSTANT_CLASS_P(TREE_OPERAND(e, 0)))
		mark_constant(&TREE_OPERAND(e, 0), s->left, 0, false, w);
}

/* Marks n of p + n, which the tree has times the size of an element. */
void mark_summand(tree pointer_plus, extent ext, walk *w)
{
	tree *at = &TREE_OPERAND(pointer_plus, 1);

	mark_tree(at, w);
	while (CONVERT_EXPR_P(*at) || TREE_CODE(*at) == NON_LVALUE_EXPR ||
	       TREE_CODE(*at) == NEGATE_EXPR ||
	       (TREE_CODE(*at) == MULT_EXPR && TREE_CODE(TREE_OPERAND(*at, 1)) == INTEGER_CST))
		at = &TREE_OPERAND(*at, 0);
	mark_variable(at, ext, w);
}

/* Marks p + n or p - n: its alternative negates the offset. */
static bool mark_pointer(tree *tp, const place *at, const shape *s, walk *w)
{
	tree e = *tp;
	proposal p = { { at->file, at->token, at->token }, MARK_VALUE, NOP_EXPR };
	enum remt_operator op = s->is_assignment ? REMT_OAAA : REMT_OAAN;
	const char *to = s->source->code == PLUS_EXPR ? "-" : "+";
	bool is_plain = s->source->code == PLUS_EXPR || s->source->code == MINUS_EXPR;

	if (!is_plain || !operand_is_in(TREE_OPERAND(e, 0), &s->left) ||
	    (CONSTANT_CLASS_P(TREE_OPERAND(e, 1)) && !s->is_assignment && !unfold_is_active() &&
	     extent_has_operator(&s->left, 9))) {
		skip_add(at, REMT_SKIP_FOLDED);
		return false;
	}
	mark_tree(&TREE_OPERAND(e, 0), w);
	if (CONSTANT_CLASS_P(TREE_OPERAND(e, 1)))
		mark_index(e, s->right, s->source->code == MINUS_EXPR, w);
	else
		mark_summand(e, s->right, w);
	if (options_has(op)) {
		char *from_text = xasprintf("%s%s", s->source->text, s->is_assignment ? "=" : "");
		char *to_text = xasprintf("%s%s", to, s->is_assignment ? "=" : "");

		proposal_add(&p, op, from_text, to_text, &p.where, xstrdup(to_text),
			     { REALIZE_NEGATED, ERROR_MARK, 0, 0, 0 }, 0);
		free(from_text);
		free(to_text);
	}
	mark_wrap(&TREE_OPERAND(e, 1), EXPR_LOCATION(e), &p, w);
	return true;
}

/* Reads the source's operator at AT and the extents of its operands. */
static bool read_source(const place *at, shape *s)
{
	char text[4];
	size_t length;

	token_operator(place_token(*at), text);
	length = strlen(text);
	s->is_assignment = length > 1 && text[length - 1] == '=';
	if (s->is_assignment)
		text[length - 1] = 0;
	s->source = arithmetic_find(text);
	return s->source && token_precedence(at->file, at->token) >= 0;
}

bool mark_arithmetic(tree *tp, const place *at, walk *w)
{
	tree e = *tp;
	shape s = {};
	int number;
	proposal p = { { at->file, at->token, at->token }, MARK_VALUE, TREE_CODE(e) };

	if (!BINARY_CLASS_P(e) || !read_source(at, &s))
		return false;
	if (!extent_left(at->file, at->token, &s.left) ||
	    !extent_right(at->file, at->token, &s.right)) {
		skip_add(at, REMT_SKIP_FOLDED);
		return false;
	}
	if (TREE_CODE(e) == POINTER_PLUS_EXPR)
		return mark_pointer(tp, at, &s, w);
	if (!type_is_plain(TREE_TYPE(e)) || !shape_is_treatable(e, &s) || !reconcile_code(e, &s) ||
	    !reconcile_order(e, &s) || !reconcile_constant(e, &s)) {
		if (TREE_CODE(e) != EXACT_DIV_EXPR && TREE_CODE(e) != POINTER_DIFF_EXPR)
			skip_add(at, REMT_SKIP_FOLDED);
		return false;
	}
	propose(&p, e, &s);
	mark_operands(e, w);
	mark_leaf_operands(e, &s, w);
	number = proposal_commit(&p, w->function);
	if (number >= 0)
		*tp = mark_value(EXPR_LOCATION(e), TREE_TYPE(e), number, TREE_OPERAND(e, 0),
				 TREE_OPERAND(e, 1));
	return true;
}
