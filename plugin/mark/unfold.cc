/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Diverts the entries of the compiler's folding functions to functions of this file, which leave an
 * operation as it is or call the real one. Only x86-64 is supported, and only a compiler whose
 * functions can be found by name and whose code may be written. doc/INTERNALS.md ("Folding off
 * while parsing") says why each function is diverted.
 */
#include "plugin/base/compat.h"

#include "convert.h"
#include "plugin/mark/detour.h"
#include "plugin/mark/unfold.h"

#ifdef __x86_64__

enum {
	UNARY,
	BINARY,
	TERNARY,
	NEGATION,
	COMPARISON,
	SUM,
	STABLE,
	PLACE,
	OPERATION,
	CONDITIONAL,
	VARIABLE,
	NR_DETOURS
};
static detour detours[NR_DETOURS];
static bool is_ready;
static int depth;

static tree (*own_convert)(tree, tree);
static tree convert_diverted(tree, tree);

/* Gives all entries back to the compiler's own functions. */
static void restore(void)
{
	for (const detour &d : detours)
		detour_clear(d);
	targetm.convert_to_type = own_convert;
}

static void divert(void)
{
	for (const detour &d : detours)
		detour_set(d);
	targetm.convert_to_type = convert_diverted;
}

/* Gives one function back during a call of it; the functions that it calls stay diverted. */
struct undiverted {
	const detour &d;
	explicit undiverted(int which) : d(detours[which])
	{
		detour_clear(d);
	}
	~undiverted()
	{
		detour_set(d);
	}
};

/* True for an operation that the source can show as a token. */
static bool is_operator(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
	case MULT_EXPR:
	case TRUNC_DIV_EXPR:
	case TRUNC_MOD_EXPR:
	case RDIV_EXPR:
	case LSHIFT_EXPR:
	case RSHIFT_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case LT_EXPR:
	case LE_EXPR:
	case GT_EXPR:
	case GE_EXPR:
	case EQ_EXPR:
	case NE_EXPR: return true;
	default: return false;
	}
}

/*
 * True for a comparison that the front end made to get a truth value. It may be folded: folding
 * takes it away again.
 */
static bool is_made_truth(enum tree_code code, tree op0, tree op1)
{
	if ((code != NE_EXPR && code != EQ_EXPR) || !CONSTANT_CLASS_P(op1) || !integer_zerop(op1))
		return false;
	STRIP_NOPS(op0);
	return truth_value_p(TREE_CODE(op0));
}

static bool stays_binary(enum tree_code code, tree type, tree op0, tree op1)
{
	if (code == TRUTH_ANDIF_EXPR || code == TRUTH_ORIF_EXPR)
		return !CONSTANT_CLASS_P(op0) && !CONSTANT_CLASS_P(op1);
	if (code == POINTER_PLUS_EXPR)
		return TREE_CODE(op0) == POINTER_PLUS_EXPR && !TREE_CONSTANT(op0);
	return is_operator(code) && !(TREE_CONSTANT(op0) && TREE_CONSTANT(op1)) &&
	       (INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type)) &&
	       !is_made_truth(code, op0, op1);
}

/*
 * True for a sign, and for a conversion of an operation or ?:, where folding would reach into the
 * operand.
 */
static bool stays_unary(enum tree_code code, tree type, tree op0)
{
	bool is_number = INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type);
	tree inner = op0;

	if (TREE_CONSTANT(op0) || !(is_number || POINTER_TYPE_P(type)))
		return false;
	if (code == NEGATE_EXPR || code == BIT_NOT_EXPR || code == TRUTH_NOT_EXPR)
		return is_number;
	while (CONVERT_EXPR_P(inner) || TREE_CODE(inner) == NON_LVALUE_EXPR)
		inner = TREE_OPERAND(inner, 0);
	return CONVERT_EXPR_CODE_P(code) &&
	       (TREE_CODE(inner) == COND_EXPR ||
		(is_number && is_operator(TREE_CODE(inner)) && BINARY_CLASS_P(inner)));
}

static tree fold_unary_diverted(location_t loc, enum tree_code code, tree type, tree op0)
{
	tree result;

	if (stays_unary(code, type, op0))
		return NULL_TREE;
	restore();
	result = fold_unary_loc(loc, code, type, op0);
	divert();
	return result;
}

