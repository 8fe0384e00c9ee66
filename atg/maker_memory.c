/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory of an expansion: objects of cells. An access hits a cell as a whole, or the way is left out. An address is a
 * number of 64 bits (atg/maker.h).
 */
#include <stdlib.h>

#include "atg/maker.h"
#include "common/xalloc.h"

static const char not_as_declared[] = "memory that is not used as it is declared";

/* Lets the way where the maker is have all cells that there are. */
static void reach_cells(struct maker *maker)
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
		maker_refuse(maker, "its objects are too many or too large");
	vec_push(&maker->objects, object);
	return (uint32_t)maker->objects.count - 1;
}

void maker_add_cell(struct maker *maker, uint64_t offset, uint32_t bytes, char *name,
		    struct ir_operand value)
{
	const struct maker_cell cell = { .offset = offset, .bytes = bytes, .name = name };

	if (maker->cells.count >= MAX_CELLS)
		maker_refuse(maker, "its memory is too large");
	vec_push(&maker->cells, cell);
	if (maker->objects.count)
		maker->objects.items[maker->objects.count - 1].nr_cells++;
	reach_cells(maker);
	maker->now.cells[maker->cells.count - 1] = value;
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

/* ---- accesses */

/* Returns the object at ADDRESS, a number; NULL: there is none. */
static struct maker_object *object_at(const struct maker *maker, uint64_t address)
{
	uint64_t index = maker_object_at(address);

