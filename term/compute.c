/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/compute.h"

static int64_t as_signed(uint64_t number, unsigned width)
{
	uint64_t sign = UINT64_C(1) << (width - 1);

	return (int64_t)((term_mask(number, width) ^ sign) - sign);
}

static uint64_t divide_signed(uint64_t a, uint64_t b, unsigned width)
{
	int64_t x = as_signed(a, width);
	int64_t y = as_signed(b, width);

	if (y == 0)
		return x < 0 ? 1 : UINT64_MAX;
	return y == -1 ? -(uint64_t)x : (uint64_t)(x / y);
}

static uint64_t remainder_signed(uint64_t a, uint64_t b, unsigned width)
{
	int64_t x = as_signed(a, width);
	int64_t y = as_signed(b, width);

	if (y == 0)
		return (uint64_t)x;
	return y == -1 ? 0 : (uint64_t)(x % y);
}

static uint64_t shift_right_signed(uint64_t a, uint64_t b, unsigned width)
{
	int64_t x = as_signed(a, width);

	return (uint64_t)(b < width ? x >> b : x < 0 ? -1 : 0);
}

static uint64_t compute_wide(const struct term *term, unsigned width, unsigned low_width,
			     uint64_t a, uint64_t b, uint64_t c)
{
	switch ((enum term_operation)term->operation) {
	case TERM_NOT: return ~a;
	case TERM_ADD: return a + b;
	case TERM_MULTIPLY: return a * b;
	case TERM_DIVIDE_UNSIGNED: return b ? a / b : UINT64_MAX;
	case TERM_DIVIDE_SIGNED: return divide_signed(a, b, width);
	case TERM_REMAINDER_UNSIGNED: return b ? a % b : a;
	case TERM_REMAINDER_SIGNED: return remainder_signed(a, b, width);
	case TERM_SHIFT_LEFT: return b < width ? a << b : 0;
	case TERM_SHIFT_RIGHT_UNSIGNED: return b < width ? a >> b : 0;
	case TERM_SHIFT_RIGHT_SIGNED: return shift_right_signed(a, b, width);
	case TERM_AND: return a & b;
	case TERM_OR: return a | b;
	case TERM_XOR: return a ^ b;
	case TERM_EQUAL: return a == b;
	case TERM_LESS_UNSIGNED: return a < b;
	case TERM_LESS_SIGNED: return as_signed(a, width) < as_signed(b, width);
	case TERM_CHOOSE: return a ? b : c;
	case TERM_CONCATENATE: return a << low_width | b;
	case TERM_EXTRACT: return a >> term->number;
	case TERM_EXTEND_ZERO: return a;
	case TERM_EXTEND_SIGN: return (uint64_t)as_signed(a, width);
	case TERM_CONSTANT:
	case TERM_INPUT:
	case TERM_NR_OPERATIONS: break;
	}
	return 0;
}

uint64_t compute(const struct term *term, unsigned width, unsigned low_width, uint64_t a,
		 uint64_t b, uint64_t c)
{
	return term_mask(compute_wide(term, width, low_width, a, b, c), term->width);
}
