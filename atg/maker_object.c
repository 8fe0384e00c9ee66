/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects of an expansion, and their cells: those of the start, of variables, of constants and of allocated blocks. */
#include <stdlib.h>

#include "atg/maker.h"
#include "common/xalloc.h"

#define MAX_RESERVED 64 /* cells of a block that was allocated */

void maker_reach_cells(struct maker *maker)
{
	struct flow *now = &maker->now;

	if (now->nr_cells == maker->cells.count)
		return;
	now->cells = xreallocarray(now->cells, maker->cells.count, sizeof(*now->cells));
	while (now->nr_cells < maker->cells.count)
		now->cells[now->nr_cells++] = (struct ir_operand){ .kind = REMT_IR_UNDEFINED };
}

uint32_t maker_add_object(struct maker *maker, uint64_t bytes)
{
	const struct maker_object object = { .bytes = bytes,
					     .first_cell = (uint32_t)maker->cells.count,
					     .symbol = START_NONE,
					     .string = START_NONE };

	if (maker->objects.count >= MAX_OBJECTS || bytes >> (OBJECT_SHIFT - 2))
		maker_refuse_size(maker, "its objects are too many or too large");
	vec_push(&maker->objects, object);
	return (uint32_t)maker->objects.count - 1;
}

void maker_add_cell(struct maker *maker, uint64_t offset, uint32_t bytes, char *name,
		    struct ir_operand value)
{
	const struct maker_cell cell = { .offset = offset, .bytes = bytes, .name = name };

	if (maker->cells.count >= MAX_CELLS)
		maker_refuse_size(maker, "its memory is too large");
	vec_push(&maker->cells, cell);
	if (maker->objects.count)
		maker->objects.items[maker->objects.count - 1].nr_cells++;
	maker_reach_cells(maker);
	maker->now.cells[maker->cells.count - 1] = value;
}

void maker_add_constant(struct maker *maker, uint64_t offset, uint32_t bytes, uint64_t number)
{
	struct maker_cell *cell;

	maker_add_cell(maker, offset, bytes, NULL,
		       (struct ir_operand){ .kind = REMT_IR_UNDEFINED });
	cell = &maker->cells.items[maker->cells.count - 1];
	cell->is_constant = true;
	cell->number = maker_number(maker, maker->numbers[bytes], number);
}

void maker_reserve_cells(struct maker *maker, uint64_t bytes, bool is_zero)
{
	maker->objects.items[maker->objects.count - 1].is_block = true;
	for (uint64_t i = 0; i < bytes && i < MAX_RESERVED; i++) {
		maker_add_cell(maker, 0, 0, NULL, (struct ir_operand){ .kind = REMT_IR_UNDEFINED });
		maker->cells.items[maker->cells.count - 1].is_zero = is_zero;
	}
}

bool maker_add_cells(struct maker *maker, uint32_t type, uint64_t offset,
		     struct ir_operand (*value)(struct maker *maker, uint32_t type))
{
	const struct ir_type *row = &maker->expansion->unit.types[type];
	bool ret = maker->cells.count < MAX_CELLS;

	switch (row->kind) {
	case REMT_IR_INTEGER:
	case REMT_IR_FLOAT:
	case REMT_IR_POINTER:
		maker_add_cell(maker, offset, (uint32_t)row->size, NULL, value(maker, type));
		return ret;
	case REMT_IR_ARRAY:
		for (uint64_t i = 0; i < row->count && ret; i++)
			ret = maker_add_cells(
				maker, row->element,
				offset + i * maker->expansion->unit.types[row->element].size,
				value);
		return ret;
	case REMT_IR_RECORD:
		for (uint32_t i = 0; i < row->nr_fields && ret; i++) {
			if (!row->fields[i].bit_size)
				ret = maker_add_cells(maker, row->fields[i].type,
						      offset + row->fields[i].bit_offset / 8,
						      value);
		}
		return ret;
	case REMT_IR_VOID:
	case REMT_IR_UNION:
	case REMT_IR_FUNCTION:
	case REMT_IR_OPAQUE: break;
	}
	return ret;
}

/* ---- blocks that the function allocated */

/* Gives a cell of OBJECT, a block, BYTES at OFFSET, unless one is there, or a part of one. */
static void place_cell(struct maker *maker, const struct maker_object *object, uint64_t offset,
		       uint32_t bytes)
{
	if (offset + bytes > object->bytes)
		return;
	for (uint32_t i = 0; i < object->nr_cells; i++) {
		struct maker_cell *cell = &maker->cells.items[object->first_cell + i];

		if (!cell->bytes) {
			cell->offset = offset;
			cell->bytes = bytes;
			cell->name = xstrdup("allocated");
			return;
		}
		if (offset < cell->offset + cell->bytes && cell->offset < offset + bytes)
			return;
	}
}

void maker_place_cells(struct maker *maker, uint64_t index, uint64_t offset, uint32_t bytes)
{
	const struct maker_object *object =
		index < maker->objects.count ? &maker->objects.items[index] : NULL;

	if (!object || !object->is_block || !bytes)
		return;
	if (offset != UINT64_MAX)
		place_cell(maker, object, offset, bytes);
	for (uint64_t at = 0; offset == UINT64_MAX && at < object->bytes; at += bytes)
		place_cell(maker, object, at, bytes);
}