	return index < maker->objects.count ? &maker->objects.items[index] : NULL;
}

static const char larger[] = "an access beyond what the harness makes";

/*
 * Notes that control does not go on as told on the condition that HITS, of one bit, is 0. NULL does not lead beyond what
 * an object has: for that no caller is to blame.
 */
static void leave_if_missed(struct maker *maker, struct ir_operand word, struct ir_operand hits,
			    bool has_made)
{
	struct ir_operand *out = &maker->now.cells[OUTPUT_OUT], missed, is_address;

	missed = maker_binary(maker, REMT_IR_OP_EQUAL, maker->truth, hits,
			      maker_number(maker, maker->truth, 0));
	*out = maker_binary(maker, REMT_IR_OP_OR, maker->truth, *out, missed);
	if (!has_made)
		return;
	is_address = maker_binary(maker, REMT_IR_OP_GREATER_EQUAL, maker->truth, word,
				  maker_number(maker, maker->word, ADDRESS_BASE));
	maker_note_beyond(maker,
			  maker_binary(maker, REMT_IR_OP_AND, maker->truth, missed, is_address),
			  larger);
}

/* True if ADDRESS lies in an object: what misses the cells there is not told. */
static bool is_inside(const struct maker *maker, uint64_t address)
{
	const struct maker_object *object = object_at(maker, address);

	return object && maker_offset(address) < object->bytes;
}

/* True if OBJECT is nothing but cells of BYTES: what misses them goes beyond it. */
static bool is_row(const struct maker *maker, const struct maker_object *object, uint32_t bytes)
{
	for (uint32_t i = 0; i < object->nr_cells; i++) {
		if (maker->cells.items[object->first_cell + i].bytes != bytes)
			return false;
	}
	return (uint64_t)object->nr_cells * bytes == object->bytes;
}

/* A read or write of BYTES that may miss the cells of all objects that it may lead to. */
static void note_miss(struct maker *maker, uint64_t leads_to, uint32_t bytes)
{
	for (size_t o = 0; o < maker->objects.count; o++) {
		if (leads_to >> o & 1 && !is_row(maker, &maker->objects.items[o], bytes))
			maker->expansion->left_out = not_as_declared;
	}
	if (!leads_to)
		maker->expansion->left_out = "a pointer to something that is not told";
}

/* Returns the cell at ADDRESS, a number; START_NONE: no cell of BYTES begins there. */
static uint32_t find_cell(const struct maker *maker, uint64_t address, uint32_t bytes)
{
	const struct maker_object *object = object_at(maker, address);
	uint64_t offset = maker_offset(address);

	for (uint32_t i = 0; object && i < object->nr_cells; i++) {
		const struct maker_cell *cell = &maker->cells.items[object->first_cell + i];

		if (cell->offset == offset && cell->bytes == bytes)
			return object->first_cell + i;
	}
	return START_NONE;
}

/* An access, and what it does with each cell that it may hit, on the condition that it does. */
struct access {
	uint32_t bytes;
	void (*see)(struct maker *maker, uint32_t cell, struct ir_operand condition,
		    struct access *access);
	uint32_t type;		 /* of a read */
	struct ir_operand value; /* that was read, UNDEFINED: none yet; or that is written */
	struct ir_operand hits;	 /* the condition that it hits a cell */
	bool is_write;
	bool has_made; /* it may lead to an object that the harness makes */
};

/* Notes that OBJECT, NULL: none, is read or written. */
static void touch(struct maker_object *object, struct access *access)
{
	if (!object)
		return;
	object->is_used = true;
	object->is_written |= access->is_write;
	access->has_made |= object->is_made;
}

static void hit(struct maker *maker, struct access *access, struct ir_operand address,
		uint32_t cell, uint64_t at)
{
	struct ir_operand condition = maker_binary(maker, REMT_IR_OP_EQUAL, maker->truth, address,
						   maker_number(maker, maker->word, at));

	access->see(maker, cell, condition, access);
	access->hits = maker_binary(maker, REMT_IR_OP_OR, maker->truth, access->hits, condition);
}

/* Sees all cells of OBJECT. */
static void hit_object(struct maker *maker, struct access *access, struct ir_operand address,
		       uint64_t index)
{
	const struct maker_object object = maker->objects.items[index];

	for (uint32_t i = 0; i < object.nr_cells; i++) {
		const struct maker_cell cell = maker->cells.items[object.first_cell + i];

		if (cell.bytes == access->bytes)
			hit(maker, access, address, object.first_cell + i,
			    maker_address(index) + cell.offset);
	}
}

/* Sees each cell that ADDRESS, no number, may lead to. */
static void each_hit(struct maker *maker, struct ir_operand address, struct access *access)
{
	uint64_t leads_to = maker_leads_to(maker, &address);
	struct possible possible = maker_possible(maker, &address);
	struct ir_operand word = maker_convert(maker, address, maker->word);

	access->hits = maker_number(maker, maker->truth, 0);
	maker->is_own = true;
	for (unsigned i = 0; i < possible.number; i++) {
		uint32_t cell = find_cell(maker, possible.numbers[i], access->bytes);

		touch(object_at(maker, possible.numbers[i]), access);

		if (cell != START_NONE)
			hit(maker, access, word, cell, possible.numbers[i]);
		else if (is_inside(maker, possible.numbers[i]))
			maker->expansion->left_out = not_as_declared;
	}
	for (size_t o = 0; o < maker->objects.count && !possible.number; o++) {
		if (!(leads_to >> o & 1))
			continue;
		touch(&maker->objects.items[o], access);
		hit_object(maker, access, word, o);
	}
	if (!possible.number)
		note_miss(maker, leads_to, access->bytes);
	leave_if_missed(maker, word, access->hits, access->has_made);
	maker->is_own = false;
}

/* There is no cell at ADDRESS: it is NULL, beyond an object, or within one in a way that is not told. */
static void leave_missed(struct maker *maker, uint64_t address)
{
	const struct maker_object *object = object_at(maker, address);

	if (is_inside(maker, address))
		maker->expansion->left_out = not_as_declared;
	if (object && object->is_made)
		maker_leave_beyond(maker, larger);
	else
		maker_leave(maker, true);
}

/* Notes that what is in CELL is read on CONDITION. */
static void note_bound(struct maker *maker, uint32_t cell, struct ir_operand condition)
{
	if (maker->cells.items[cell].is_bound)
		maker_note_beyond(maker, condition, "the end of what the harness makes");
}

/* Returns what is in CELL as of TYPE. What nobody has set is an input. */
static struct ir_operand content(struct maker *maker, uint32_t cell, uint32_t type)
{
	struct ir_operand *ret = &maker->now.cells[cell];

	if (ret->kind == REMT_IR_UNDEFINED)
		*ret = maker_input(maker, type, NULL);
	return maker_convert(maker, *ret, type);
}

static void see_load(struct maker *maker, uint32_t cell, struct ir_operand condition,
		     struct access *access)
{
	struct ir_operand value = content(maker, cell, access->type);

