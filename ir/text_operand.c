/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/text_operand.h"

#include <inttypes.h>
#include <string.h>

#include "common/print.h"
#include "common/visible.h"

void text_type(struct strbuf *out, const struct ir_unit *unit, uint32_t index)
{
	const struct ir_type *type = &unit->types[index];

	strbuf_addc(out, ':');
	switch (type->kind) {
	case REMT_IR_VOID: strbuf_adds(out, "void"); break;
	case REMT_IR_INTEGER:
		if (type->flags & REMT_IR_TRUTH)
			strbuf_adds(out, "bool");
		else
			strbuf_addf(out, "%c%u", type->flags & REMT_IR_SIGNED ? 'i' : 'u',
				    type->precision);
		break;
	case REMT_IR_FLOAT: strbuf_addf(out, "f%u", type->precision); break;
	case REMT_IR_POINTER: strbuf_adds(out, "ptr"); break;
	case REMT_IR_ARRAY:
	case REMT_IR_RECORD:
	case REMT_IR_UNION:
	case REMT_IR_FUNCTION:
	case REMT_IR_OPAQUE: strbuf_addf(out, "bytes%" PRIu64, type->size); break;
	}
}

void text_local(struct strbuf *out, const struct ir_function *function, uint32_t local)
{
	if (*function->locals[local].name)
		print_add(out, "%s", function->locals[local].name);
	else
		strbuf_addf(out, "v%u", local);
}

void text_value(struct strbuf *out, const struct ir_function *function, uint32_t value)
{
	uint32_t local = function->values[value].local;

	if (local == UINT32_MAX) {
		strbuf_addf(out, "t%u", value);
		return;
	}
	text_local(out, function, local);
	strbuf_addf(out, ".%u", value);
}

void text_assigned(struct strbuf *out, const struct ir_function *function, uint32_t value)
{
	text_value(out, function, value);
	text_type(out, function->unit, function->values[value].type);
}

static void add_number(struct strbuf *out, const struct ir_unit *unit,
		       const struct ir_operand *operand)
{
	const struct ir_type *type = &unit->types[operand->type];
	bool is_signed = type->kind == REMT_IR_INTEGER && type->flags & REMT_IR_SIGNED;

	if (operand->kind == REMT_IR_WIDE)
		strbuf_addf(out, "0x%016" PRIx64 "%016" PRIx64, operand->number.high,
			    operand->number.low);
	else if (is_signed)
		strbuf_addf(out, "%" PRId64, (int64_t)operand->number.low);
	else
		strbuf_addf(out, "%" PRIu64, operand->number.low);
}

/* Adds the bytes of a floating-point constant; those of C's types as numbers. */
static void add_real(struct strbuf *out, const struct ir_unit *unit,
		     const struct ir_operand *operand)
{
	size_t size = unit->types[operand->type].size;
	float single;
	double number;

	if (size == sizeof(single)) {
		memcpy(&single, operand->real, size);
		strbuf_addf(out, "%.9g", (double)single);
	} else if (size == sizeof(number)) {
		memcpy(&number, operand->real, size);
		strbuf_addf(out, "%.17g", number);
	} else {
		strbuf_adds(out, "float:");
		for (size_t i = size; i > 0; i--)
			strbuf_addf(out, "%02x", operand->real[i - 1]);
	}
}

void text_operand(struct strbuf *out, const struct ir_function *function,
		  const struct ir_operand *operand)
{
	switch (operand->kind) {
	case REMT_IR_VALUE: text_value(out, function, operand->value); break;
	case REMT_IR_NUMBER:
	case REMT_IR_WIDE: add_number(out, function->unit, operand); break;
	case REMT_IR_REAL: add_real(out, function->unit, operand); break;
	case REMT_IR_ADDRESS:
		strbuf_addc(out, '&');
		text_place(out, function, operand->place);
		break;
	case REMT_IR_UNDEFINED: strbuf_adds(out, "undefined"); break;
	}
}

void text_string(struct strbuf *out, const struct ir_string *string)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t length = strlen(string->bytes);

	strbuf_add(&text, string->bytes, length < TEXT_STRING_SHOWN ? length : TEXT_STRING_SHOWN);
	visible_add_quoted(out, strbuf_get(&text), '"');
	if (length > TEXT_STRING_SHOWN)
		strbuf_adds(out, "...");
}

static void add_base(struct strbuf *out, const struct ir_function *function,
		     const struct ir_place *place)
{
	switch (place->base) {
	case REMT_IR_LOCAL: text_local(out, function, place->index); break;
	case REMT_IR_SYMBOL:
		strbuf_addc(out, '@');
		print_add(out, "%s", function->unit->symbols[place->index].name);
		break;
	case REMT_IR_STRING: text_string(out, &function->unit->strings[place->index]); break;
	case REMT_IR_POINTED:
		strbuf_addc(out, '*');
		text_operand(out, function, &place->pointer);
		break;
	}
}

void text_place(struct strbuf *out, const struct ir_function *function,
		const struct ir_place *place)
{
	add_base(out, function, place);
	if (place->offset)
		strbuf_addf(out, "%+" PRId64, place->offset);
	for (uint32_t i = 0; i < place->nr_indices; i++) {
		strbuf_addc(out, '+');
		text_operand(out, function, &place->indices[i].operand);
		strbuf_addf(out, "*%" PRId64, place->indices[i].stride);
	}
	if (place->flags & REMT_IR_BITS)
		strbuf_addf(out, "[%u,%u]", place->bit_position, place->bit_size);
	text_type(out, function->unit, place->type);
	if (place->flags & REMT_IR_VOLATILE)
		strbuf_adds(out, " volatile");
}
