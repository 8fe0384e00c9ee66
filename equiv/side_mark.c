/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks: the original operation, or the alternative. The type of a mark is not always that in which C computes: what
 * is converted behind an operation may have been converted before it, to an unsigned type. Where a mutant may overflow
 * in the source and not here, this is noted.
 */
#include "equiv/side.h"

/* True if what C computes for this alternative may be undefined where the mark's type shows nothing of that. */
static bool hides_overflow(const struct side *side, const struct ir_operand *operand,
			   struct form form)
{
	const struct ir_function *function = side->function->function;
	struct ir_point point;
	const struct ir_statement *statement;
	struct form from;

	if (form.shape != SHAPE_INTEGER || operand->kind != REMT_IR_VALUE)
		return false;
	point = side->function->uses.definitions[operand->value];
	if (point.block >= function->nr_blocks ||
	    point.at >= function->blocks[point.block].nr_statements)
		return false;
	statement = &function->blocks[point.block].statements[point.at];
	if (statement->kind == REMT_IR_MARK && statement->operation == REMT_IR_OP_NONE)
		return hides_overflow(side, &statement->operands[0], form);
	if (statement->kind != REMT_IR_UNARY || statement->operation != REMT_IR_OP_CONVERT)
		return false;
	from = side_form(side, side_operand_type(side, &statement->operands[0]));
	return from.shape != SHAPE_INTEGER || (from.is_signed && from.width >= 32);
}

/* True if HOW computes something that may overflow. */
static bool is_arithmetic(const struct ir_alternative *how)
{
	switch ((unsigned)how->realize) {
	case REMT_IR_BY_OPERATION:
	case REMT_IR_BY_SWAPPED: return how->operation < REMT_IR_OP_LESS;
	case REMT_IR_BY_NEGATION: return true;
	case REMT_IR_BY_LINEAR: return how->factor && (how->factor < 0 || how->value);
	default: return false;
	}
}

static void note_hidden(struct side *side, const struct ir_statement *statement)
{
	struct form form = side_form(side, side->function->function->values[statement->value].type);
	bool hides = false;

	if (!is_arithmetic(&statement->mark->alternatives[side->alternative - 1]))
		return;
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		hides |= hides_overflow(side, &statement->operands[i], form);
	if (hides || form.width < 32)
		side_note(side, world_truth(side->world, true), 0, 0, false, true);
}

static uint32_t number_of(struct side *side, uint32_t type, int64_t number)
{
	const struct ir_operand operand = {
		.kind = side_form(side, type).shape == SHAPE_INTEGER ? REMT_IR_NUMBER
								     : REMT_IR_WIDE,
		.type = type,
		.number = { (uint64_t)number, number < 0 ? UINT64_MAX : 0 },
	};

	return side_operand(side, &operand);
}

static uint32_t linear(struct side *side, const struct ir_alternative *how, uint32_t type,
		       uint32_t operand)
{
	struct form form = side_form(side, type);
	const uint64_t words[] = { REMT_IR_NR_OPERATIONS, type, operand, (uint64_t)how->factor,
				   (uint64_t)how->value };
	const uint32_t types[] = { type, type };
	uint32_t terms[2] = { operand, 0 };

	if (!how->factor)
		return number_of(side, type, how->value);
	if (form.shape != SHAPE_INTEGER && (how->factor != 1 || how->value))
		side_refuse(side, "floating point");
	if (form.shape != SHAPE_INTEGER)
		return how->factor == 1 && !how->value
			       ? operand
			       : world_unknown(side->world, form.width, UNKNOWN_RESULT, words, 5);
	if (how->factor < 0)
		terms[0] = side_compute(side, REMT_IR_OP_NEGATE, type, types, terms, 1);
	if (!how->value)
		return terms[0];
	terms[1] = number_of(side, type, how->value);
	if (form.is_pointer)
		return term_binary(&side->world->terms, TERM_ADD, terms[0], terms[1]);
	return side_compute(side, REMT_IR_OP_ADD, type, types, terms, 2);
}

/* What the alternative makes of operands of the TYPES. */
static uint32_t alternative_of(struct side *side, const struct ir_statement *statement,
			       uint32_t *types, uint32_t *terms)
{
	const struct ir_alternative *how = &statement->mark->alternatives[side->alternative - 1];
	uint32_t result = side->function->function->values[statement->value].type;
	const uint32_t swapped_types[] = { types[1], types[0] }, swapped[] = { terms[1], terms[0] };
	const struct ir_operand *b = &statement->operands[1];

	switch (how->realize) {
	case REMT_IR_BY_OPERATION:
		if (how->delta && b->kind != REMT_IR_NUMBER)
			break;
		if (how->delta)
			terms[1] = number_of(side, types[1], (int64_t)b->number.low + how->delta);
		return side_compute(side, how->operation, result, types, terms, 2);
	case REMT_IR_BY_SWAPPED:
		return side_compute(side, how->operation, result, swapped_types, swapped, 2);
	case REMT_IR_BY_TRUTH:
	case REMT_IR_BY_NUMBER: return number_of(side, result, how->value);
	case REMT_IR_BY_FIRST: return terms[0];
	case REMT_IR_BY_SECOND: return terms[1];
	case REMT_IR_BY_NEGATION:
		return side_compute(side, REMT_IR_OP_NEGATE, result, types, terms, 1);
	case REMT_IR_BY_LINEAR: return linear(side, how, result, terms[0]);
	case REMT_IR_BY_SHIFT:
	case REMT_IR_BY_SELECT: break;
	}
	side_refuse(side, "an alternative that is not understood");
	return terms[0];
}

static bool needs_two(const struct ir_alternative *how)
{
	return how->realize == REMT_IR_BY_OPERATION || how->realize == REMT_IR_BY_SWAPPED ||
	       how->realize == REMT_IR_BY_SECOND;
}

uint32_t side_mark_value(struct side *side, const struct ir_statement *statement)
{
	uint32_t result = side->function->function->values[statement->value].type;
	bool is_on = side->alternative && statement->mark->site == side->site;
	uint32_t types[3] = { 0 }, terms[3] = { 0 }, term;

	if (statement->kind == REMT_IR_SELECT)
		return number_of(side, result, is_on ? side->alternative : 0);
	for (uint32_t i = 0; i < statement->nr_operands; i++) {
		types[i] = side_operand_type(side, &statement->operands[i]);
		terms[i] = side_operand(side, &statement->operands[i]);
	}
	if (!is_on && statement->operation == REMT_IR_OP_NONE)
		return terms[0];
	if (!is_on)
		return side_compute(side, statement->operation, result, types, terms,
				    statement->nr_operands);
	if (side->alternative > statement->mark->nr_alternatives ||
	    (statement->nr_operands < 2 &&
	     needs_two(&statement->mark->alternatives[side->alternative - 1]))) {
		side_refuse(side, "an alternative that is not understood");
		return terms[0];
	}
	note_hidden(side, statement);
	term = alternative_of(side, statement, types, terms);
	if (term_get(&side->world->terms, term)->width != side_form(side, result).width) {
		side_refuse(side, "an alternative of another type");
		return number_of(side, result, 0);
	}
	return term;
}