	note_bound(maker, cell, condition);
	access->value = access->value.kind == REMT_IR_UNDEFINED
				? value
				: maker_choose(maker, condition, value, access->value);
}

struct ir_operand maker_load(struct maker *maker, struct ir_operand address, uint32_t type)
{
	struct access access = { .bytes = (uint32_t)maker->expansion->unit.types[type].size,
				 .see = see_load,
				 .type = type,
				 .value = { .kind = REMT_IR_UNDEFINED } };
	uint64_t number;
	uint32_t cell;

	reach_cells(maker);
	if (!maker_is_number(&address, &number)) {
		each_hit(maker, address, &access);
	} else {
		cell = find_cell(maker, number, access.bytes);
		touch(object_at(maker, number), &access);
		if (cell != START_NONE) {
			note_bound(maker, cell, maker_number(maker, maker->truth, 1));
			return content(maker, cell, type);
		}
		leave_missed(maker, number);
	}
	if (access.value.kind == REMT_IR_UNDEFINED)
		return maker_input(maker, type, NULL);
	return access.value;
}

static void see_store(struct maker *maker, uint32_t cell, struct ir_operand condition,
		      struct access *access)
{
	uint32_t type = maker_type(maker, &access->value);

	maker->now.cells[cell] =
		maker_choose(maker, condition, access->value, content(maker, cell, type));
}

void maker_store(struct maker *maker, struct ir_operand address, uint32_t bytes,
		 struct ir_operand value)
{
	struct access access = {
		.bytes = bytes, .see = see_store, .value = value, .is_write = true
	};
	uint64_t number;
	uint32_t cell;

	reach_cells(maker);
	if (!maker_is_number(&address, &number)) {
		each_hit(maker, address, &access);
		return;
	}
	cell = find_cell(maker, number, bytes);
	touch(object_at(maker, number), &access);
	if (cell != START_NONE)
		maker->now.cells[cell] = value;
	else
		leave_missed(maker, number);
}

static void leave_copy(struct maker *maker)
{
	maker->expansion->left_out = "an object that is used as a whole";
	maker_leave_beyond(maker, maker->expansion->left_out);
}

/* True if all of the BYTES at ADDRESS are whole cells of OBJECT, or lie between cells. */
static bool covers(const struct maker *maker, const struct maker_object *object, uint64_t address,
		   uint64_t bytes)
{
	uint64_t from = maker_offset(address);

	for (uint32_t i = 0; i < object->nr_cells; i++) {
		const struct maker_cell *cell = &maker->cells.items[object->first_cell + i];
		uint64_t end = cell->offset + cell->bytes;

		if (end > from && cell->offset < from + bytes &&
		    (cell->offset < from || end > from + bytes))
			return false;
	}
	return from <= object->bytes && from + bytes <= object->bytes;
}

void maker_copy(struct maker *maker, struct ir_operand to, const struct ir_operand *from,
		uint64_t bytes)
{
	uint64_t target, source = 0;
	struct access access = { .is_write = true };
	struct maker_object *object, *other;

	reach_cells(maker);
	object = maker_is_number(&to, &target) ? object_at(maker, target) : NULL;
	other = from && maker_is_number(from, &source) ? object_at(maker, source) : NULL;
	if (!object || (from && !other)) {
		leave_copy(maker);
		return;
	}
	touch(object, &access);
	touch(other, &(struct access){ .is_write = false });
	if (!covers(maker, object, target, bytes))
		leave_copy(maker);
	for (uint32_t i = 0; i < object->nr_cells && !maker->is_dead; i++) {
		uint32_t cell = object->first_cell + i, origin;
		const struct maker_cell *row = &maker->cells.items[cell];
		uint64_t at = row->offset - maker_offset(target);

		if (at >= bytes)
			continue;
		if (!from) {
			if (row->bytes > 8 || row->bytes & (row->bytes - 1))
				leave_copy(maker);
			else
				maker->now.cells[cell] =
					maker_number(maker, maker->numbers[row->bytes], 0);
			continue;
		}
		origin = find_cell(maker, source + at, row->bytes);
		if (origin == START_NONE)
			leave_copy(maker);
		else
			maker->now.cells[cell] = maker->now.cells[origin];
		if (origin != START_NONE)
			note_bound(maker, origin, maker_number(maker, maker->truth, 1));
	}
}
