/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations, marks, and the branches that end blocks. */
#include "explore/switched.h"
#include "explore/translate_state.h"

/* The column of WRAPPED_TYPES for a form; 6 is for 64 bits, -1 for what has no instructions. */
static int column_of(struct form form)
{
	if (form.shape != SHAPE_INTEGER)
		return -1;
	switch (form.precision) {
	case 8: return form.is_signed ? 0 : 1;
	case 16: return form.is_signed ? 2 : 3;
	case 32: return form.is_signed ? 4 : 5;
	case 64: return 6;
	default: return -1;
	}
}

/* Returns the instruction with two slots that does OP for FORM; NR_INSTRUCTIONS: none. */
static enum instruction instruction_of(enum remt_ir_operation op, struct form form)
{
	int column = column_of(form);

	if (column < 0)
		return NR_INSTRUCTIONS;
	switch ((unsigned)op) {
	case REMT_IR_OP_ADD:
	case REMT_IR_OP_MOVE: return DO_ADD_S8_R + 2 * (unsigned)column;
	case REMT_IR_OP_SUBTRACT:
	case REMT_IR_OP_DISTANCE: return DO_SUB_S8_R + 2 * (unsigned)column;
	case REMT_IR_OP_MULTIPLY: return DO_MUL_S8_R + 2 * (unsigned)column;
	case REMT_IR_OP_SHIFT_LEFT: return DO_SHL_S8_R + 2 * (unsigned)column;
	case REMT_IR_OP_SHIFT_RIGHT: return form.is_signed ? DO_SAR_R : DO_SHR_R;
	case REMT_IR_OP_AND: return DO_AND_R;
	case REMT_IR_OP_OR: return DO_OR_R;
	case REMT_IR_OP_XOR: return DO_XOR_R;
	case REMT_IR_OP_DIVIDE:
		return !form.is_signed ? DO_DIVU_R : form.precision == 64 ? DO_DIVS_R : DO_DIV_S32;
	case REMT_IR_OP_REMAINDER:
		return !form.is_signed ? DO_REMU_R : form.precision == 64 ? DO_REMS_R : DO_REM_S32;
	default: return NR_INSTRUCTIONS;
	}
}

static bool has_number_variant(enum instruction op)
{
	return op != DO_DIV_S32 && op != DO_REM_S32;
}

/* Returns the comparison of two slots; NR_INSTRUCTIONS: OP is none. */
static enum instruction comparison_of(enum remt_ir_operation op, struct form form)
{
	bool is_signed = form.is_signed;

	if (form.shape != SHAPE_INTEGER || form.precision > 64)
		return NR_INSTRUCTIONS;
	switch ((unsigned)op) {
	case REMT_IR_OP_LESS: return is_signed ? DO_LTS_R : DO_LTU_R;
	case REMT_IR_OP_LESS_EQUAL: return is_signed ? DO_LES_R : DO_LEU_R;
	case REMT_IR_OP_GREATER: return is_signed ? DO_GTS_R : DO_GTU_R;
	case REMT_IR_OP_GREATER_EQUAL: return is_signed ? DO_GES_R : DO_GEU_R;
	case REMT_IR_OP_EQUAL: return DO_EQ_R;
	case REMT_IR_OP_NOT_EQUAL: return DO_NE_R;
	default: return NR_INSTRUCTIONS;
	}
}

/* Adds OP of two slots or of a slot and a number; RESULT may be narrower or wider than FORM. */
static void emit_binary(struct translation *t, enum instruction op, uint32_t d, uint32_t a,
			const struct ir_operand *second)
{
	int64_t number;

	if (has_number_variant(op) && operand_is_number(t, second, &number))
		emit(t, op + 1, d, a, 0, 0, number);
	else
		emit(t, op, d, a, slot_of_operand(t, second), 0, 0);
}

static void emit_generic(struct translation *t, enum remt_ir_operation op, uint32_t d,
			 struct form result, uint32_t a, struct form first, uint32_t b,
			 struct form second)
{
	if (first.shape == SHAPE_NONE || second.shape == SHAPE_NONE || result.shape == SHAPE_NONE)
		translation_refuse(t, "an operation on an unknown form");
	if (op >= REMT_IR_OP_SUM_WRAPPED &&
	    (first.precision > 64 || second.precision > 64 || result.precision > 64))
		translation_refuse(t, "an overflow of over 64 bits");
	emit(t, DO_GENERIC, d, a, b, form_pack(result),
	     (int64_t)op | (int64_t)form_pack(first) << 8 | (int64_t)form_pack(second) << 24);
}

