/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks twiddled variables: x read as (x + 1) and (x - 1).
 *
 * The tree has no location for a name, but the operator around knows where it stands. C adds in the
 * promoted type and converts afterwards. That equals adding behind a conversion, unless the
 * conversion widens a type that C does not promote.
 */
#include "plugin/base/compat.h"
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/mark/unfold.h"

/* Returns the only word of the extent as an identifier; NULL: the extent is something else. */
static tree find_name(const extent *ext)
{
	const token &t = ext->file->tokens[ext->first];
	tree name;

	if (ext->first != ext->last || t.kind != TOKEN_WORD || t.directive)
		return NULL_TREE;
	name = get_identifier_with_length(t.text, t.length);
	return compat_is_macro(name) ? NULL_TREE : name;
}

/*
 * False for const variables, which may have become their value, depending on -O, and for those that
 * nested functions share, which GCC moves.
 */
static bool is_treatable(tree decl)
{
	tree type = TREE_TYPE(decl);

	return (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL) && !TREE_READONLY(decl) &&
	       !DECL_NONLOCAL(decl) && !TYPE_ATOMIC(type) &&
	       !(VAR_P(decl) && DECL_HARD_REGISTER(decl)) && type_is_plain(type) &&
	       (SCALAR_FLOAT_TYPE_P(type) ||
		(INTEGRAL_TYPE_P(type) && TREE_CODE(type) != BOOLEAN_TYPE));
}

/* Returns where in *TP the addition has to be; NULL: nowhere. */
static tree *find_target(tree *tp, tree decl)
{
	tree outer = TREE_TYPE(*tp), inner = TREE_TYPE(decl);
	unsigned least = TYPE_PRECISION(integer_type_node);
	tree *at = tp;

	if (INTEGRAL_TYPE_P(outer) && INTEGRAL_TYPE_P(inner) && TREE_CODE(outer) != BOOLEAN_TYPE &&
	    (TYPE_PRECISION(inner) < least || TYPE_PRECISION(outer) <= TYPE_PRECISION(inner)))
		return type_is_plain(outer) &&
				       (TYPE_PRECISION(outer) >= least || !unfold_keeps_width())
			       ? tp
			       : NULL;
	if (INTEGRAL_TYPE_P(inner) && TYPE_PRECISION(inner) < least)
		return NULL;
	while (*at != decl)
		at = &TREE_OPERAND(*at, 0);
	return at;
}

void mark_variable(tree *tp, extent ext, walk *w)
{
	tree e = *tp, name;
	tree *target;

	while (CONVERT_EXPR_P(e) || TREE_CODE(e) == FLOAT_EXPR || TREE_CODE(e) == NON_LVALUE_EXPR)
		e = TREE_OPERAND(e, 0);
	if (!options_has(REMT_VTWD) || !DECL_P(e) || !is_treatable(e))
		return;
	extent_unwrap(&ext);
	name = find_name(&ext);
	target = name && name == DECL_NAME(e) ? find_target(tp, e) : NULL;
	if (!target || place_is_muted({ ext.file, ext.first }))
		return;
	proposal p = { ext, MARK_VALUE, NOP_EXPR };

	for (int by = 1; by >= -1; by -= 2)
		proposal_add(&p, REMT_VTWD, "variable", by > 0 ? "+1" : "-1", &ext,
			     xasprintf("(%s %c 1)", IDENTIFIER_POINTER(name), by > 0 ? '+' : '-'),
			     { REALIZE_LINEAR, ERROR_MARK, 0, by, 1 }, 0);
	mark_wrap(target, UNKNOWN_LOCATION, &p, w);
}

void mark_leaf(tree *tp, extent ext, bool is_index, walk *w)
{
	if (CONSTANT_CLASS_P(*tp))
		mark_constant(tp, ext, 0, is_index, w);
	else
		mark_variable(tp, ext, w);
}
