/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/operate.h"

#include <math.h>
#include <string.h>

struct form form_of(const struct ir_type *type)
{
	switch (type->kind) {
	case REMT_IR_INTEGER:
		return (struct form){ SHAPE_INTEGER, type->flags & REMT_IR_SIGNED,
				      (uint8_t)type->precision };
	case REMT_IR_POINTER: return (struct form){ SHAPE_INTEGER, false, 64 };
	case REMT_IR_FLOAT:
		if (type->size == 4)
			return (struct form){ SHAPE_F32, true, 32 };
		if (type->size == 8)
			return (struct form){ SHAPE_F64, true, 64 };
		/* both long double and _Float128 have 16 bytes */
		if (type->size == 16 && type->precision == 80)
			return (struct form){ SHAPE_F80, true, 80 };
		break;
	case REMT_IR_VOID:
	case REMT_IR_ARRAY:
	case REMT_IR_RECORD:
	case REMT_IR_UNION:
	case REMT_IR_FUNCTION:
	case REMT_IR_OPAQUE: break;
	}
	return (struct form){ SHAPE_NONE, false, 0 };
}

void slot_normalise(union word *slot, struct form form)
{
	unsigned precision = form.precision;

	if (precision > 64) {
		unsigned unused = 128 - precision;

		slot->uw <<= unused;
		if (form.is_signed)
			slot->w >>= unused;
		else
			slot->uw >>= unused;
	} else if (form.is_signed) {
		slot->i = (int64_t)(slot->u << (64 - precision)) >> (64 - precision);
	} else {
		slot->u = slot->u << (64 - precision) >> (64 - precision);
	}
}

/* The integer in SLOT with all its bits. */
static wide widen(const union word *slot, struct form form)
{
	if (form.precision > 64)
		return slot->w;
	return form.is_signed ? (wide)slot->i : (wide)slot->u;
}

static union word narrow(wide value, struct form form)
{
	union word ret = { .w = value };

	slot_normalise(&ret, form);
	return ret;
}

/* ---- conversions */

static long double to_float(const union word *value, struct form from)
{
	switch (from.shape) {
	case SHAPE_F32: return (long double)value->f;
	case SHAPE_F64: return (long double)value->d;
	case SHAPE_F80: return value->x;
	case SHAPE_INTEGER:
	case SHAPE_NONE: break;
	}
	return from.is_signed ? (long double)widen(value, from)
			      : (long double)(unsigned_wide)widen(value, from);
}

/* Rounds once, from the integer or number itself. */
static union word convert_to_float(const union word *value, struct form from, struct form to)
{
	union word ret = { 0 };
	bool is_unsigned = from.shape == SHAPE_INTEGER && !from.is_signed;
	wide number = from.shape == SHAPE_INTEGER ? widen(value, from) : 0;

	if (to.shape == SHAPE_F80)
		ret.x = to_float(value, from);
	else if (to.shape == SHAPE_F64 && from.shape == SHAPE_INTEGER)
		ret.d = is_unsigned ? (double)(unsigned_wide)number : (double)number;
	else if (to.shape == SHAPE_F64)
		ret.d = (double)to_float(value, from);
	else if (from.shape == SHAPE_INTEGER)
		ret.f = is_unsigned ? (float)(unsigned_wide)number : (float)number;
	else
		ret.f = (float)to_float(value, from);
	return ret;
}

/* Out of range the processor's conversions of 32 and 64 bits give their own results. */
static union word convert_to_integer(const union word *value, struct form from, struct form to)
{
	union word ret = { 0 };
	long double number = to_float(value, from);

	if (to.precision > 64) {
		if (to.is_signed)
			ret.w = (wide)number;
		else
			ret.uw = (unsigned_wide)number;
		return ret;
	}
	if (to.precision < 32 || (to.precision == 32 && to.is_signed))
		ret.i = from.shape == SHAPE_F32	  ? (int32_t)value->f
			: from.shape == SHAPE_F64 ? (int32_t)value->d
						  : (int32_t)number;
	else if (to.precision == 64 && !to.is_signed)
		ret.u = from.shape == SHAPE_F32	  ? (uint64_t)value->f
			: from.shape == SHAPE_F64 ? (uint64_t)value->d
						  : (uint64_t)number;
	else
		ret.i = from.shape == SHAPE_F32	  ? (int64_t)value->f
			: from.shape == SHAPE_F64 ? (int64_t)value->d
						  : (int64_t)number;
	slot_normalise(&ret, to);
	return ret;
}

