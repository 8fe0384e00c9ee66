/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rules that make terms simpler. Each holds for all inputs; unit tests hold all of them against the
 * operations themselves.
 */
#include "term/simplify.h"

#include "term/compute.h"

/* A term that is being made, with what the rules ask of its operands. */
struct view {
	struct terms *terms;
	const struct term *term;
	const struct term *a, *b, *c;
	uint64_t all; /* as many ones as the term is wide */
	bool is_b_constant;
	uint64_t number; /* b's, if it is one */
};

static uint32_t constant(const struct view *view, uint64_t number)
{
	return term_constant(view->terms, number, view->term->width);
}

static bool is_constant(const struct term *term)
{
	return term->operation == TERM_CONSTANT;
}

static bool is_extension(const struct term *term)
{
	return term->operation == TERM_EXTEND_ZERO || term->operation == TERM_EXTEND_SIGN;
}

/* Computes a term of constants; 0: it has another operand. */
static uint32_t fold(const struct view *view)
{
	const struct term *term = view->term;

	if (!is_constant(view->a) || (term->b && !is_constant(view->b)) ||
	    (term->c && !is_constant(view->c)))
		return 0;
	return constant(view, compute(term, view->a->width, view->b->width, view->a->number,
				      view->b->number, view->c->number));
}

/* True if A is b * -1 or B is a * -1: the sum is 0. */
static bool is_negative_of(const struct view *view, uint32_t negative, uint32_t other)
{
	const struct term *term = term_get(view->terms, negative);

	return term->operation == TERM_MULTIPLY && term->a == other &&
	       is_constant(term_get(view->terms, term->b)) &&
	       term_get(view->terms, term->b)->number == view->all;
}

/* (x op k) op n is x op (k op n), for addition, multiplication and the like. */
static uint32_t merge_constants(const struct view *view)
{
	enum term_operation operation = view->term->operation;
	const struct term *inner;

	if (!view->is_b_constant || view->a->operation != operation)
		return 0;
	inner = term_get(view->terms, view->a->b);
	if (!is_constant(inner))
		return 0;
	uint32_t rest = view->a->a;
	uint64_t number = compute(view->term, view->term->width, 0, inner->number, view->number, 0);
	return term_binary(view->terms, operation, rest, constant(view, number));
}

static uint32_t simplify_add(const struct view *view)
{
	if (view->is_b_constant && view->number == 0)
		return view->term->a;
	if (is_negative_of(view, view->term->a, view->term->b) ||
	    is_negative_of(view, view->term->b, view->term->a))
		return constant(view, 0);
	return merge_constants(view);
}

static uint32_t simplify_multiply(const struct view *view)
{
	if (view->is_b_constant && view->number == 0)
		return view->term->b;
	if (view->is_b_constant && view->number == 1)
		return view->term->a;
	return merge_constants(view);
}

/* By 1; by other numbers nothing is gained. */
static uint32_t simplify_divide(const struct view *view)
{
	bool is_one = view->is_b_constant && view->number == 1 && view->term->width > 1;

	bool is_quotient = view->term->operation == TERM_DIVIDE_UNSIGNED ||
			   view->term->operation == TERM_DIVIDE_SIGNED;

	if (!is_one)
		return 0;
	return is_quotient ? view->term->a : constant(view, 0);
}

static uint32_t simplify_shift(const struct view *view)
{
	if (!view->is_b_constant)
		return 0;
	if (view->number == 0)
		return view->term->a;
	if (view->number >= view->term->width && view->term->operation != TERM_SHIFT_RIGHT_SIGNED)
		return constant(view, 0);
	return 0;
}

static uint32_t simplify_and(const struct view *view)
{
	if (view->term->a == view->term->b)
		return view->term->a;
	if (view->is_b_constant && view->number == 0)
		return view->term->b;
	if (view->is_b_constant && view->number == view->all)
		return view->term->a;
	/* Bits that are 0 anyway need no mask. */
	if (view->is_b_constant && view->a->operation == TERM_EXTEND_ZERO) {
		unsigned width = term_get(view->terms, view->a->a)->width;

		if (term_mask(view->number, width) == term_mask(UINT64_MAX, width))
			return view->term->a;
	}
	return merge_constants(view);
}

static uint32_t simplify_or(const struct view *view)
{
	if (view->term->a == view->term->b || (view->is_b_constant && view->number == 0))
		return view->term->a;
	if (view->is_b_constant && view->number == view->all)
		return view->term->b;
	return merge_constants(view);
}

static uint32_t simplify_xor(const struct view *view)
{
	if (view->term->a == view->term->b)
		return constant(view, 0);
	if (view->is_b_constant && view->number == 0)
		return view->term->a;
	if (view->is_b_constant && view->number == view->all)
		return term_not(view->terms, view->term->a);
	return merge_constants(view);
}

