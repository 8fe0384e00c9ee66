/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/overlap.h"

#include <string.h>

/* What an address may lead to: one named thing, or all that a value may point to. */
struct aim {
	bool is_known;
	unsigned flags; /* REMT_IR_POINTED_OUTSIDE, REMT_IR_POINTED_ESCAPED */
	uint32_t nr_pointed;
	const struct ir_pointed *pointed;
	struct ir_pointed only; /* what `pointed` leads to if it is one thing that has a name */
};

static void aim_at(struct aim *ret, enum remt_ir_pointed_kind kind, uint32_t index)
{
	ret->only = (struct ir_pointed){ kind, index };
	ret->nr_pointed = 1;
	ret->pointed = &ret->only;
	ret->is_known = true;
}

static void find_aim(const struct ir_function *function, const struct ir_place *place,
		     struct aim *ret);

static void find_aim_of_operand(const struct ir_function *function,
				const struct ir_operand *operand, struct aim *ret)
{
	const struct ir_value *value;

	if (operand->kind == REMT_IR_ADDRESS) {
		find_aim(function, operand->place, ret);
	} else if (operand->kind == REMT_IR_NUMBER) {
		ret->is_known = operand->number.low == 0; /* NULL */
	} else if (operand->kind == REMT_IR_VALUE) {
		value = &function->values[operand->value];
		ret->is_known = value->pointed_flags & REMT_IR_POINTED_KNOWN;
		ret->flags = value->pointed_flags;
		ret->nr_pointed = value->nr_pointed;
		ret->pointed = value->pointed;
	}
}

/* RET is zero. A literal is known to be nothing that can be written. */
static void find_aim(const struct ir_function *function, const struct ir_place *place,
		     struct aim *ret)
{
	switch (place->base) {
	case REMT_IR_LOCAL: aim_at(ret, REMT_IR_POINTED_LOCAL, place->index); break;
	case REMT_IR_SYMBOL: aim_at(ret, REMT_IR_POINTED_SYMBOL, place->index); break;
	case REMT_IR_STRING: ret->is_known = true; break;
	case REMT_IR_POINTED: find_aim_of_operand(function, &place->pointer, ret); break;
	}
}

/* True if AIM leads to nothing but literals and constants. */
static bool is_never_written(const struct ir_function *function, const struct aim *aim)
{
	if (!aim->is_known || aim->flags & ~REMT_IR_POINTED_KNOWN)
		return false;
	for (uint32_t i = 0; i < aim->nr_pointed; i++) {
		const struct ir_pointed *thing = &aim->pointed[i];

		if (thing->kind != REMT_IR_POINTED_SYMBOL ||
		    !(function->unit->symbols[thing->index].flags & REMT_IR_CONSTANT))
			return false;
	}
	return true;
}

/* True if what other functions can reach, or what lives longer than the call, may be THING. */
static bool is_in_reach(const struct ir_function *function, const struct ir_pointed *thing,
			unsigned flags)
{
	switch (thing->kind) {
	case REMT_IR_POINTED_LOCAL:
		return flags & REMT_IR_POINTED_ESCAPED &&
		       function->locals[thing->index].flags & REMT_IR_ESCAPES;
	case REMT_IR_POINTED_SYMBOL:
	case REMT_IR_POINTED_UNNAMED: return flags != 0;
	}
	return true;
}

static bool may_be_same(const struct ir_function *function, const struct ir_pointed *a,
			const struct ir_pointed *b)
{
	const struct ir_symbol *symbols = function->unit->symbols;

	if (a->kind != b->kind)
		return false;
	if (a->index == b->index)
		return true;
	if (a->kind != REMT_IR_POINTED_SYMBOL)
		return false;
	/* Declarations of one symbol may have several names in the source. */
	if (strcmp(symbols[a->index].name, symbols[b->index].name) == 0)
		return true;
	return symbols[a->index].flags & symbols[b->index].flags & REMT_IR_ALIASED;
}