static tree fold_binary_diverted(location_t loc, enum tree_code code, tree type, tree op0, tree op1)
{
	tree result;

	if (stays_binary(code, type, op0, op1))
		return NULL_TREE;
	if (code == NE_EXPR && is_made_truth(code, op0, op1) && !TREE_CONSTANT(op0))
		return TREE_TYPE(op0) == type ? op0 : build1_loc(loc, NOP_EXPR, type, op0);
	restore();
	result = fold_binary_loc(loc, code, type, op0, op1);
	divert();
	return result;
}

static tree fold_ternary_diverted(location_t loc, enum tree_code code, tree type, tree op0,
				  tree op1, tree op2)
{
	tree result;

	if (code == COND_EXPR && !CONSTANT_CLASS_P(op0))
		return NULL_TREE;
	restore();
	result = fold_ternary_loc(loc, code, type, op0, op1, op2);
	divert();
	return result;
}

/* Keeps !x: inverting would reach into comparisons and connectors. */
static tree invert_diverted(location_t loc, tree arg)
{
	tree result;

	if (!TREE_CONSTANT(arg) && INTEGRAL_TYPE_P(TREE_TYPE(arg)))
		return build1_loc(loc, TRUTH_NOT_EXPR, TREE_TYPE(arg), arg);
	restore();
	result = invert_truthvalue_loc(loc, arg);
	divert();
	return result;
}

/*
 * Converts a truth value or a variable to bool. GCC gives them other places from 14 on: the former
 * has its own here, the latter that of the conversion.
 */
static tree convert_truth(tree type, tree expr)
{
	if (DECL_P(expr) && !TREE_CONSTANT(expr))
		return build2_loc(input_location, NE_EXPR, type, expr,
				  build_zero_cst(TREE_TYPE(expr)));
	if (TREE_TYPE(expr) != integer_type_node || TREE_CONSTANT(expr))
		return NULL_TREE;
	if (COMPARISON_CLASS_P(expr))
		return build2_loc(EXPR_LOCATION(expr), TREE_CODE(expr), type, TREE_OPERAND(expr, 0),
				  TREE_OPERAND(expr, 1));
	return truth_value_p(TREE_CODE(expr))
		       ? build1_loc(EXPR_LOCATION(expr), NOP_EXPR, type, expr)
		       : NULL_TREE;
}

/*
 * Keeps (char)(a & 255): the front end would compute in the narrow type. The front end asks this
 * hook of the target first. NULL: it converts by itself.
 */
static tree convert_diverted(tree type, tree expr)
{
	tree from = TREE_TYPE(expr), result = own_convert(type, expr);

	if (result || CONSTANT_CLASS_P(expr) || type == from)
		return result;
	if (TYPE_MAIN_VARIANT(type) == TYPE_MAIN_VARIANT(from))
		return stays_unary(NOP_EXPR, type, expr)
			       ? build1_loc(EXPR_LOCATION(expr), NOP_EXPR, type, expr)
			       : NULL_TREE;
	if (!INTEGRAL_TYPE_P(from))
		return NULL_TREE;
	if (TREE_CODE(type) == BOOLEAN_TYPE)
		return convert_truth(type, expr);
	if ((TREE_CODE(type) != INTEGER_TYPE && TREE_CODE(type) != ENUMERAL_TYPE) ||
	    compat_is_truth(type) || !COMPLETE_TYPE_P(type))
		return NULL_TREE;
	STRIP_TYPE_NOPS(expr);
	result = convert_to_integer_maybe_fold(type, expr, false);
	if (TREE_CODE(result) == C_MAYBE_CONST_EXPR)
		return result;
	if (!CONVERT_EXPR_P(result) ||
	    !stays_unary(TREE_CODE(result), TREE_TYPE(result), TREE_OPERAND(result, 0)))
		return fold(result);
	return result;
}

/* Keeps the promotion in c < 5: the front end would compare in the type of c. Its warnings stay. */
static tree shorten_compare_diverted(location_t loc, tree *op0, tree *op1, tree *type,
				     enum tree_code *code)
{
	undiverted own(COMPARISON);
	tree first = *op0, second = *op1, common = *type;
	enum tree_code written = *code;
	tree decided = shorten_compare(loc, op0, op1, type, code);

	if (decided)
		return decided;
	*op0 = convert(common, first);
	*op1 = convert(common, second);
	*code = written;
	return NULL_TREE;
}

