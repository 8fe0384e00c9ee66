/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translation of one function: each block in turn, then what phis demand of the edges between them.
 *
 * A value that is the same bits as another operand gets no slot: a copy, a conversion that only
 * widens, a literal that has mutants none of which is on. All of its uses read the other operand.
 * That is sound in SSA form: where a value may be used, the operand that it was made of has not been
 * assigned anew without the value, too.
 */
#include "explore/translate.h"

#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "explore/run.h"
#include "explore/translate_state.h"
#include "explore/watch.h"

int64_t translate_undefined;
bool translate_fills;

/* Offsets of slots are 32 bits. */
#define MAX_SLOTS (1u << 26)

void translation_refuse(struct translation *t, const char *reason)
{
	if (!t->refusal)
		t->refusal = reason;
}

uint32_t emit(struct translation *t, enum instruction op, uint32_t d, uint32_t a, uint32_t b,
	      uint32_t c, int64_t n)
{
	struct insn insn = { run_label(op), d, a, b, c, n };

	vec_push(&t->insns, insn);
	return (uint32_t)t->insns.count - 1;
}

struct form form_of_index(const struct translation *t, uint32_t type)
{
	return form_of(&t->ir->types[type]);
}

uint32_t slot_new(struct translation *t)
{
	if (t->nr_slots >= MAX_SLOTS)
		translation_refuse(t, "too many values");
	return t->nr_slots++ * (uint32_t)sizeof(union word);
}

/* Constants lie in front of the frame's first slot. */
uint32_t slot_of_constant(struct translation *t, union word constant)
{
	for (size_t i = t->constants.count; i-- > 0 && i + 32 > t->constants.count;) {
		if (memcmp(&t->constants.items[i], &constant, sizeof(constant)) == 0)
			return 0u - ((uint32_t)i + 1) * (uint32_t)sizeof(union word);
	}
	vec_push(&t->constants, constant);
	return 0u - (uint32_t)t->constants.count * (uint32_t)sizeof(union word);
}

/* Returns what OPERAND is, by way of values that are the same bits; of OPERAND's type. */
static struct ir_operand resolve(const struct translation *t, const struct ir_operand *operand)
{
	struct ir_operand ret = *operand;

	while (ret.kind == REMT_IR_VALUE && t->same_as[ret.value]) {
		ret = *t->same_as[ret.value];
		ret.type = operand->type;
	}
	return ret;
}

uint32_t slot_of_value(struct translation *t, uint32_t value)
{
	if (t->code->slots[value] == UINT32_MAX)
		t->code->slots[value] = slot_new(t);
	return t->code->slots[value];
}

bool operand_is_number(struct translation *t, const struct ir_operand *operand, int64_t *ret)
{
	struct ir_operand real = resolve(t, operand);
	struct form form = form_of_index(t, operand->type);
	union word slot = { .u = real.number.low };

	if (real.kind != REMT_IR_NUMBER || form.shape != SHAPE_INTEGER || form.precision > 64)
		return false;
	slot_normalise(&slot, form);
	*ret = slot.i;
	return true;
}

static uint32_t slot_of_number(struct translation *t, const struct ir_operand *operand)
{
	struct form form = form_of_index(t, operand->type);
	union word slot = { 0 };

	if (form.precision > 64)
		slot.uw = (unsigned_wide)operand->number.high << 64 | operand->number.low;
	else
		slot.u = operand->number.low;
	if (form.shape == SHAPE_INTEGER)
		slot_normalise(&slot, form);
	return slot_of_constant(t, slot);
}

static uint32_t slot_of_real(struct translation *t, const struct ir_operand *operand)
{
	union word slot = { 0 };
	uint64_t size = t->ir->types[operand->type].size;

	if (size > sizeof(slot))
		translation_refuse(t, "a floating-point number of an unknown form");
	else
		memcpy(&slot, operand->real, size);
	return slot_of_constant(t, slot);
}

uint32_t slot_of_operand(struct translation *t, const struct ir_operand *operand)
{
	struct ir_operand real = resolve(t, operand);

	switch (real.kind) {
	case REMT_IR_VALUE:
		if (form_of_index(t, real.type).shape == SHAPE_NONE)
			translation_refuse(t, "a value of an unknown form");
		return slot_of_value(t, real.value);
	case REMT_IR_NUMBER:
	case REMT_IR_WIDE: return slot_of_number(t, &real);
	case REMT_IR_REAL: return slot_of_real(t, &real);
	case REMT_IR_ADDRESS: return place_address(t, real.place);
	case REMT_IR_UNDEFINED: break;
	}
	return slot_of_constant(t, (union word){ .i = translate_undefined });
}

