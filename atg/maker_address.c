/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a function makes of addresses. In an expansion they are numbers, and each object has its own place. A program
 * may follow them, compare them with NULL, and compare and subtract those of one object (C11 6.5.6 and 6.5.8). What else
 * it computes from them is another thing each day, and so is what it compares of two objects: a caller may pass one for
 * both.
 */
#include "atg/maker.h"

uint64_t maker_lead_either(uint64_t a, uint64_t b)
{
	return a | b | (!a != !b ? LEADS_NOWHERE : 0);
}

/* True if A and B lead to the same one object, and are no NULL. */
static bool is_one_object(uint64_t a, uint64_t b)
{
	return a == b && !(a & (a - 1)) && a != LEADS_NOWHERE;
}

static bool is_null(const struct ir_operand *operand)
{
	uint64_t number;

	return maker_is_number(operand, &number) && !number;
}

/* Returns the bits of what of TYPE can hold an address as it is. */
static bool is_word(const struct maker *maker, uint32_t type)
{
	const struct ir_type *row = &maker->expansion->unit.types[type];

	return row->kind == REMT_IR_POINTER ||
	       (row->kind == REMT_IR_INTEGER && row->precision == 64);
}

/* An operation on operands, and what these lead to. */
struct step {
	enum remt_ir_operation operation;
	const struct ir_operand *a, *b;
	uint64_t of_a, of_b;
};

static bool follow_step(const struct maker *maker, const struct step *step, uint32_t type,
			uint64_t *ret)
{
	*ret = 0;
	if (!step->of_a && !step->of_b)
		return true;
	switch ((int)step->operation) {
	case REMT_IR_OP_NONE: *ret = step->of_a; return true;
	case REMT_IR_OP_CONVERT:
	case REMT_IR_OP_BITS: *ret = step->of_a; return is_word(maker, type);
	case REMT_IR_OP_TRUTH_NOT: return true;
	case REMT_IR_OP_ADD:
	case REMT_IR_OP_MOVE:
		*ret = step->of_a | step->of_b;
		return (!step->of_a || !step->of_b) && is_word(maker, type);
	case REMT_IR_OP_SUBTRACT:
		*ret = step->of_b ? 0 : step->of_a;
		return (!step->of_b || is_one_object(step->of_a, step->of_b)) &&
		       is_word(maker, type);
	case REMT_IR_OP_DISTANCE: return is_one_object(step->of_a, step->of_b);
	case REMT_IR_OP_LESS:
	case REMT_IR_OP_LESS_EQUAL:
	case REMT_IR_OP_GREATER:
	case REMT_IR_OP_GREATER_EQUAL:
	case REMT_IR_OP_EQUAL:
	case REMT_IR_OP_NOT_EQUAL:
		return maker->is_own || is_null(step->a) || is_null(step->b) ||
		       is_one_object(step->of_a, step->of_b);
	default: return false;
	}
}

/* What the alternative of the options makes of them. */
static bool follow_alternative(const struct maker *maker, const struct ir_mark *mark,
			       const struct step *step, uint32_t type, uint64_t *ret)
{
	uint32_t index = maker->options->alternative - 1;
	const struct ir_alternative *alternative;
	struct step other = *step;

	*ret = 0;
	if (index >= mark->nr_alternatives)
		return true;
	alternative = &mark->alternatives[index];
	other.operation = alternative->operation;
	switch (alternative->realize) {
	case REMT_IR_BY_SELECT:
	case REMT_IR_BY_TRUTH:
	case REMT_IR_BY_NUMBER: return true;
	case REMT_IR_BY_OPERATION:
		/* With a difference added NULL is none. */
		if (alternative->delta && is_null(step->b))
			other.b = step->a;
		return follow_step(maker, &other, type, ret);
	case REMT_IR_BY_SWAPPED:
		other = (struct step){ alternative->operation, step->b, step->a, step->of_b,
				       step->of_a };
		return follow_step(maker, &other, type, ret);
	case REMT_IR_BY_SHIFT:
	case REMT_IR_BY_FIRST: *ret = step->of_a; return true;
	case REMT_IR_BY_SECOND: *ret = step->of_b; return true;
	case REMT_IR_BY_NEGATION: return !step->of_a;
	case REMT_IR_BY_LINEAR:
		*ret = alternative->factor == 1 ? step->of_a : 0;
		return !step->of_a || alternative->factor != -1;
	}
	return false;
}

bool maker_follow(const struct maker *maker, const struct ir_statement *statement, uint32_t type,
		  uint64_t *ret)
{
	uint64_t of[3] = { 0 }, other;
	struct step step = { statement->operation, &statement->operands[0], &statement->operands[1],
			     0, 0 };
	bool is_followed;

	for (uint32_t i = 0; i < statement->nr_operands; i++)
		of[i] = maker_leads_to(maker, &statement->operands[i]);
	if (statement->kind == REMT_IR_CHOOSE) {
		*ret = maker_lead_either(of[1], of[2]);
		return !of[0];
	}
	step.of_a = of[0];
	step.of_b = of[1];
	is_followed = follow_step(maker, &step, type, ret);
	if (statement->kind == REMT_IR_MARK && is_followed) {
		is_followed = follow_alternative(maker, statement->mark, &step, type, &other);
		*ret = maker_lead_either(*ret, other);
	}
	if (!is_followed)
		*ret = of[0] | of[1] | LEADS_NOWHERE;
	return is_followed;
}

bool maker_has_aliases(const struct maker *maker)
{
	for (size_t a = 0; a < maker->start->objects.count; a++) {
		const struct maker_object *one = &maker->objects.items[a];

		for (size_t b = 0; b < a; b++) {
			const struct maker_object *other = &maker->objects.items[b];

			if ((one->is_made || other->is_made || one->is_foreign ||
			     other->is_foreign) &&
			    one->is_used && other->is_used &&
			    (one->is_written || other->is_written))
				return true;
		}
	}
	return false;
}