union word convert(const union word *value, struct form from, struct form to)
{
	if (to.shape != SHAPE_INTEGER)
		return convert_to_float(value, from, to);
	if (from.shape != SHAPE_INTEGER)
		return convert_to_integer(value, from, to);
	return narrow(widen(value, from), to);
}

/* ---- operations */

#define ARITHMETIC(member)                                                                         \
	switch ((unsigned)operation) {                                                             \
	case REMT_IR_OP_ADD: ret.member = a->member + b->member; break;                            \
	case REMT_IR_OP_SUBTRACT: ret.member = a->member - b->member; break;                       \
	case REMT_IR_OP_MULTIPLY: ret.member = a->member * b->member; break;                       \
	case REMT_IR_OP_DIVIDE: ret.member = a->member / b->member; break;                         \
	case REMT_IR_OP_NEGATE: ret.member = -a->member; break;                                    \
	case REMT_IR_OP_MINIMUM: ret.member = a->member < b->member ? a->member : b->member;       \
		break;                                                                             \
	case REMT_IR_OP_MAXIMUM: ret.member = a->member > b->member ? a->member : b->member;       \
		break;                                                                             \
	case REMT_IR_OP_LESS: ret.i = a->member < b->member; break;                                \
	case REMT_IR_OP_LESS_EQUAL: ret.i = a->member <= b->member; break;                         \
	case REMT_IR_OP_GREATER: ret.i = a->member > b->member; break;                             \
	case REMT_IR_OP_GREATER_EQUAL: ret.i = a->member >= b->member; break;                      \
	case REMT_IR_OP_EQUAL: ret.i = a->member == b->member; break;                              \
	case REMT_IR_OP_NOT_EQUAL: ret.i = a->member != b->member; break;                          \
	case REMT_IR_OP_ORDERED: ret.i = !isunordered(a->member, b->member); break;                \
	case REMT_IR_OP_UNORDERED: ret.i = isunordered(a->member, b->member); break;               \
	case REMT_IR_OP_UN_LESS: ret.i = !isgreaterequal(a->member, b->member); break;             \
	case REMT_IR_OP_UN_LESS_EQUAL: ret.i = !isgreater(a->member, b->member); break;            \
	case REMT_IR_OP_UN_GREATER: ret.i = !islessequal(a->member, b->member); break;             \
	case REMT_IR_OP_UN_GREATER_EQUAL: ret.i = !isless(a->member, b->member); break;            \
	case REMT_IR_OP_UN_EQUAL: ret.i = !islessgreater(a->member, b->member); break;             \
	case REMT_IR_OP_LESS_GREATER: ret.i = islessgreater(a->member, b->member); break;          \
	default: break;                                                                            \
	}

static union word operate_float(enum remt_ir_operation operation, const union word *a,
				const union word *b, enum shape shape)
{
	union word ret = { 0 };

	if (operation == REMT_IR_OP_ABSOLUTE) {
		if (shape == SHAPE_F32)
			ret.f = fabsf(a->f);
		else if (shape == SHAPE_F64)
			ret.d = fabs(a->d);
		else
			ret.x = fabsl(a->x);
	} else if (shape == SHAPE_F32) {
		ARITHMETIC(f)
	} else if (shape == SHAPE_F64) {
		ARITHMETIC(d)
	} else {
		ARITHMETIC(x)
	}
	return ret;
}

static wide rotate(const union word *a, unsigned count, struct form form)
{
	unsigned precision = form.precision;
	unsigned_wide mask =
		precision == 128 ? ~(unsigned_wide)0 : ((unsigned_wide)1 << precision) - 1;
	unsigned_wide bits = (unsigned_wide)widen(a, form) & mask;

	count %= precision;
	return count ? (wide)((bits << count | bits >> (precision - count)) & mask) : (wide)bits;
}

static int compare_integers(wide a, wide b, bool is_signed)
{
	if (is_signed)
		return a < b ? -1 : a > b;
	return (unsigned_wide)a < (unsigned_wide)b ? -1 : (unsigned_wide)a > (unsigned_wide)b;
}

/* Returns 1 if VALUE, an unbounded result, does not fit FORM. */
static bool is_outside(wide value, bool has_overflown, struct form form)
{
	union word ret = narrow(value, form);

	return has_overflown || widen(&ret, form) != value || (!form.is_signed && value < 0);
}