static void emit_convert(struct translation *t, uint32_t d, struct form result, uint32_t a,
			 struct form from)
{
	int column = column_of(result);

	if (from.shape == SHAPE_NONE || result.shape == SHAPE_NONE)
		translation_refuse(t, "a conversion of an unknown form");
	if (from.shape == SHAPE_INTEGER && from.precision <= 64 && column >= 0)
		emit(t, column < 6 ? DO_TO_S8 + (unsigned)column : DO_MOVE, d, a, 0, 0, 0);
	else if (from.shape == SHAPE_INTEGER && result.shape == SHAPE_INTEGER &&
		 from.precision <= 64 && result.precision <= 64)
		emit(t, result.is_signed ? DO_SIGNED : DO_UNSIGNED, d, a, 0, 0, result.precision);
	else
		emit(t, DO_CONVERT, d, a, 0, 0,
		     (int64_t)form_pack(from) | (int64_t)form_pack(result) << 16);
}

/* The same bytes as another type, by way of memory-like slots. */
static void emit_bits(struct translation *t, uint32_t d, struct form result, uint32_t a)
{
	emit(t, DO_MOVE, d, a, 0, 0, 0);
	if (result.shape == SHAPE_INTEGER && result.precision < 64)
		emit(t, result.is_signed ? DO_SIGNED : DO_UNSIGNED, d, d, 0, 0, result.precision);
}

static void emit_unary(struct translation *t, enum remt_ir_operation op, uint32_t d,
		       struct form result, const struct ir_operand *operand)
{
	struct form from = form_of_index(t, operand->type);
	uint32_t a = slot_of_operand(t, operand);

	if (op == REMT_IR_OP_NONE)
		emit(t, DO_MOVE, d, a, 0, 0, 0);
	else if (op == REMT_IR_OP_CONVERT)
		emit_convert(t, d, result, a, from);
	else if (op == REMT_IR_OP_BITS)
		emit_bits(t, d, result, a);
	else
		emit_generic(t, op, d, result, a, from, a, from);
}

void operation_emit(struct translation *t, enum remt_ir_operation op, uint32_t d,
		    struct form result, const struct ir_operand *operands, uint32_t number)
{
	struct form first = form_of_index(t, operands[0].type);
	enum instruction instruction;

	if (number == 1) {
		emit_unary(t, op, d, result, &operands[0]);
		return;
	}
	instruction = comparison_of(op, first);
	if (instruction == NR_INSTRUCTIONS)
		instruction = instruction_of(op, first);
	if (instruction != NR_INSTRUCTIONS) {
		emit_binary(t, instruction, d, slot_of_operand(t, &operands[0]), &operands[1]);
		return;
	}
	emit_generic(t, op, d, result, slot_of_operand(t, &operands[0]), first,
		     slot_of_operand(t, &operands[1]), form_of_index(t, operands[1].type));
}

void branch_emit(struct translation *t, const struct ir_end *end, uint32_t nr_statements)
{
	struct form form = form_of_index(t, end->operands[0].type);
	enum instruction op = comparison_of(end->operation, form);
	uint32_t a = slot_of_operand(t, &end->operands[0]);
	int64_t number;

	if (op == NR_INSTRUCTIONS) {
		uint32_t d = slot_new(t);

		operation_emit(t, end->operation, d, (struct form){ SHAPE_INTEGER, false, 1 },
			       end->operands, 2);
		emit(t, DO_IF_NE_I, 0, d, nr_statements, 0, 0);
		return;
	}
	/* in the order of COMPARED: comparison of slots, with a number, branch on slots, with a number */
	if (operand_is_number(t, &end->operands[1], &number))
		emit(t, op + 3, 0, a, nr_statements, 0, number);
	else
		emit(t, op + 2, 0, a, slot_of_operand(t, &end->operands[1]), 0, nr_statements);
}

/* ---- marks */

uint32_t mark_alternative(const struct translation *t, const struct ir_mark *mark)
{
	return switched_alternative(t->unit->flags, mark->site);
}

