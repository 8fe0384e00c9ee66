/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/lower/alternative.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/lower_switch.h"
#include "plugin/lower/unit.h"

/* Appends an operation of the user's source; sanitizers check it as they check the original. */
static tree append_operation(basic_block bb, tree type, enum tree_code code, tree first,
			     tree second)
{
	tree name = make_ssa_name(type);

	block_append(bb, lower_operation(name, code, first, second));
	return name;
}

tree alternative_number(tree type, HOST_WIDE_INT value)
{
	if (SCALAR_FLOAT_TYPE_P(type))
		return build_real_from_int_cst(type, build_int_cst(long_integer_type_node, value));
	return build_int_cst(type, value);
}

/* Appends FACTOR times FIRST plus VALUE; integers wrap. */
static tree append_linear(basic_block bb, tree type, const realize &how, tree first)
{
	bool is_integer = INTEGRAL_TYPE_P(type);
	tree wrapping = is_integer ? unsigned_type_for(type) : type, result;

	if (how.factor == 0)
		return alternative_number(type, how.value);
	result = block_append_operation(bb, wrapping, is_integer ? NOP_EXPR : SSA_NAME, first);
	if (how.factor < 0)
		result = append_operation(bb, wrapping, NEGATE_EXPR, result, NULL_TREE);
	if (how.value)
		result = append_operation(bb, wrapping, PLUS_EXPR, result,
					  alternative_number(wrapping, how.value));
	return wrapping == type ? result : block_append_operation(bb, type, NOP_EXPR, result);
}

/* Appends SECOND plus DELTA, which undoes what folding did to the constant. */
static tree append_delta(basic_block bb, tree second, HOST_WIDE_INT delta)
{
	if (!delta)
		return second;
	if (TREE_CODE(second) == INTEGER_CST)
		return wide_int_to_tree(TREE_TYPE(second), wi::to_wide(second) + delta);
	return append_operation(bb, TREE_TYPE(second), PLUS_EXPR, second,
				build_int_cst(TREE_TYPE(second), delta));
}

/* Appends FIRST, an address, as the run-time's shift function returns it. */
static tree append_shifted(basic_block bb, tree type, const realize &how, tree first)
{
	tree address = block_append_operation(bb, long_long_unsigned_type_node, NOP_EXPR, first);
	tree shift = block_append_load(bb, unit_shift());
	gcall *call =
		gimple_build_call(shift, 2, address, build_int_cst(unsigned_type_node, how.value));

	return block_append_operation(bb, type, NOP_EXPR,
				      block_append_call(bb, long_long_unsigned_type_node, call));
}

tree alternative_append(basic_block bb, tree type, const realize &how, tree first, tree second)
{
	switch (how.kind) {
	case REALIZE_CODE:
		return append_operation(bb, type, how.code, first,
					append_delta(bb, second, how.delta));
	case REALIZE_CODE_SWAPPED: return append_operation(bb, type, how.code, second, first);
	case REALIZE_BOOLEAN: return build_int_cst(type, how.value);
	case REALIZE_FIRST: return first;
	case REALIZE_SECOND: return second;
	case REALIZE_NEGATED: return append_operation(bb, type, NEGATE_EXPR, first, NULL_TREE);
	case REALIZE_INTEGER: return build_int_cst(type, how.value);
	case REALIZE_SHIFTED: return append_shifted(bb, type, how, first);
	case REALIZE_LINEAR: return append_linear(bb, type, how, first);
	case REALIZE_SELECT: break;
	}
	gcc_unreachable();
}

tree alternative_append_original(basic_block bb, tree type, const mark &m, tree first, tree second)
{
	return m.code == NOP_EXPR ? first : append_operation(bb, type, m.code, first, second);
}