static union word operate_overflow(enum remt_ir_operation operation, wide a, wide b,
				   struct form result)
{
	wide value;
	bool has_overflown;
	bool is_test = operation >= REMT_IR_OP_SUM_OVERFLOWS;

	switch ((unsigned)operation) {
	case REMT_IR_OP_SUM_WRAPPED:
	case REMT_IR_OP_SUM_OVERFLOWS: has_overflown = __builtin_add_overflow(a, b, &value); break;
	case REMT_IR_OP_DIFFERENCE_WRAPPED:
	case REMT_IR_OP_DIFFERENCE_OVERFLOWS:
		has_overflown = __builtin_sub_overflow(a, b, &value);
		break;
	default: has_overflown = __builtin_mul_overflow(a, b, &value); break;
	}
	if (is_test)
		return (union word){ .i = is_outside(value, has_overflown, result) };
	return narrow(value, result);
}

static wide divide(wide a, wide b, bool is_signed, bool is_remainder)
{
	if (is_signed)
		return is_remainder ? a % b : a / b;
	return is_remainder ? (wide)((unsigned_wide)a % (unsigned_wide)b)
			    : (wide)((unsigned_wide)a / (unsigned_wide)b);
}

static wide operate_integer(enum remt_ir_operation operation, const union word *a,
			    const union word *b, struct form form, struct form second)
{
	wide x = widen(a, form);
	wide y = b ? widen(b, second) : 0;
	int order = compare_integers(x, y, form.is_signed);
	unsigned count = (unsigned)y & 127;

	switch ((unsigned)operation) {
	case REMT_IR_OP_NEGATE: return (wide)(0 - (unsigned_wide)x);
	case REMT_IR_OP_NOT: return ~x;
	case REMT_IR_OP_TRUTH_NOT: return !x;
	case REMT_IR_OP_ABSOLUTE: return x < 0 ? (wide)(0 - (unsigned_wide)x) : x;
	case REMT_IR_OP_ADD:
	case REMT_IR_OP_MOVE: return (wide)((unsigned_wide)x + (unsigned_wide)y);
	case REMT_IR_OP_SUBTRACT:
	case REMT_IR_OP_DISTANCE: return (wide)((unsigned_wide)x - (unsigned_wide)y);
	case REMT_IR_OP_MULTIPLY: return (wide)((unsigned_wide)x * (unsigned_wide)y);
	case REMT_IR_OP_DIVIDE: return divide(x, y, form.is_signed, false);
	case REMT_IR_OP_REMAINDER: return divide(x, y, form.is_signed, true);
	case REMT_IR_OP_SHIFT_LEFT: return (wide)((unsigned_wide)x << count);
	case REMT_IR_OP_SHIFT_RIGHT:
		return form.is_signed ? x >> count : (wide)((unsigned_wide)x >> count);
	case REMT_IR_OP_ROTATE_LEFT: return rotate(a, count, form);
	case REMT_IR_OP_ROTATE_RIGHT:
		return rotate(a, form.precision - count % form.precision, form);
	case REMT_IR_OP_AND: return x & y;
	case REMT_IR_OP_OR: return x | y;
	case REMT_IR_OP_XOR: return x ^ y;
	case REMT_IR_OP_MINIMUM: return order < 0 ? x : y;
	case REMT_IR_OP_MAXIMUM: return order > 0 ? x : y;
	case REMT_IR_OP_LESS: return order < 0;
	case REMT_IR_OP_LESS_EQUAL: return order <= 0;
	case REMT_IR_OP_GREATER: return order > 0;
	case REMT_IR_OP_GREATER_EQUAL: return order >= 0;
	case REMT_IR_OP_EQUAL: return order == 0;
	case REMT_IR_OP_NOT_EQUAL: return order != 0;
	default: return x;
	}
}

union word operate(enum remt_ir_operation operation, const union word *a, const union word *b,
		   struct form operands, struct form second, struct form result)
{
	if (operands.shape != SHAPE_INTEGER)
		return operate_float(operation, a, b, operands.shape);
	if (operation >= REMT_IR_OP_SUM_WRAPPED)
		return operate_overflow(operation, widen(a, operands), widen(b, second), result);
	return narrow(operate_integer(operation, a, b, operands, second), result);
}
