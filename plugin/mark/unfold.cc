/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Diverts the entries of the compiler's folding functions to functions of this file, which leave an
 * operation as it is or call the real one. Only x86-64 is supported, and only a compiler whose
 * functions can be found by name and whose code may be written. doc/INTERNALS.md ("Folding off
 * while parsing") says why each function is diverted.
 */
#include "plugin/base/gcc.h"

#include "convert.h"
#include "plugin/mark/unfold.h"

#include <dlfcn.h>
#include <sys/mman.h>

#ifdef __x86_64__

enum { JUMP_SIZE = 12 }; /* movabs $target, %rax; jmp *%rax */

/* A function of the compiler whose entry can be diverted. */
struct detour {
	unsigned char *entry;
	unsigned char original[JUMP_SIZE], jump[JUMP_SIZE];
};

enum {
	UNARY,
	BINARY,
	TERNARY,
	NEGATION,
	CONVERSION,
	INTEGER,
	COMPARISON,
	SUM,
	STABLE,
	PLACE,
	OPERATION,
	VARIABLE,
	NR_DETOURS
};
static detour detours[NR_DETOURS];
static bool is_ready;
static int depth;

static void set_entry(const detour &d, const unsigned char *bytes)
{
	memcpy(d.entry, bytes, JUMP_SIZE);
	__builtin___clear_cache((char *)d.entry, (char *)d.entry + JUMP_SIZE);
}

/* Gives all entries back to the compiler's own functions. */
static void restore(void)
{
	for (const detour &d : detours)
		set_entry(d, d.original);
}

static void divert(void)
{
	for (const detour &d : detours)
		set_entry(d, d.jump);
}

/* Gives one function back during a call of it; the functions that it calls stay diverted. */
struct undiverted {
	const detour &d;
	explicit undiverted(int which) : d(detours[which])
	{
		set_entry(d, d.original);
	}
	~undiverted()
	{
		set_entry(d, d.jump);
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
	tree inner = op0;

	if (TREE_CONSTANT(op0) || !(INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type)))
		return false;
	if (code == NEGATE_EXPR || code == BIT_NOT_EXPR || code == TRUTH_NOT_EXPR)
		return true;
	STRIP_NOPS(inner);
	return CONVERT_EXPR_CODE_P(code) &&
	       (TREE_CODE(inner) == COND_EXPR ||
		(is_operator(TREE_CODE(inner)) && BINARY_CLASS_P(inner)));
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

/* Keeps (char)(a & 255): the front end would compute in the narrow type. */
static tree convert_diverted(tree type, tree expr)
{
	return convert_to_integer_maybe_fold(type, expr, false);
}

/*
 * Does what convert_diverted() does where convert_to_integer() is inlined into its caller (GCC 11).
 */
static tree convert_integer_diverted(tree type, tree expr)
{
	undiverted own(INTEGER);
	tree from = TREE_TYPE(expr), result;

	if ((TREE_CODE(type) != INTEGER_TYPE && TREE_CODE(type) != ENUMERAL_TYPE) ||
	    !INTEGRAL_TYPE_P(from) || !COMPLETE_TYPE_P(type) ||
	    TYPE_MAIN_VARIANT(type) == TYPE_MAIN_VARIANT(from) || CONSTANT_CLASS_P(expr))
		return convert(type, expr);
	STRIP_TYPE_NOPS(expr);
	result = convert_to_integer_maybe_fold(type, expr, false);
	return TREE_CODE(result) == C_MAYBE_CONST_EXPR ? result : fold(result);
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

/* Keeps the name of a constant variable at each -O level, as -O0 does. */
static tree variable_diverted(tree decl)
{
	return decl;
}

static bool prepare(detour *d, void *entry, void *target)
{
	size_t page = getpagesize();
	char *first = (char *)((uintptr_t)entry & ~(page - 1));
	char *last = (char *)(((uintptr_t)entry + JUMP_SIZE - 1) & ~(page - 1));

	d->entry = (unsigned char *)entry;
	memcpy(d->original, entry, JUMP_SIZE);
	d->jump[0] = 0x48;
	d->jump[1] = 0xb8;
	memcpy(d->jump + 2, &target, sizeof(target));
	d->jump[10] = 0xff;
	d->jump[11] = 0xe0;
	return !mprotect(first, last - first + page, PROT_READ | PROT_WRITE | PROT_EXEC);
}

bool unfold_prepare(void)
{
	const struct {
		void *entry, *target;
	} ways[NR_DETOURS] = {
		[UNARY] = { (void *)&fold_unary_loc, (void *)fold_unary_diverted },
		[BINARY] = { (void *)&fold_binary_loc, (void *)fold_binary_diverted },
		[TERNARY] = { (void *)&fold_ternary_loc, (void *)fold_ternary_diverted },
		[NEGATION] = { (void *)&invert_truthvalue_loc, (void *)invert_diverted },
		[CONVERSION] = { (void *)&convert_to_integer, (void *)convert_diverted },
		[INTEGER] = { (void *)&convert, (void *)convert_integer_diverted },
		[COMPARISON] = { (void *)&shorten_compare, (void *)shorten_compare_diverted },
		[SUM] = { (void *)&pointer_int_sum, (void *)pointer_sum_diverted },
		[STABLE] = { (void *)&stabilize_reference, (void *)stabilize_diverted },
		[PLACE] = { (void *)&protected_set_expr_location, (void *)set_location_diverted },
		[OPERATION] = { (void *)&build_binary_op, (void *)operation_diverted },
		[VARIABLE] = { (void *)&decl_constant_value, (void *)variable_diverted },
	};

	is_ready = true;
	for (int i = 0; i < NR_DETOURS; i++)
		is_ready &= prepare(&detours[i], ways[i].entry, ways[i].target);
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