/* ---- values that are the same bits as another operand */

/* True if a conversion between these keeps all 64 bits of the slot. */
static bool keeps_bits(struct form from, struct form to)
{
	if (from.shape != SHAPE_INTEGER || to.shape != SHAPE_INTEGER || from.precision > 64 ||
	    to.precision > 64)
		return false;
	if (to.precision == 64)
		return true;
	if (from.is_signed == to.is_signed)
		return to.precision >= from.precision;
	return !from.is_signed && to.precision > from.precision;
}

static bool is_same_bits(struct translation *t, const struct ir_statement *statement)
{
	const struct ir_operand *operand = &statement->operands[0];

	if (statement->kind == REMT_IR_COPY)
		return operand->kind != REMT_IR_ADDRESS;
	if (statement->kind == REMT_IR_UNARY && statement->operation == REMT_IR_OP_CONVERT)
		return operand->kind == REMT_IR_VALUE &&
		       keeps_bits(form_of_index(t, operand->type),
				  form_of_index(t, t->function->values[statement->value].type));
	if (statement->kind == REMT_IR_UNARY && statement->operation == REMT_IR_OP_NONE)
		return operand->kind != REMT_IR_ADDRESS;
	return statement->kind == REMT_IR_MARK && statement->operation == REMT_IR_OP_NONE &&
	       operand->kind != REMT_IR_ADDRESS && !mark_alternative(t, statement->mark);
}

static void find_same_bits(struct translation *t)
{
	for (uint32_t b = 0; b < t->function->nr_blocks; b++) {
		const struct ir_block *block = &t->function->blocks[b];

		for (uint32_t i = 0; i < block->nr_statements; i++) {
			const struct ir_statement *statement = &block->statements[i];

			if (is_same_bits(t, statement))
				t->same_as[statement->value] = &statement->operands[0];
		}
	}
}

/* ---- statements */

static void emit_object(struct translation *t, const struct ir_statement *statement)
{
	uint32_t to = place_address(t, statement->place);
	uint64_t size = place_size(t, statement->place);

	if (!size)
		translation_refuse(t, "an object of an unknown size");
	if (statement->kind == REMT_IR_CLEAR)
		emit(t, DO_CLEAR_BYTES, to, 0, 0, 0, (int64_t)size);
	else
		emit(t, DO_COPY_BYTES, to, place_address(t, statement->from), 0, 0, (int64_t)size);
}

static void emit_statement(struct translation *t, const struct ir_statement *statement)
{
	const struct ir_operand *operands = statement->operands;

	if (statement->value != UINT32_MAX && t->same_as[statement->value])
		return;
	switch (statement->kind) {
	case REMT_IR_COPY:
		emit(t, DO_MOVE, slot_of_value(t, statement->value),
		     slot_of_operand(t, &operands[0]), 0, 0, 0);
		break;
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
		operation_emit(t, statement->operation, slot_of_value(t, statement->value),
			       form_of_index(t, t->function->values[statement->value].type),
			       operands, statement->nr_operands);
		break;
	case REMT_IR_CHOOSE: {
		uint32_t condition = slot_of_operand(t, &operands[0]);
		uint32_t yes = slot_of_operand(t, &operands[1]);
		uint32_t no = slot_of_operand(t, &operands[2]);

		emit(t, DO_CHOOSE, slot_of_value(t, statement->value), condition, yes, 0, no);
		break;
	}
	case REMT_IR_LOAD:
		place_load(t, slot_of_value(t, statement->value), statement->place);
		break;
	case REMT_IR_STORE:
		place_store(t, statement->place, slot_of_operand(t, &operands[0]));
		break;
	case REMT_IR_MOVE:
	case REMT_IR_CLEAR: emit_object(t, statement); break;
	case REMT_IR_END: break;
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: call_emit(t, statement); break;
	case REMT_IR_MARK:
	case REMT_IR_SELECT: mark_emit(t, statement); break;
	}
}

static void emit_blocks(struct translation *t)
{
	for (uint32_t b = 0; b < t->function->nr_blocks; b++) {
		const struct ir_block *block = &t->function->blocks[b];

		t->block = b;
		t->code->block_starts[b] = (uint32_t)t->insns.count;
		if (t->code->watched && t->code->watched[b] != WATCH_NONE)
			emit(t, DO_WATCH, 0, 0, 0, b, t->code->watched[b]);
		for (uint32_t i = 0; i < block->nr_statements; i++)
			emit_statement(t, &block->statements[i]);
		end_emit(t, block);
	}
}

/* ---- the frame */