/* Keeps p + (n + 1): the front end would add 1 to the pointer first. */
static tree pointer_sum_diverted(location_t loc, enum tree_code code, tree pointer, tree index,
				 bool complain)
{
	undiverted own(SUM);

	if ((TREE_CODE(index) == PLUS_EXPR || TREE_CODE(index) == MINUS_EXPR) &&
	    !TREE_CONSTANT(index))
		index = build1_loc(EXPR_LOCATION(index), NON_LVALUE_EXPR, TREE_TYPE(index), index);
	return pointer_int_sum(loc, code, pointer, index, complain);
}

/* Gives the operations of a copy the locations of those that they were copied from. */
static void copy_locations(tree to, tree from)
{
	if (to == from || !to || !from || !EXPR_P(to) || TREE_CODE(to) != TREE_CODE(from))
		return;
	if (!EXPR_HAS_LOCATION(to))
		SET_EXPR_LOCATION(to, EXPR_LOCATION(from));
	for (int i = 0; i < TREE_OPERAND_LENGTH(to); i++)
		copy_locations(TREE_OPERAND(to, i), TREE_OPERAND(from, i));
}

/* Keeps the locations in the left side of +=, which GCC copies without them. */
static tree stabilize_diverted(tree ref)
{
	undiverted own(STABLE);
	tree copy = stabilize_reference(ref);

	copy_locations(copy, ref);
	return copy;
}

/*
 * Brings an operation back to int or wider. The front end computes it in the operands' own type
 * where that has the same result; another operator would not have the same. With -Wconversion,
 * which looks at the narrow type, the operation stays narrow.
 */
static void restore_width(tree conversion)
{
	tree type = TREE_TYPE(conversion), e = TREE_OPERAND(conversion, 0);
	tree first = TREE_OPERAND(e, 0), second = TREE_OPERAND(e, 1);

	if (unfold_keeps_width() || !INTEGRAL_TYPE_P(type) || !INTEGRAL_TYPE_P(TREE_TYPE(e)) ||
	    COMPARISON_CLASS_P(e))
		return;
	first = convert(type, first);
	if (TREE_CODE(e) != LSHIFT_EXPR && TREE_CODE(e) != RSHIFT_EXPR)
		second = convert(type, second);
	TREE_OPERAND(conversion, 0) = build2(TREE_CODE(e), type, first, second);
}

/*
 * Does not let a cast that changes nothing move the operation within to its own location. Gives a
 * location to an operation of which the front end has placed only the conversion around it.
 */
static void set_location_diverted(tree t, location_t loc)
{
	if (t && EXPR_P(t) && is_operator(TREE_CODE(t)) && EXPR_HAS_LOCATION(t))
		return;
	{
		undiverted own(PLACE);

		protected_set_expr_location(t, loc);
	}
	while (t && CONVERT_EXPR_P(t)) {
		tree inner = TREE_OPERAND(t, 0);

		if (EXPR_P(inner) && is_operator(TREE_CODE(inner)) && !EXPR_HAS_LOCATION(inner)) {
			restore_width(t);
			SET_EXPR_LOCATION(TREE_OPERAND(t, 0), loc);
			return;
		}
		t = inner;
	}
}

/*
 * Does what set_location_diverted() does where protected_set_expr_location() is inlined into its
 * caller (GCC 11).
 */
static tree operation_diverted(location_t loc, enum tree_code code, tree first, tree second,
			       bool convert_p)
{
	undiverted own(OPERATION);
	tree result = build_binary_op(loc, code, first, second, convert_p);

	if (result != error_mark_node && !TREE_CONSTANT(result))
		set_location_diverted(result, loc);
	return result;
}

/*
 * Folds the operands of ?: and tells the front end by the node around it that this was done, as the
 * front end does for what it folds early.
 */
static tree close_conditional(tree e)
{
	bool is_constant = true;

	for (int i = 0; i < 3; i++) {
		bool maybe_const = true;

		TREE_OPERAND(e, i) = c_fully_fold(TREE_OPERAND(e, i), false, &maybe_const);
		is_constant &= maybe_const;
	}
	e = build2_loc(EXPR_LOCATION(e), C_MAYBE_CONST_EXPR, TREE_TYPE(e), NULL_TREE, e);
	C_MAYBE_CONST_EXPR_NON_CONST(e) = !is_constant;
	return e;
}