/* A number as an operand of TYPE. */
static struct ir_operand number_of(uint32_t type, int64_t number)
{
	struct ir_operand ret = { .kind = REMT_IR_NUMBER, .type = type };

	ret.number.low = (uint64_t)number;
	ret.number.high = number < 0 ? UINT64_MAX : 0;
	return ret;
}

/* Adds A * factor + value; integers wrap. */
static void emit_linear(struct translation *t, const struct ir_alternative *how, uint32_t d,
			struct form form, const struct ir_operand *operand)
{
	uint32_t factor = slot_of_constant(t, (union word){ .i = how->factor });
	uint32_t value = slot_of_constant(t, (union word){ .i = how->value });
	struct form number = { SHAPE_INTEGER, true, 64 };

	if (form.shape != SHAPE_INTEGER) {
		uint32_t converted = slot_new(t);

		emit_convert(t, converted, form, factor, number);
		factor = converted;
		converted = slot_new(t);
		emit_convert(t, converted, form, value, number);
		value = converted;
	}
	if (how->factor == 0)
		emit(t, DO_MOVE, d, value, 0, 0, 0);
	else if (how->factor < 0)
		emit_generic(t, REMT_IR_OP_NEGATE, d, form, slot_of_operand(t, operand), form, d,
			     form);
	else
		emit(t, DO_MOVE, d, slot_of_operand(t, operand), 0, 0, 0);
	if (how->factor && how->value)
		emit_generic(t, REMT_IR_OP_ADD, d, form, d, form, value,
			     form.shape == SHAPE_INTEGER ? number : form);
}

static void emit_alternative(struct translation *t, const struct ir_statement *statement,
			     const struct ir_alternative *how, uint32_t d, struct form result)
{
	const struct ir_operand *a = &statement->operands[0];
	const struct ir_operand *b = &statement->operands[1];
	struct ir_operand both[2] = { *a, *b };
	uint32_t type = t->function->values[statement->value].type;

	switch (how->realize) {
	case REMT_IR_BY_OPERATION:
		if (how->delta && b->kind == REMT_IR_NUMBER) {
			both[1] = number_of(b->type, (int64_t)b->number.low + how->delta);
		} else if (how->delta) {
			translation_refuse(t, "an alternative that is not known");
		}
		operation_emit(t, how->operation, d, result, both, 2);
		break;
	case REMT_IR_BY_SWAPPED:
		both[0] = *b;
		both[1] = *a;
		operation_emit(t, how->operation, d, result, both, 2);
		break;
	case REMT_IR_BY_TRUTH:
	case REMT_IR_BY_NUMBER:
		both[0] = number_of(type, how->value);
		emit(t, DO_MOVE, d, slot_of_operand(t, &both[0]), 0, 0, 0);
		break;
	case REMT_IR_BY_FIRST: emit(t, DO_MOVE, d, slot_of_operand(t, a), 0, 0, 0); break;
	case REMT_IR_BY_SECOND: emit(t, DO_MOVE, d, slot_of_operand(t, b), 0, 0, 0); break;
	case REMT_IR_BY_NEGATION: operation_emit(t, REMT_IR_OP_NEGATE, d, result, both, 1); break;
	case REMT_IR_BY_LINEAR: emit_linear(t, how, d, result, a); break;
	case REMT_IR_BY_SHIFT:
	case REMT_IR_BY_SELECT: translation_refuse(t, "an alternative that is not known"); break;
	}
}

void mark_emit(struct translation *t, const struct ir_statement *statement)
{
	uint32_t d = slot_of_value(t, statement->value);
	struct form result = form_of_index(t, t->function->values[statement->value].type);
	uint32_t alternative = mark_alternative(t, statement->mark);

	if (statement->kind == REMT_IR_SELECT)
		emit(t, DO_NUMBER, d, 0, 0, 0, alternative);
	else if (alternative > statement->mark->nr_alternatives)
		translation_refuse(t, "an alternative that is not known");
	else if (alternative)
		emit_alternative(t, statement, &statement->mark->alternatives[alternative - 1], d,
				 result);
	else if (statement->operation == REMT_IR_OP_NONE)
		emit(t, DO_MOVE, d, slot_of_operand(t, &statement->operands[0]), 0, 0, 0);
	else
		operation_emit(t, statement->operation, d, result, statement->operands,
			       statement->nr_operands);
}
