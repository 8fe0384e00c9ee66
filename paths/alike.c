/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/alike.h"

#include "common/slots.h"
#include "common/vec.h"

/* Linux maps nothing below, as vm.mmap_min_addr is by default. */
#define LOWEST_ADDRESS UINT64_C(0x10000)

/* By how much more B's memory lies behind A's, in what two terms are about; valid if IS_KNOWN. */
struct shift {
	uint64_t distance;
	bool is_known;
};

/* Two terms that are compared, and by their index in `shifts` what was found out. */
struct comparison {
	const struct terms *terms;
	struct slots seen; /* by pair of terms */
	VEC(struct shift) shifts;
	VEC(uint64_t) waiting; /* pairs, those that are wanted first at the end */
};

static void comparison_deinit(struct comparison *comparison)
{
	slots_deinit(&comparison->seen);
	vec_deinit(&comparison->shifts);
	vec_deinit(&comparison->waiting);
}

static uint64_t pair_of(uint32_t a, uint32_t b)
{
	return (uint64_t)a << 32 | b;
}

/* True if nothing has to be found out of A and B: they are one term; or it was, and *RET is that. */
static bool find_shift(const struct comparison *comparison, uint32_t a, uint32_t b,
		       struct shift *ret)
{
	uint32_t index;

	*ret = (struct shift){ 0, true };
	if (a == b)
		return true;
	index = slots_find(&comparison->seen, pair_of(a, b));
	if (index != SLOTS_NONE)
		*ret = comparison->shifts.items[index];
	return index != SLOTS_NONE;
}

static bool is_address(const struct term *term)
{
	return term->operation == TERM_CONSTANT && term->width == 64 &&
	       term->number >= LOWEST_ADDRESS;
}

/* Returns the shift of A and B, whose operands have these. */
static struct shift shift_of(const struct term *a, const struct term *b,
			     const struct shift operands[3])
{
	const struct shift none = { 0, true }, unknown = { 0, false };
	bool are_same = operands[0].distance == operands[1].distance;
	bool are_fixed = !operands[0].distance && !operands[1].distance && !operands[2].distance;

	if (is_address(a) && is_address(b))
		return (struct shift){ b->number - a->number, true };
	if (a->operation != b->operation || a->width != b->width || a->number != b->number ||
	    !operands[0].is_known || !operands[1].is_known || !operands[2].is_known)
		return unknown;
	switch ((unsigned)a->operation) {
	case TERM_ADD: return (struct shift){ operands[0].distance + operands[1].distance, true };
	case TERM_CHOOSE:
		if (operands[0].distance || operands[1].distance != operands[2].distance)
			return unknown;
		return (struct shift){ operands[1].distance, true };
	case TERM_EQUAL:
	case TERM_LESS_UNSIGNED:
	case TERM_LESS_SIGNED: return are_same ? none : unknown;
	default: return are_fixed ? none : unknown;
	}
}

/* Pushes what has to be found out of A and B. */
static void want(struct comparison *comparison, uint32_t a, uint32_t b)
{
	struct shift ignored;

	if (!find_shift(comparison, a, b, &ignored))
		vec_push(&comparison->waiting, pair_of(a, b));
}

/* Finds the shift of the pair that waits at the end, if those of its operands are known; else these wait. */
static void go_on(struct comparison *comparison)
{
	size_t number = comparison->waiting.count;
	uint64_t pair = comparison->waiting.items[number - 1];
	const struct term *a = term_get(comparison->terms, (uint32_t)(pair >> 32));
	const struct term *b = term_get(comparison->terms, (uint32_t)pair);
	struct shift operands[3];
	bool is_ready = true;

	if (a->operation == b->operation) {
		want(comparison, a->a, b->a);
		want(comparison, a->b, b->b);
		want(comparison, a->c, b->c);
		is_ready = comparison->waiting.count == number;
	}
	if (!is_ready)
		return;
	find_shift(comparison, a->a, b->a, &operands[0]);
	find_shift(comparison, a->b, b->b, &operands[1]);
	find_shift(comparison, a->c, b->c, &operands[2]);
	comparison->waiting.count--;
	if (slots_find(&comparison->seen, pair) != SLOTS_NONE)
		return;
	slots_add(&comparison->seen, pair, (uint32_t)comparison->shifts.count);
	vec_push(&comparison->shifts, shift_of(a, b, operands));
}

/* True if A and B are true for the same inputs, whatever lies where. */
static bool are_alike(struct comparison *comparison, uint32_t a, uint32_t b)
{
	struct shift shift;

	want(comparison, a, b);
	while (comparison->waiting.count)
		go_on(comparison);
	return find_shift(comparison, a, b, &shift) && shift.is_known && !shift.distance;
}

bool alike_conditions(const struct terms *terms, const struct path *a, const struct path *b)
{
	_cleanup_(comparison_deinit) struct comparison comparison = { .terms = terms };
	bool ret = a->conditions.count == b->conditions.count;

	for (size_t i = 0; ret && i < a->conditions.count; i++) {
		const struct remt_path_condition *left = &a->conditions.items[i];
		const struct remt_path_condition *right = &b->conditions.items[i];

		ret = left->kind == right->kind && are_alike(&comparison, left->term, right->term);
	}
	return ret;
}
