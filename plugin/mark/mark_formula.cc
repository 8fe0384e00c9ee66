/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks operators and literals of a constant that is written as a formula.
 *
 * 4 * 1024 stays the constant that the parser made, so that C takes it for a constant where C needs
 * one and GCC warns as ever. The value of each mutant is a constant, too. The marks of one formula
 * wrap each other; each has as alternatives what the value of the whole formula would be.
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/source/formula.h"
#include "plugin/source/literal.h"

/* The formula and how the tree has its value. */
struct context {
	tree cst; /* the constant as it was found */
	const extent *ext;
	HOST_WIDE_INT unit, offset, own; /* the tree's value is own * unit + offset */
	bool is_index;			 /* values below 0 are left out */
};

/* Adds the alternative that CHANGE makes of the formula. REPLACEMENT is taken over. */
static void add_change(proposal *p, const context *c, enum remt_operator op, const char *from,
		       const char *to, const formula_change &change, const extent *where,
		       char *replacement)
{
	tree type = TREE_TYPE(c->cst);
	HOST_WIDE_INT value, made;
	bool is_known;

	if (!formula_value(c->ext, &change, &value)) {
		free(replacement);
		return;
	}
	made = value * c->unit + c->offset;
	is_known = value == c->own;
	for (const realize &other : p->realizes)
		is_known |= other.value == made;
	if (is_known || (c->is_index && value < 0) ||
	    (c->offset && TYPE_UNSIGNED(type) && made < 0) ||
	    (TYPE_PRECISION(type) < TYPE_PRECISION(integer_type_node) &&
	     !int_fits_type_p(build_int_cst(long_integer_type_node, made), type))) {
		free(replacement);
		return;
	}
	proposal_add(p, op, from, to, where, replacement,
		     { REALIZE_INTEGER, ERROR_MARK, 0, made, 0 }, 0);
}

static void add_operator(proposal *p, const context *c, const arithmetic *from, int token,
			 const char *to)
{
	source *file = c->ext->file;
	extent left, right, whole;

	if (!extent_left(file, token, &left) || !extent_right(file, token, &right))
		return;
	whole = { file, left.first, right.last };
	if (operator_precedence(from->text) == operator_precedence(to))
		add_change(p, c, from->op, from->text, to, { token, to, 0, 0 }, &p->where,
			   xstrdup(to));
	else
		add_change(p, c, from->op, from->text, to, { token, to, 0, 0 }, &whole,
			   text_binary(&left, to, &right));
}

static void mark_token(tree *tp, const context *c, const arithmetic *from, int token, walk *w)
{
	proposal p = { { c->ext->file, token, token }, MARK_VALUE, NOP_EXPR };

	if (!options_has(from->op))
		return;
	add_operator(&p, c, from, token, from->counterpart);
	for (const char *f = options_wide(from->op) ? from->family : ""; *f; f++) {
		const char to[2] = { *f, 0 };

		if (strcmp(to, from->text))
			add_operator(&p, c, from, token, to);
	}
	mark_wrap(tp, UNKNOWN_LOCATION, &p, w);
}

static void mark_number(tree *tp, const context *c, int token, walk *w)
{
	static const struct {
		const char *name, *before, *behind; /* the number stands between; NULL: no number */
		int factor, summand;
	} changes[] = { { "0", NULL, NULL, 0, 0 },
			{ "+1", "(", " + 1)", 1, 1 },
			{ "-1", "(", " - 1)", 1, -1 },
			{ "negated", "(-(", "))", -1, 0 } };
	extent where = { c->ext->file, token, token };
	proposal p = { where, MARK_VALUE, NOP_EXPR };
	literal lit;
	char *text;

	if (!options_has(REMT_CRCR) || !literal_read(&where, &lit))
		return;
	text = extent_text(&where);
	for (const auto &change : changes)
		add_change(&p, c, REMT_CRCR, "constant", change.name,
			   { token, NULL, change.factor, change.summand }, &where,
			   change.before ? concat(change.before, text, change.behind, NULL)
					 : xasprintf("0%s", lit.suffix));
	free(text);
	mark_wrap(tp, UNKNOWN_LOCATION, &p, w);
}

void mark_formula(tree *tp, const extent *ext, HOST_WIDE_INT unit, HOST_WIDE_INT offset,
		  bool is_index, walk *w)
{
	context c = { *tp, ext, unit, offset, 0, is_index };

	if (TREE_CODE(*tp) != INTEGER_CST || POINTER_TYPE_P(TREE_TYPE(*tp)) ||
	    TREE_CODE(TREE_TYPE(*tp)) == BOOLEAN_TYPE || !formula_value(ext, NULL, &c.own) ||
	    !tree_int_cst_equal(*tp, build_int_cst(TREE_TYPE(*tp), c.own * unit + offset)))
		return;
	for (int i = ext->first; i <= ext->last; i++) {
		const token &t = ext->file->tokens[i];
		char text[4];
		const arithmetic *from;

		token_operator(t, text);
		from = token_precedence(ext->file, i) >= 0 ? arithmetic_find(text) : NULL;
		if (place_is_muted({ ext->file, i }))
			continue;
		if (from)
			mark_token(tp, &c, from, i, w);
		else if (t.kind == TOKEN_NUMBER || t.kind == TOKEN_CHAR)
			mark_number(tp, &c, i, w);
	}
}