static uint32_t simplify_not(const struct view *view)
{
	const struct term *condition = view->a;

	if (condition->operation == TERM_NOT)
		return condition->a;
	return 0;
}

/* x == n where x was extended: only the bits before count. */
static uint32_t compare_before_extension(const struct view *view)
{
	const struct term *before = term_get(view->terms, view->a->a);
	uint64_t number = view->number;

	if (compute(view->a, before->width, 0, term_mask(number, before->width), 0, 0) != number)
		return term_constant(view->terms, 0, 1);
	uint32_t inner = view->a->a;
	return term_binary(view->terms, TERM_EQUAL, inner,
			   term_constant(view->terms, number, before->width));
}

/* (c ? k : l) == n, with constants. */
static uint32_t compare_choice(const struct view *view)
{
	const struct term *yes = term_get(view->terms, view->a->b);
	const struct term *no = term_get(view->terms, view->a->c);
	uint32_t condition = view->a->a;

	if (!is_constant(yes) || !is_constant(no))
		return 0;
	bool is_yes = yes->number == view->number;
	bool is_no = no->number == view->number;
	if (is_yes == is_no)
		return term_constant(view->terms, is_yes, 1);
	return is_yes ? condition : term_not(view->terms, condition);
}

static uint32_t simplify_equal(const struct view *view)
{
	if (view->term->a == view->term->b)
		return constant(view, 1);
	if (!view->is_b_constant)
		return 0;
	if (view->a->width == 1)
		return view->number ? view->term->a : term_not(view->terms, view->term->a);
	if (is_extension(view->a))
		return compare_before_extension(view);
	return view->a->operation == TERM_CHOOSE ? compare_choice(view) : 0;
}

static uint32_t simplify_less(const struct view *view)
{
	if (view->term->a == view->term->b)
		return constant(view, 0);
	if (view->term->operation == TERM_LESS_UNSIGNED && view->is_b_constant && view->number == 0)
		return constant(view, 0);
	return 0;
}

static uint32_t simplify_choose(const struct view *view)
{
	if (is_constant(view->a))
		return view->a->number ? view->term->b : view->term->c;
	if (view->term->b == view->term->c)
		return view->term->b;
	if (view->term->width == 1 && is_constant(view->b) && is_constant(view->c))
		return view->b->number ? view->term->a : term_not(view->terms, view->term->a);
	if (view->a->operation == TERM_NOT)
		return term_choose(view->terms, view->a->a, view->term->c, view->term->b);
	return 0;
}

/* Neighbouring bits of one term are together again. */
static uint32_t simplify_concatenate(const struct view *view)
{
	const struct term *high = view->a;
	const struct term *low = view->b;
	unsigned width = view->term->width;

	if (is_constant(high) && high->number == 0)
		return term_extend(view->terms, view->term->b, width, false);
	if (high->operation != TERM_EXTRACT)
		return 0;
	if (low->operation == TERM_EXTRACT && high->a == low->a &&
	    high->number == low->number + low->width)
		return term_extract(view->terms, high->a, (unsigned)low->number, width);
	/* The lowest bits may have got a simpler form. */
	if (high->number == low->width &&
	    term_extract(view->terms, high->a, 0, low->width) == view->term->b)
		return term_extract(view->terms, high->a, 0, width);
	return 0;
}

/* Bits of two terms side by side: of one of them, or of both. */
static uint32_t extract_from_concatenation(const struct view *view)
{
	unsigned lowest = (unsigned)view->term->number;
	unsigned width = view->term->width;
	unsigned low_width = term_get(view->terms, view->a->b)->width;
	uint32_t high = view->a->a;
	uint32_t low = view->a->b;

	if (lowest >= low_width)
		return term_extract(view->terms, high, lowest - low_width, width);
	if (lowest + width <= low_width)
		return term_extract(view->terms, low, lowest, width);
	return 0;
}

static uint32_t extract_from_extension(const struct view *view)
{
	unsigned lowest = (unsigned)view->term->number;
	unsigned width = view->term->width;
	unsigned before = term_get(view->terms, view->a->a)->width;

	if (lowest + width <= before)
		return term_extract(view->terms, view->a->a, lowest, width);
	if (view->a->operation == TERM_EXTEND_ZERO && lowest >= before)
		return constant(view, 0);
	if (lowest == 0)
		return term_extend(view->terms, view->a->a, width,
				   view->a->operation == TERM_EXTEND_SIGN);
	return 0;
}

static bool is_operation(const struct term *term)
{
	return term->operation >= TERM_NOT && term->operation <= TERM_CHOOSE;
}

/*
 * True if the lowest WIDTH bits of TERM are had without looking into an operation: else what operations
 * have in common would be taken apart again and again.
 */
