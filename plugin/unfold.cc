/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc.h"
#include "unfold.h"

#include <dlfcn.h>
#include <sys/mman.h>

#ifdef __x86_64__

enum { JUMP_SIZE = 12 }; /* movabs $target, %rax; jmp *%rax */

/* A function of the compiler whose entry can lead elsewhere. */
struct detour {
	unsigned char *entry;
	unsigned char original[JUMP_SIZE], jump[JUMP_SIZE];
};

static detour unary, binary, ternary, negation, place;
static bool is_ready;
static int depth;

static void set_entry(const detour &d, const unsigned char *bytes)
{
	memcpy(d.entry, bytes, JUMP_SIZE);
	__builtin___clear_cache((char *)d.entry, (char *)d.entry + JUMP_SIZE);
}

/* The compiler's own functions again. */
static void restore(void)
{
	for (const detour *d : { &unary, &binary, &ternary, &negation, &place })
		set_entry(*d, d->original);
}

static void divert(void)
{
	for (const detour *d : { &unary, &binary, &ternary, &negation, &place })
		set_entry(*d, d->jump);
}

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
	case NE_EXPR:
		return true;
	default:
		return false;
	}
}

/* Made by the front end for a context that wants a truth value: folding takes it away again. */
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
	return is_operator(code) && !(TREE_CONSTANT(op0) && TREE_CONSTANT(op1)) &&
	       (INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type)) && !is_made_truth(code, op0, op1);
}

/* A conversion of an operation, or a sign: folding would reach into the operand. */
static bool stays_unary(enum tree_code code, tree type, tree op0)
{
	tree inner = op0;

	if (TREE_CONSTANT(op0) || !(INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type)))
		return false;
	if (code == NEGATE_EXPR || code == BIT_NOT_EXPR || code == TRUTH_NOT_EXPR)
		return true;
	STRIP_NOPS(inner);
	return CONVERT_EXPR_CODE_P(code) && is_operator(TREE_CODE(inner)) && BINARY_CLASS_P(inner);
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

static tree fold_ternary_diverted(location_t loc, enum tree_code code, tree type, tree op0, tree op1, tree op2)
{
	tree result;

	if (code == COND_EXPR && !CONSTANT_CLASS_P(op0))
		return NULL_TREE;
	restore();
	result = fold_ternary_loc(loc, code, type, op0, op1, op2);
	divert();
	return result;
}

/* !x stays one: inverting would reach into comparisons and connectors. */
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

/* The front end places only the conversion around an operation that it made in a narrower type. */
static void set_location_diverted(tree t, location_t loc)
{
	restore();
	protected_set_expr_location(t, loc);
	divert();
	while (t && CONVERT_EXPR_P(t))
		t = TREE_OPERAND(t, 0);
	if (t && EXPR_P(t) && !EXPR_HAS_LOCATION(t) && is_operator(TREE_CODE(t)))
		SET_EXPR_LOCATION(t, loc);
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
	is_ready = prepare(&unary, (void *)&fold_unary_loc, (void *)fold_unary_diverted) &&
		   prepare(&binary, (void *)&fold_binary_loc, (void *)fold_binary_diverted) &&
		   prepare(&ternary, (void *)&fold_ternary_loc, (void *)fold_ternary_diverted) &&
		   prepare(&negation, (void *)&invert_truthvalue_loc, (void *)invert_diverted) &&
		   prepare(&place, (void *)&protected_set_expr_location, (void *)set_location_diverted);
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

#else

bool unfold_is_active(void)
{
	return false;
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
