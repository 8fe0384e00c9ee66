/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks constants that are written as literals (CRCR): 0, one more, one less, negated. Names of
 * constants are left alone, as the parser has replaced them by their values.
 */
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/source/literal.h"

/* True if VALUE keeps its value in the type of CST; C would compare in a wider type otherwise. */
static bool value_fits(tree type, HOST_WIDE_INT value, const literal *lit)
{
	tree source =
		lit->is_long ? (lit->is_unsigned ? long_unsigned_type_node : long_integer_type_node)
			     : (lit->is_unsigned ? unsigned_type_node : integer_type_node);

	return TYPE_PRECISION(type) >= TYPE_PRECISION(integer_type_node) ||
	       int_fits_type_p(build_int_cst(source, value), type);
}

/*
 * How the front end changed a literal: its value times UNIT (the size of a pointer's target) plus
 * OFFSET.
 */
struct scale {
	HOST_WIDE_INT unit, offset;
};

/* Returns what an alternative makes of the constant C. */
static HOST_WIDE_INT realized(const realize &how, HOST_WIDE_INT c)
{
	return how.kind == REALIZE_LINEAR ? how.factor * c + how.value : how.value;
}

/*
 * Makes the alternative VALUE a linear function of the constant where possible: such sites share
 * their helper.
 */
static realize make_realize(tree cst, int factor, HOST_WIDE_INT summand, HOST_WIDE_INT value)
{
	realize line = { REALIZE_LINEAR, ERROR_MARK, 0, summand, factor },
		exact = { REALIZE_INTEGER, ERROR_MARK, 0, value, 0 };
	tree type = TREE_TYPE(cst);

	return tree_int_cst_equal(build_int_cst(type, realized(line, TREE_INT_CST_LOW(cst))),
				  build_int_cst(type, value))
		       ? line
		       : exact;
}

/*
 * Adds an alternative whose value is the literal times FACTOR plus SUMMAND and whose text is
 * REPLACEMENT (taken over).
 */
static void add_change(proposal *p, tree cst, const literal *lit, const extent *ext,
		       const char *name, int factor, HOST_WIDE_INT summand, const scale &by,
		       char *replacement)
{
	tree type = TREE_TYPE(cst);
	HOST_WIDE_INT own = literal_value(lit, 0);
	HOST_WIDE_INT value = factor < 0 ? literal_value(lit, -2 * own)
			      : factor	 ? literal_value(lit, summand)
					 : 0;
	HOST_WIDE_INT made = value * by.unit + by.offset;
	bool is_known = value == own;

	for (const realize &other : p->realizes)
		is_known |= realized(other, TREE_INT_CST_LOW(cst)) == made;
	if (is_known || (by.offset && TYPE_UNSIGNED(type) && made < 0) ||
	    !value_fits(type, value, lit)) {
		free(replacement);
		return;
	}
	proposal_add(p, REMT_CRCR, "constant", name, ext, replacement,
		     make_realize(cst, factor,
				  factor < 0 ? 2 * by.offset
				  : factor   ? summand * by.unit
					     : by.offset,
				  made),
		     0);
}

static void propose_integer(proposal *p, tree cst, const literal *lit, const extent *ext,
			    const scale &by, bool is_index)
{
	HOST_WIDE_INT own = literal_value(lit, 0);
	HOST_WIDE_INT limit = lit->is_long ? HOST_WIDE_INT_MAX : 0x7fffffff;
	char *text = extent_text(ext);

	if (!is_index || own != 1)
		add_change(p, cst, lit, ext, "0", 0, 0, by, xasprintf("0%s", lit->suffix));
	if (lit->is_unsigned || own < limit)
		add_change(p, cst, lit, ext, "+1", 1, 1, by, xasprintf("(%s + 1)", text));
	if (!is_index || own > 0)
		add_change(p, cst, lit, ext, "-1", 1, -1, by, xasprintf("(%s - 1)", text));
	if (!is_index)
		add_change(p, cst, lit, ext, "negated", -1, 0, by, xasprintf("(-(%s))", text));
	free(text);
}

static void propose_real(proposal *p, const literal *lit, const extent *ext)
{
	static const struct {
		const char *name;
		int factor, value;
	} changes[] = { { "0", 0, 0 }, { "+1", 1, 1 }, { "-1", 1, -1 }, { "negated", -1, 0 } };
	char *text = extent_text(ext);

	for (const auto &c : changes) {
		char *replacement;

		if (c.factor == 0)
			replacement = xasprintf("0.0%s", lit->suffix);
		else if (c.value)
			replacement = xasprintf("(%s %c 1.0%s)", text, c.value > 0 ? '+' : '-',
						lit->suffix);
		else
			replacement = xasprintf("(-(%s))", text);
		proposal_add(p, REMT_CRCR, "constant", c.name, ext, replacement,
			     { REALIZE_LINEAR, ERROR_MARK, 0, c.value, c.factor }, 0);
	}
	free(text);
}

static bool constant_agrees(tree cst, const literal *lit, const scale &by)
{
	if (TREE_CODE(cst) == REAL_CST)
		return lit->is_float;
	if (TREE_CODE(cst) != INTEGER_CST || lit->is_float || POINTER_TYPE_P(TREE_TYPE(cst)) ||
	    TREE_CODE(TREE_TYPE(cst)) == BOOLEAN_TYPE)
		return false;
	return tree_int_cst_equal(
		cst, build_int_cst(TREE_TYPE(cst), literal_value(lit, 0) * by.unit + by.offset));
}

static void mark_literal(tree *tp, extent ext, const scale &by, bool is_index, walk *w)
{
	tree cst = *tp;
	literal lit;
	proposal p = { ext, MARK_VALUE, NOP_EXPR };

	if (!type_is_plain(TREE_TYPE(cst)))
		return;
	if (place_is_muted({ ext.file, ext.first })) {
		if (options_has(REMT_CRCR) && literal_read(&ext, &lit) &&
		    constant_agrees(cst, &lit, by)) {
			extent_unwrap(&ext);
			place at = { ext.file, ext.first };

			skip_add(&at, REMT_SKIP_USER);
		}
		return;
	}
	if (!literal_read(&ext, &lit)) {
		mark_formula(tp, &ext, by.unit, by.offset, is_index, w);
		return;
	}
	if (!options_has(REMT_CRCR) || !constant_agrees(cst, &lit, by))
		return;
	extent_unwrap(&ext);
	p.where = ext;
	if (lit.is_float && !real_zerop(cst))
		propose_real(&p, &lit, &ext);
	else if (!lit.is_float)
		propose_integer(&p, cst, &lit, &ext, by, is_index);
	mark_wrap(tp, UNKNOWN_LOCATION, &p, w);
}

void mark_constant(tree *tp, extent ext, HOST_WIDE_INT offset, bool is_index, walk *w)
{
	mark_literal(tp, ext, { 1, offset }, is_index, w);
}

void mark_index(tree pointer_plus, extent ext, bool is_minus, walk *w)
{
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(pointer_plus)));

	if (VOID_TYPE_P(TREE_TYPE(TREE_TYPE(pointer_plus))))
		size = size_one_node;
	if (size && tree_fits_shwi_p(size))
		mark_literal(&TREE_OPERAND(pointer_plus, 1), ext,
			     { is_minus ? -tree_to_shwi(size) : tree_to_shwi(size), 0 }, true, w);
}