/*
 * Keeps ?: whole. No detour of folding would do for each build of GCC: in some a copy of the
 * function, which has no name, folds it. With -Wconversion, which looks at the arms before they are
 * folded, the detours must do.
 */
static tree conditional_diverted(location_t colon, tree condition, bool is_constant_p, tree first,
				 tree first_type, location_t first_at, tree second,
				 tree second_type, location_t second_at)
{
	undiverted own(CONDITIONAL);
	tree e = build_conditional_expr(colon, condition, is_constant_p, first, first_type,
					first_at, second, second_type, second_at);

	if (TREE_CODE(e) != COND_EXPR || TREE_CONSTANT(TREE_OPERAND(e, 0)) ||
	    !(INTEGRAL_TYPE_P(TREE_TYPE(e)) || SCALAR_FLOAT_TYPE_P(TREE_TYPE(e)) ||
	      POINTER_TYPE_P(TREE_TYPE(e))))
		return e;
	/* GCC 15 saves it for a type of variable size. */
	if (TREE_CODE(TREE_OPERAND(e, 0)) == SAVE_EXPR && TREE_OPERAND(e, 0) != condition &&
	    !variably_modified_type_p(TREE_TYPE(e), NULL_TREE))
		TREE_OPERAND(e, 0) = TREE_OPERAND(TREE_OPERAND(e, 0), 0);
	return unfold_keeps_width() ? e : close_conditional(e);
}

/* Keeps the name of a constant variable at each -O level, as -O0 does. */
static tree variable_diverted(tree decl)
{
	return decl;
}

/*
 * The entry to each target: the caller may count on registers that the real
 * function leaves alone. The many arguments of build_conditional_expr() are on the stack, and it
 * calls so much that no caller can.
 */
DETOUR_ENTRY(enter_unary, fold_unary_diverted)
DETOUR_ENTRY(enter_binary, fold_binary_diverted)
DETOUR_ENTRY(enter_ternary, fold_ternary_diverted)
DETOUR_ENTRY(enter_invert, invert_diverted)
DETOUR_ENTRY(enter_compare, shorten_compare_diverted)
DETOUR_ENTRY(enter_sum, pointer_sum_diverted)
DETOUR_ENTRY(enter_stabilize, stabilize_diverted)
DETOUR_ENTRY(enter_location, set_location_diverted)
DETOUR_ENTRY(enter_operation, operation_diverted)
DETOUR_ENTRY(enter_variable, variable_diverted)

bool unfold_prepare(void)
{
	const struct {
		void *entry, *target;
	} ways[NR_DETOURS] = {
		[UNARY] = { (void *)&fold_unary_loc, (void *)enter_unary },
		[BINARY] = { (void *)&fold_binary_loc, (void *)enter_binary },
		[TERNARY] = { (void *)&fold_ternary_loc, (void *)enter_ternary },
		[NEGATION] = { (void *)&invert_truthvalue_loc, (void *)enter_invert },
		[COMPARISON] = { (void *)&shorten_compare, (void *)enter_compare },
		[SUM] = { (void *)&pointer_int_sum, (void *)enter_sum },
		[STABLE] = { (void *)&stabilize_reference, (void *)enter_stabilize },
		[PLACE] = { (void *)&protected_set_expr_location, (void *)enter_location },
		[OPERATION] = { (void *)&build_binary_op, (void *)enter_operation },
		[CONDITIONAL] = { (void *)&build_conditional_expr, (void *)conditional_diverted },
		[VARIABLE] = { (void *)&decl_constant_value, (void *)enter_variable },
	};

	own_convert = targetm.convert_to_type;
	is_ready = true;
	for (int i = 0; i < NR_DETOURS; i++)
		is_ready &= detour_prepare(&detours[i], ways[i].entry, ways[i].target);
	return is_ready;
}

void unfold_begin(void)
{
	if (is_ready && depth++ == 0)
		divert();
}

void unfold_end(void)
{
	if (is_ready && --depth == 0)
		restore();
}

bool unfold_is_active(void)
{
	return is_ready;
}

bool unfold_keeps_width(void)
{
	return !is_ready || warn_conversion || warn_sign_conversion;
}

#else

bool unfold_is_active(void)
{
	return false;
}

bool unfold_keeps_width(void)
{
	return true;
}

bool unfold_prepare(void)
{
	return false;
}

void unfold_begin(void)
{
}

void unfold_end(void)
{
}

#endif