static bool is_flat(const struct terms *terms, uint32_t term, unsigned width)
{
	const struct term *row = term_get(terms, term);
	const struct term *inner;

	if (!term || row->operation == TERM_CONSTANT || row->operation == TERM_INPUT)
		return true;
	if (is_operation(row))
		return false;
	inner = term_get(terms, row->operation == TERM_CONCATENATE ? row->b : row->a);
	return !is_operation(inner) || (row->operation != TERM_EXTRACT && inner->width <= width);
}

/* The lowest bits of a sum, a product and the like are those of the operands' lowest bits. */
static uint32_t extract_from_operation(const struct view *view)
{
	struct terms *terms = view->terms;
	unsigned width = view->term->width;
	struct term inner = *view->a;

	if (!is_flat(terms, inner.operation == TERM_CHOOSE ? inner.c : inner.a, width) ||
	    !is_flat(terms, inner.b, width))
		return 0;
	switch ((unsigned)inner.operation) {
	case TERM_NOT: return term_not(terms, term_extract(terms, inner.a, 0, width));
	case TERM_ADD:
	case TERM_MULTIPLY:
	case TERM_AND:
	case TERM_OR:
	case TERM_XOR:
		return term_binary(terms, inner.operation, term_extract(terms, inner.a, 0, width),
				   term_extract(terms, inner.b, 0, width));
	case TERM_CHOOSE:
		return term_choose(terms, inner.a, term_extract(terms, inner.b, 0, width),
				   term_extract(terms, inner.c, 0, width));
	default: return 0;
	}
}

static uint32_t simplify_extract(const struct view *view)
{
	if (view->term->width == view->a->width)
		return view->term->a;
	if (view->a->operation == TERM_EXTRACT)
		return term_extract(view->terms, view->a->a,
				    (unsigned)(view->a->number + view->term->number),
				    view->term->width);
	if (view->a->operation == TERM_CONCATENATE)
		return extract_from_concatenation(view);
	if (is_extension(view->a))
		return extract_from_extension(view);
	return view->term->number == 0 ? extract_from_operation(view) : 0;
}

static uint32_t simplify_extend(const struct view *view)
{
	if (view->term->width == view->a->width)
		return view->term->a;
	/* What was extended with zeros has none but these above. */
	if (view->a->operation == TERM_EXTEND_ZERO)
		return term_extend(view->terms, view->a->a, view->term->width, false);
	if (view->a->operation == TERM_EXTEND_SIGN && view->term->operation == TERM_EXTEND_SIGN)
		return term_extend(view->terms, view->a->a, view->term->width, true);
	return 0;
}

static uint32_t apply_rules(const struct view *view)
{
	switch ((enum term_operation)view->term->operation) {
	case TERM_NOT: return simplify_not(view);
	case TERM_ADD: return simplify_add(view);
	case TERM_MULTIPLY: return simplify_multiply(view);
	case TERM_DIVIDE_UNSIGNED:
	case TERM_DIVIDE_SIGNED:
	case TERM_REMAINDER_UNSIGNED:
	case TERM_REMAINDER_SIGNED: return simplify_divide(view);
	case TERM_SHIFT_LEFT:
	case TERM_SHIFT_RIGHT_UNSIGNED:
	case TERM_SHIFT_RIGHT_SIGNED: return simplify_shift(view);
	case TERM_AND: return simplify_and(view);
	case TERM_OR: return simplify_or(view);
	case TERM_XOR: return simplify_xor(view);
	case TERM_EQUAL: return simplify_equal(view);
	case TERM_LESS_UNSIGNED:
	case TERM_LESS_SIGNED: return simplify_less(view);
	case TERM_CHOOSE: return simplify_choose(view);
	case TERM_CONCATENATE: return simplify_concatenate(view);
	case TERM_EXTRACT: return simplify_extract(view);
	case TERM_EXTEND_ZERO:
	case TERM_EXTEND_SIGN: return simplify_extend(view);
	case TERM_CONSTANT:
	case TERM_INPUT:
	case TERM_NR_OPERATIONS: break;
	}
	return 0;
}

uint32_t simplify(struct terms *terms, const struct term *term)
{
	/* Rules add terms, which may move the array: they work on copies. */
	struct term a = *term_get(terms, term->a);
	struct term b = *term_get(terms, term->b);
	struct term c = *term_get(terms, term->c);
	struct view view = {
		.terms = terms,
		.term = term,
		.a = &a,
		.b = &b,
		.c = &c,
		.all = term_mask(UINT64_MAX, term->width),
		.is_b_constant = term->b && is_constant(&b),
		.number = b.number,
	};
	uint32_t folded = fold(&view);

	return folded ? folded : apply_rules(&view);
}