static void lay_out_memory(struct translation *t)
{
	struct code *code = t->code;
	size_t size = 0;

	code->memory_alignment = 16;
	code->offsets = xcalloc(t->function->nr_locals + 1, sizeof(*code->offsets));
	for (uint32_t i = 0; i < t->function->nr_locals; i++) {
		const struct ir_local *local = &t->function->locals[i];
		const struct ir_type *type = &t->ir->types[local->type];
		size_t alignment = local->alignment > 16 ? local->alignment : 16;

		code->offsets[i] = SIZE_MAX;
		if (!(local->flags & REMT_IR_MEMORY) ||
		    (!type->size && type->kind == REMT_IR_OPAQUE))
			continue;
		if (alignment > code->memory_alignment)
			code->memory_alignment = alignment;
		size = (size + alignment - 1) & ~(alignment - 1);
		code->offsets[i] = size;
		size += type->size;
	}
	code->memory_size = size;
}

static void find_parameters(struct translation *t)
{
	struct code *code = t->code;
	const struct ir_type *type = &t->ir->types[t->ir->symbols[code->entry->symbol].type];
	uint32_t nr = 0;

	while (nr < t->function->nr_locals && t->function->locals[nr].flags & REMT_IR_PARAMETER)
		nr++;
	code->nr_parameters = nr;
	code->parameter_types = xcalloc(nr + 1, sizeof(*code->parameter_types));
	code->parameter_forms = xcalloc(nr + 1, sizeof(*code->parameter_forms));
	code->parameter_values = xcalloc(nr + 1, sizeof(*code->parameter_values));
	code->is_variadic = type->kind == REMT_IR_FUNCTION && type->flags & REMT_IR_VARIADIC;
	for (uint32_t i = 0; i < nr; i++) {
		code->parameter_types[i] = t->function->locals[i].type;
		code->parameter_forms[i] =
			(uint16_t)form_pack(form_of_index(t, code->parameter_types[i]));
		code->parameter_values[i] = UINT32_MAX;
	}
	for (uint32_t i = 0; i < t->function->nr_values; i++) {
		uint32_t position = t->function->values[i].parameter;

		if (position && position <= nr) {
			code->parameter_values[position - 1] = i;
			slot_of_value(t, i);
		}
	}
}

static void begin(struct translation *t)
{
	const struct ir_function *function = t->function;

	t->same_as = xcalloc(function->nr_values + 1, sizeof(*t->same_as));
	t->code->block_starts = xcalloc(function->nr_blocks + 1, sizeof(*t->code->block_starts));
	t->code->slots = xcalloc(function->nr_values + 1, sizeof(*t->code->slots));
	t->code->way_targets = xcalloc(function->nr_blocks + 1, sizeof(*t->code->way_targets));
	t->code->watched = watch_blocks(t->code);
	t->code->joins = watch_joins(t->code);
	for (uint32_t i = 0; i < function->nr_values; i++)
		t->code->slots[i] = UINT32_MAX;
	lay_out_memory(t);
	find_parameters(t);
	find_same_bits(t);
}

static void finish(struct translation *t)
{
	struct code *code = t->code;

	if (t->has_setjmp && t->has_restore)
		translation_refuse(t, "setjmp() beside variable arrays");

	code->insns = t->insns.items;
	code->nr_insns = (uint32_t)t->insns.count;
	code->nr_slots = t->nr_slots;
	code->nr_constants = (uint32_t)t->constants.count;
	code->constants = xcalloc(t->constants.count + 1, sizeof(*code->constants));
	for (size_t i = 0; i < t->constants.count; i++)
		code->constants[t->constants.count - 1 - i] = t->constants.items[i];
	code->refusal = t->refusal;
	vec_deinit(&t->constants);
	vec_deinit(&t->jumps);
	vec_deinit(&t->tables);
	free(t->same_as);
}

static void translate(struct code *code)
{
	struct error *err = ir_function_read(code->unit->ir, code->entry, &code->function);
	struct translation t = {
		.code = code,
		.unit = (struct unit *)code->unit,
		.ir = code->unit->ir,
		.function = &code->function,
	};

	if (err) {
		code->refusal = "its IR is damaged";
		error_destroy(err);
		return;
	}
	begin(&t);
	emit_blocks(&t);
	jumps_resolve(&t);
	finish(&t);
}

bool translate_code(struct code *code)
{
	if (code->state == CODE_NEW && !code->refusal) {
		code->state = CODE_BEGUN;
		translate(code);
		code->state = CODE_DONE;
	}
	/* What is not known to work yet must at least be there as a compiled function. */
	return !code->refusal && (code->state == CODE_DONE || code->address);
}