static bool may_meet(const struct ir_function *function, const struct aim *a, const struct aim *b)
{
	unsigned a_reach = a->flags & (REMT_IR_POINTED_OUTSIDE | REMT_IR_POINTED_ESCAPED);
	unsigned b_reach = b->flags & (REMT_IR_POINTED_OUTSIDE | REMT_IR_POINTED_ESCAPED);

	if (!a->is_known || !b->is_known)
		return true;
	if (a_reach && b_reach)
		return true;
	for (uint32_t i = 0; i < a->nr_pointed; i++) {
		if (is_in_reach(function, &a->pointed[i], b_reach))
			return true;
		for (uint32_t k = 0; k < b->nr_pointed; k++) {
			if (may_be_same(function, &a->pointed[i], &b->pointed[k]))
				return true;
		}
	}
	for (uint32_t k = 0; k < b->nr_pointed; k++) {
		if (is_in_reach(function, &b->pointed[k], a_reach))
			return true;
	}
	return false;
}

/* ---- positions in one thing */

/* The bits that a place takes, from the first of its base on; false: this depends on values. */
static bool find_extent(const struct ir_function *function, const struct ir_place *place,
			__int128 *start, __int128 *end)
{
	uint64_t size = function->unit->types[place->type].size;

	if (place->nr_indices || (!size && !(place->flags & REMT_IR_BITS)))
		return false;
	*start = (__int128)place->offset * 8;
	*end = *start + (__int128)size * 8;
	if (place->flags & REMT_IR_BITS) {
		*start += place->bit_position;
		*end = *start + place->bit_size;
	}
	return true;
}

/* True if the bases are the same bytes wherever in the function the two places are. */
static bool has_same_base(const struct ir_function *function, const struct ir_place *a,
			  const struct ir_place *b)
{
	if (a->base != b->base)
		return false;
	if (a->base != REMT_IR_POINTED)
		return a->index == b->index;
	/* A value that is assigned may have another value in the next round of a loop. */
	return a->pointer.kind == REMT_IR_VALUE && b->pointer.kind == REMT_IR_VALUE &&
	       a->pointer.value == b->pointer.value && function->values[a->pointer.value].parameter;
}

bool ir_may_overlap(const struct ir_function *function, const struct ir_place *written,
		    const struct ir_place *read)
{
	struct aim written_aim = { 0 };
	struct aim read_aim = { 0 };
	__int128 written_start, written_end, read_start, read_end;

	find_aim(function, written, &written_aim);
	find_aim(function, read, &read_aim);
	if (is_never_written(function, &read_aim) || !may_meet(function, &written_aim, &read_aim))
		return false;
	if (!has_same_base(function, written, read) ||
	    !find_extent(function, written, &written_start, &written_end) ||
	    !find_extent(function, read, &read_start, &read_end))
		return true;
	return written_start < read_end && read_start < written_end;
}

bool ir_covers(const struct ir_function *function, const struct ir_place *written,
	       const struct ir_place *read)
{
	__int128 written_start, written_end, read_start, read_end;

	return has_same_base(function, written, read) &&
	       find_extent(function, written, &written_start, &written_end) &&
	       find_extent(function, read, &read_start, &read_end) && written_start <= read_start &&
	       read_end <= written_end;
}

/* ---- calls */

static bool is_pointer(const struct ir_function *function, const struct ir_operand *operand)
{
	uint32_t type = operand->kind == REMT_IR_VALUE ? function->values[operand->value].type
						       : operand->type;

	return function->unit->types[type].kind == REMT_IR_POINTER;
}

static bool argument_may_meet(const struct ir_function *function, const struct ir_call *call,
			      const struct aim *aim)
{
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		struct aim argument = { 0 };

		if (call->arguments[i].place)
			continue;
		find_aim_of_operand(function, &call->arguments[i].operand, &argument);
		/* A variable whose address is in an integer has escaped. */
		if (is_pointer(function, &call->arguments[i].operand) &&
		    may_meet(function, &argument, aim))
			return true;
	}
	return false;
}

bool ir_may_reach(const struct ir_function *function, const struct ir_call *call,
		  const struct ir_place *place)
{
	const struct aim anything = {
		.is_known = true,
		.flags = REMT_IR_POINTED_OUTSIDE | REMT_IR_POINTED_ESCAPED,
	};
	struct aim aim = { 0 };

	find_aim(function, place, &aim);
	if (is_never_written(function, &aim))
		return false;
	return may_meet(function, &anything, &aim) || argument_may_meet(function, call, &aim);
}
