/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks p[C], and p[n + C] and p[n - C] where folding can't be kept off. The front end turns an
 * index into a byte offset and distributes it: the sum is gone, and what is left of C is the
 * constant C, or C times an element's size. That constant is marked.
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/mark/unfold.h"
#include "plugin/source/literal.h"

/* The index as text: LEFT op RIGHT. */
struct index_text {
	int op; /* token of the operator */
	bool is_minus;
	extent left, right;
};

/* Finds the last + or - of an index that is a plain sum. */
static bool read_index(const place *bracket, index_text *ret)
{
	source *file = bracket->file;
	int close = place_token(*bracket).match, op = -1;

	for (int i = bracket->token + 1; i < close; i++) {
		if (file->tokens[i].match > i)
			i = file->tokens[i].match;
		else if (token_precedence(file, i) == 9)
			op = i;
		else if (token_precedence(file, i) >= 0 && token_precedence(file, i) < 9)
			return false;
		else if (token_is(file->tokens[i], "?"))
			return false;
	}
	if (op < 0)
		return false;
	*ret = { op,
		 token_is(file->tokens[op], "-"),
		 { file, bracket->token + 1, op - 1 },
		 { file, op + 1, close - 1 } };
	return true;
}

/* Finds the constant summand of the offset; UNIT gets by how much 1 in the source changes it. */
static tree *find_summand(tree pointer_plus, HOST_WIDE_INT *unit)
{
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(pointer_plus)));
	tree *at = &TREE_OPERAND(pointer_plus, 1);

	if (!size || TREE_CODE(size) != INTEGER_CST || !tree_fits_shwi_p(size))
		return NULL;
	*unit = tree_to_shwi(size);
	if (TREE_CODE(TREE_OPERAND(pointer_plus, 0)) == POINTER_PLUS_EXPR &&
	    TREE_CODE(TREE_OPERAND(TREE_OPERAND(pointer_plus, 0), 1)) == INTEGER_CST &&
	    !EXPR_HAS_LOCATION(TREE_OPERAND(pointer_plus, 0)))
		return &TREE_OPERAND(TREE_OPERAND(pointer_plus, 0), 1);
	while (CONVERT_EXPR_P(*at))
		at = &TREE_OPERAND(*at, 0);
	if (TREE_CODE(*at) == MULT_EXPR && TREE_CODE(TREE_OPERAND(*at, 1)) == INTEGER_CST &&
	    tree_int_cst_equal(fold_convert(sizetype, TREE_OPERAND(*at, 1)),
			       fold_convert(sizetype, size))) {
		*unit = 1;
		at = &TREE_OPERAND(*at, 0);
	}
	while (CONVERT_EXPR_P(*at))
		at = &TREE_OPERAND(*at, 0);
	if (TREE_CODE(*at) != PLUS_EXPR || TREE_CODE(TREE_OPERAND(*at, 1)) != INTEGER_CST)
		return NULL;
	return &TREE_OPERAND(*at, 1);
}

static void mark_sign(tree *summand, const index_text *text, walk *w)
{
	extent op = { text->left.file, text->op, text->op };
	proposal p = { op, MARK_VALUE, NOP_EXPR };
	const char *from = text->is_minus ? "-" : "+", *to = text->is_minus ? "+" : "-";

	if (options_has(REMT_OAAN))
		proposal_add(&p, REMT_OAAN, from, to, &op, xstrdup(to),
			     { REALIZE_NEGATED, ERROR_MARK, 0, 0, 0 }, 0);
	mark_wrap(summand, UNKNOWN_LOCATION, &p, w);
}

bool mark_subscript(tree *tp, const place *at, walk *w)
{
	tree e = *tp, *summand;
	index_text text;
	HOST_WIDE_INT unit;
	literal lit;

	if (TREE_CODE(e) != POINTER_PLUS_EXPR || place_token(*at).match < 0)
		return false;
	if (TREE_CODE(TREE_OPERAND(e, 1)) == INTEGER_CST &&
	    place_token(*at).match - at->token > 1) {
		mark_tree(&TREE_OPERAND(e, 0), w);
		mark_index(e, { at->file, at->token + 1, place_token(*at).match - 1 }, false, w);
		return true;
	}
	if (unfold_is_active() && place_token(*at).match - at->token > 1) {
		mark_tree(&TREE_OPERAND(e, 0), w);
		mark_summand(e, { at->file, at->token + 1, place_token(*at).match - 1 }, w);
		return true;
	}
	if (!read_index(at, &text))
		return false;
	summand = find_summand(e, &unit);
	if (!summand)
		return false;
	if (literal_read(&text.right, &lit) && !lit.is_float) {
		HOST_WIDE_INT value = literal_value(&lit, 0) * unit * (text.is_minus ? -1 : 1);

		if (!tree_int_cst_equal(*summand, build_int_cst(TREE_TYPE(*summand), value)))
			return false;
	} else if (extent_has_operator(&text.left, 9) || text.right.first != text.right.last) {
		return false;
	}
	mark_operands(e, w);
	mark_sign(summand, &text, w);
	return true;
}
