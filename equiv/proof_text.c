/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/proof_text.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ir/structure/expression.h"
#include "term/evaluate.h"
#include "term/support.h"

void proof_add_lines(struct strbuf *out, uint32_t first, uint32_t last)
{
	if (!first)
		strbuf_adds(out, "the region");
	else if (first == last)
		strbuf_addf(out, "line %" PRIu32, first);
	else
		strbuf_addf(out, "lines %" PRIu32 " to %" PRIu32, first, last);
}

/* ---- expressions */

/* Takes back what was added from START on, if it has gaps or is long. */
static bool is_readable(struct expression *expression, size_t start)
{
	return !expression->has_gaps && expression->out->length - start < 80;
}

static void add_number(struct strbuf *out, const struct ir_operand *operand, int64_t delta)
{
	strbuf_addf(out, "%" PRId64, (int64_t)operand->number.low + delta);
}

static bool add_alternative(struct expression *expression, const struct ir_statement *statement,
			    const struct ir_alternative *how)
{
	const struct ir_operand *a = &statement->operands[0], *b = &statement->operands[1];
	const struct ir_operand swapped[] = { *b, *a };
	struct strbuf *out = expression->out;

	switch (how->realize) {
	case REMT_IR_BY_OPERATION:
		if (how->delta)
			return false;
		expression_binary(expression, how->operation, statement->operands, BINDS_ANYTHING);
		return true;
	case REMT_IR_BY_SWAPPED:
		expression_binary(expression, how->operation, swapped, BINDS_ANYTHING);
		return true;
	case REMT_IR_BY_TRUTH:
	case REMT_IR_BY_NUMBER: strbuf_addf(out, "%" PRId64, how->value); return true;
	case REMT_IR_BY_FIRST: expression_operand(expression, a, BINDS_ANYTHING); return true;
	case REMT_IR_BY_SECOND: expression_operand(expression, b, BINDS_ANYTHING); return true;
	case REMT_IR_BY_NEGATION:
		strbuf_adds(out, "-");
		expression_operand(expression, a, BINDS_UNARY);
		return true;
	case REMT_IR_BY_LINEAR:
		if (!how->factor || a->kind == REMT_IR_NUMBER) {
			add_number(out, a, 0);
			strbuf_truncate(out, out->length); /* a number is written as it becomes */
			return false;
		}
		strbuf_adds(out, how->factor < 0 ? "-" : "");
		expression_operand(expression, a, how->factor < 0 ? BINDS_UNARY : BINDS_SUM);
		if (how->value)
			strbuf_addf(out, how->value < 0 ? " - %" PRIu64 : " + %" PRIu64,
				    how->value < 0 ? -(uint64_t)how->value : (uint64_t)how->value);
		return true;
	case REMT_IR_BY_SHIFT:
	case REMT_IR_BY_SELECT: break;
	}
	return false;
}

static bool is_order(enum remt_ir_operation operation)
{
	return operation >= REMT_IR_OP_LESS && operation <= REMT_IR_OP_GREATER_EQUAL;
}

/* Adds that the left operand of a comparison has no sign, where that may be why. */
static void add_sign(struct expression *expression, const struct side *side,
		     const struct ir_statement *statement)
{
	struct form form = side_form(side, side_operand_type(side, &statement->operands[0]));
	size_t start = expression->out->length;

	if (!is_order(statement->operation) || form.shape != SHAPE_INTEGER || form.is_signed ||
	    form.is_pointer || statement->operands[0].kind != REMT_IR_VALUE)
		return;
	strbuf_adds(expression->out, "`");
	expression_operand(expression, &statement->operands[0], BINDS_ANYTHING);
	strbuf_adds(expression->out, "` is unsigned here: ");
	if (!is_readable(expression, start))
		strbuf_truncate(expression->out, start);
}

bool proof_add_pair(struct strbuf *out, const struct side *side)
{
	size_t start = out->length;
	struct expression expression = {
		.out = out,
		.function = side->function->function,
		.uses = &side->function->uses,
		.start = start,
	};
	const struct ir_statement *statement;
	bool is_told;

	if (side->marks.count != 1 || side->marks.items[0].statement->kind != REMT_IR_MARK)
		return false;
	statement = side->marks.items[0].statement;
	add_sign(&expression, side, statement);
	start = out->length;
	strbuf_adds(out, "`");
	if (statement->operation == REMT_IR_OP_NONE)
		expression_operand(&expression, &statement->operands[0], BINDS_ANYTHING);
	else if (statement->nr_operands == 2)
		expression_binary(&expression, statement->operation, statement->operands,
				  BINDS_ANYTHING);
	strbuf_adds(out, "` and `");
	is_told = (statement->operation == REMT_IR_OP_NONE || statement->nr_operands == 2) &&
		  add_alternative(&expression, statement,
				  &statement->mark->alternatives[side->alternative - 1]);
	strbuf_adds(out, "`");
	/* a deletion is the variable as it was, which has the same name */
	is_told &= statement->operation != REMT_IR_OP_NONE || statement->nr_operands < 2;
	if (!is_told || !is_readable(&expression, start))
		strbuf_truncate(out, expression.start);
	return is_told && is_readable(&expression, start);
}

/* ---- values */

/* Returns the unknown that has the input INDEX. */
static const struct unknown *unknown_of(const struct world *world, uint32_t index)
{
	size_t low = 0, high = world->unknowns.count;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (world->unknowns.items[middle].first_input <= index)
			low = middle;
		else
			high = middle;
	}
	return &world->unknowns.items[low];
}

static bool add_value(struct strbuf *out, const struct side *side, const struct unknown *unknown,
		      const unsigned char *inputs)
{
	const struct ir_function *function = side->function->function;
	const struct ir_value *value;
	struct form form;
	uint64_t number = 0;

	if (unknown->value == UINT32_MAX)
		return false;
	value = &function->values[unknown->value];
	form = side_form(side, value->type);
	if (value->local == UINT32_MAX || form.shape != SHAPE_INTEGER || form.is_pointer)
		return false;
	for (unsigned i = 0; i * 8 < unknown->width; i++)
		number |= (uint64_t)inputs[unknown->first_input + i] << 8 * i;
	number = term_mask(number, unknown->width);
	if (form.is_signed && number >> (unknown->width - 1))
		number |= ~term_mask(UINT64_MAX, unknown->width);
	strbuf_addf(out, form.is_signed ? "%s = %" PRId64 : "%s = %" PRIu64,
		    function->locals[value->local].name, number);
	return true;
}

bool proof_add_values(struct strbuf *out, const struct side *side, uint32_t term,
		      const unsigned char *inputs)
{
	_cleanup_evaluator_ struct evaluator evaluator;
	struct supports supports;
	struct support support;
	const struct unknown *last = NULL;
	size_t start = out->length;
	bool is_named = true;

	evaluator_init(&evaluator, &side->world->terms);
	supports_init(&supports, &side->world->terms);
	support = supports_of(&supports, &evaluator, term);
	for (size_t i = 0; i < support.number && is_named; i++) {
		const struct unknown *unknown = unknown_of(side->world, support.inputs[i]);

		if (unknown == last)
			continue;
		last = unknown;
		strbuf_adds(out, out->length > start ? ", " : "");
		is_named = add_value(out, side, unknown, inputs);
	}
	supports_deinit(&supports);
	if (!is_named)
		strbuf_truncate(out, start);
	return is_named;
}
