/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands and addresses of a function that is being expanded. */
#include <string.h>

#include "atg/maker.h"

#define MAX_CONSTANT 1024 /* elements of a table */

static struct ir_operand nothing(struct maker *maker, uint32_t type)
{
	(void)maker;
	(void)type;
	return (struct ir_operand){ .kind = REMT_IR_UNDEFINED };
}

static struct ir_operand address_of(const struct maker *maker, uint32_t object)
{
	return maker_number(maker, maker->word, maker_address(object));
}

static uint32_t local_object(struct instance *instance, uint32_t local)
{
	struct maker *maker = instance->maker;
	uint32_t type = instance->function->locals[local].type;
	uint32_t *object = &instance->objects[local];

	if (*object == START_NONE) {
		*object = maker_add_object(maker, maker->expansion->unit.types[type].size);
		if (!maker_add_cells(maker, type, 0, nothing))
			maker_refuse_size(maker, "its memory is too large");
	}
	return *object;
}

static uint32_t string_object(struct maker *maker, uint32_t string)
{
	const struct ir_string *row = &maker->expansion->unit.strings[string];
	uint32_t object;

	for (uint32_t i = 0; i < maker->objects.count; i++) {
		if (maker->objects.items[i].string == string)
			return i;
	}
	object = maker_add_object(maker, row->length);
	maker->objects.items[object].string = string;
	for (uint64_t i = 0; i < row->length && i < MAX_CELLS; i++)
		maker_add_constant(maker, i, 1, (unsigned char)row->bytes[i]);
	return object;
}

static uint32_t symbol_object(struct maker *maker, uint32_t symbol)
{
	for (uint32_t i = 0; i < maker->objects.count; i++) {
		if (maker->objects.items[i].symbol == symbol)
			return i;
	}
	return START_NONE;
}

/*
 * Returns the object that stands for SYMBOL, a function of the unit with an address of its own; START_NONE: it is none. It has
 * no memory.
 */
static uint32_t function_object(struct maker *maker, uint32_t symbol)
{
	unsigned flags = maker->expansion->unit.symbols[symbol].flags;
	uint32_t object;

	if (!(flags & REMT_IR_CODE) || !(flags & REMT_IR_DEFINED) ||
	    flags & (REMT_IR_WEAK | REMT_IR_ALIASED))
		return START_NONE;
	object = maker_add_object(maker, 0);
	maker->objects.items[object].symbol = symbol;
	return object;
}

/* Returns the size of the integers that TYPE is made of alone; 0: it is made of something else, too. */
static uint64_t integer_size(const struct maker *maker, uint32_t type)
{
	const struct ir_type *row = &maker->expansion->unit.types[type];

	while (row->kind == REMT_IR_ARRAY)
		row = &maker->expansion->unit.types[row->element];
	return row->kind == REMT_IR_INTEGER && row->size && row->size <= 8 &&
			       !(row->size & (row->size - 1))
		       ? row->size
		       : 0;
}

/* Returns the object of SYMBOL, a table of integers that nobody writes; START_NONE: it is none, or is not told. */
static uint32_t constant_object(struct maker *maker, uint32_t symbol)
{
	const struct start_constant *found = NULL;
	uint64_t size, number;
	uint32_t object;

	for (size_t i = 0; i < maker->start->constants.count; i++) {
		if (maker->start->constants.items[i].symbol == symbol)
			found = &maker->start->constants.items[i];
	}
	size = found ? integer_size(maker, maker->expansion->unit.symbols[symbol].type) : 0;
	if (!size || found->nr_bytes % size || found->nr_bytes / size > MAX_CONSTANT)
		return START_NONE;
	object = maker_add_object(maker, found->nr_bytes);
	maker->objects.items[object].symbol = symbol;
	for (uint64_t at = 0; at < found->nr_bytes; at += size) {
		number = 0;
		memcpy(&number, found->bytes + at, size);
		maker_add_constant(maker, at, (uint32_t)size, number);
	}
	return object;
}

/* Returns where the object that PLACE names begins. */
static struct ir_operand base_of(struct instance *instance, const struct ir_place *place)
{
	struct maker *maker = instance->maker;
	uint32_t object = START_NONE;

	switch (place->base) {
	case REMT_IR_POINTED:
		return maker_convert(maker, instance_operand(instance, &place->pointer),
				     maker->word);
	case REMT_IR_LOCAL: object = local_object(instance, place->index); break;
	case REMT_IR_STRING: object = string_object(maker, place->index); break;
	case REMT_IR_SYMBOL:
		object = symbol_object(maker, place->index);
		if (object == START_NONE)
			object = function_object(maker, place->index);
		if (object == START_NONE)
			object = constant_object(maker, place->index);
		break;
	}
	if (object != START_NONE)
		return address_of(maker, object);
	maker->expansion->left_out = "a variable whose value is not told";
	return maker_number(maker, maker->word, 1);
}

struct ir_operand instance_address(struct instance *instance, const struct ir_place *place)
{
	struct maker *maker = instance->maker;
	struct ir_operand address = base_of(instance, place);

	for (uint32_t i = 0; i < place->nr_indices; i++) {
		struct ir_operand index = instance_operand(instance, &place->indices[i].operand);

		index = maker_convert(maker, index, maker->word);
		index = maker_binary(
			maker, REMT_IR_OP_MULTIPLY, maker->word, index,
			maker_number(maker, maker->word, (uint64_t)place->indices[i].stride));
		address = maker_binary(maker, REMT_IR_OP_ADD, maker->word, address, index);
	}
	return maker_binary(maker, REMT_IR_OP_ADD, maker->word, address,
			    maker_number(maker, maker->word, (uint64_t)place->offset));
}

struct ir_operand instance_operand(struct instance *instance, const struct ir_operand *operand)
{
	struct maker *maker = instance->maker;

	switch (operand->kind) {
	case REMT_IR_VALUE:
		if (maker->now.values[operand->value].kind != REMT_IR_UNDEFINED)
			return maker->now.values[operand->value];
		return maker_input(maker, instance->function->values[operand->value].type, NULL);
	case REMT_IR_ADDRESS:
		return maker_convert(maker, instance_address(instance, operand->place),
				     operand->type);
	case REMT_IR_UNDEFINED: return maker_input(maker, operand->type, NULL);
	case REMT_IR_NUMBER:
	case REMT_IR_WIDE:
	case REMT_IR_REAL: break;
	}
	return *operand;
}
