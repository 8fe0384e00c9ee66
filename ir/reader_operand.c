/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/reader.h"

/* Operands have places, which have operands. GCC nests two levels. */
#define MAX_DEPTH 8

static void read_real(struct reader *reader, struct ir_operand *ret)
{
	uint64_t size = cursor_number(&reader->cursor);

	ret->real = cursor_bytes(&reader->cursor, size);
	if (!ret->real || size != reader->function->unit->types[ret->type].size)
		cursor_fail(&reader->cursor);
}

static uint32_t limit_of(const struct ir_function *function, unsigned kind)
{
	return kind == REMT_IR_VALUE ? function->nr_values : function->unit->nr_types;
}

void reader_operand(struct reader *reader, struct ir_operand *ret)
{
	struct cursor *cursor = &reader->cursor;
	uint64_t tag = cursor_number(cursor);

	*ret = (struct ir_operand){ .kind = tag & 7 };
	if (ret->kind >= REMT_IR_NR_OPERAND_KINDS ||
	    tag / 8 >= limit_of(reader->function, ret->kind)) {
		cursor_fail(cursor);
		ret->kind = REMT_IR_UNDEFINED;
		return;
	}
	ret->type = (uint32_t)(tag / 8);
	switch (ret->kind) {
	case REMT_IR_VALUE:
		ret->value = (uint32_t)(tag / 8);
		ret->type = reader->function->values[ret->value].type;
		break;
	case REMT_IR_NUMBER:
		ret->number.low = (uint64_t)cursor_difference(cursor);
		ret->number.high = (int64_t)ret->number.low < 0 ? UINT64_MAX : 0;
		break;
	case REMT_IR_WIDE:
		ret->number.low = cursor_number(cursor);
		ret->number.high = cursor_number(cursor);
		break;
	case REMT_IR_REAL: read_real(reader, ret); break;
	case REMT_IR_ADDRESS: ret->place = reader_place(reader); break;
	case REMT_IR_UNDEFINED: break;
	}
}

static void read_base(struct reader *reader, struct ir_place *place, uint64_t tag)
{
	const struct ir_function *function = reader->function;
	const uint32_t limits[] = {
		[REMT_IR_LOCAL] = function->nr_locals,
		[REMT_IR_SYMBOL] = function->unit->nr_symbols,
		[REMT_IR_STRING] = function->unit->nr_strings,
		[REMT_IR_POINTED] = 1,
	};

	place->base = tag & 7;
	if (place->base >= REMT_IR_NR_BASES || tag / 8 >= limits[place->base]) {
		cursor_fail(&reader->cursor);
		place->base = REMT_IR_POINTED;
		return;
	}
	place->index = (uint32_t)(tag / 8);
	if (place->base == REMT_IR_POINTED)
		reader_operand(reader, &place->pointer);
}

static void read_indices(struct reader *reader, struct ir_place *place)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_index *indices = arena_alloc(&reader->function->memory, nr, sizeof(*indices));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		reader_operand(reader, &indices[i].operand);
		indices[i].stride = cursor_difference(&reader->cursor);
	}
	place->indices = indices;
	place->nr_indices = nr;
}

const struct ir_place *reader_place(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	struct ir_place *place = arena_alloc(&reader->function->memory, 1, sizeof(*place));

	if (++reader->depth > MAX_DEPTH) {
		cursor_fail(cursor);
	} else {
		read_base(reader, place, cursor_number(cursor));
		place->type = reader_type(reader);
		place->flags = cursor_below(cursor, 1u << 2);
		place->offset = cursor_difference(cursor);
		read_indices(reader, place);
		if (place->flags & REMT_IR_BITS) {
			place->bit_position = cursor_below(cursor, 8);
			place->bit_size = cursor_below(cursor, UINT32_MAX);
		}
	}
	reader->depth--;
	return place;
}
