/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory of an expansion: objects of cells. An access hits a cell as a whole, or the way is left out. An address is a
 * number of 64 bits (atg/maker.h).
 */
#include "atg/maker.h"

#define MAX_CELL_BYTES 16

static const char not_as_declared[] = "memory that is not used as it is declared";

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
static uint32_t find_cell(struct maker *maker, uint64_t address, uint32_t bytes)
{
	const struct maker_object *object = object_at(maker, address);
	uint64_t offset = maker_offset(address);

	maker_place_cells(maker, maker_object_at(address), offset, bytes);
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

/* Returns how many cells of an object behind FIRST, with it, have what it has, and lie one behind the other. */
static uint32_t count_same(const struct maker *maker, const struct maker_object *object,
			   uint32_t first)
{
	uint32_t ret = 1, end = object->first_cell + object->nr_cells;

	while (first + ret < end && maker_is_same(&maker->cells.items[first + ret].number,
						  &maker->cells.items[first].number))
		ret++;
	return ret;
}

/* Returns whether ADDRESS, a word, is not before AT. */
static struct ir_operand is_from(struct maker *maker, struct ir_operand address, uint64_t at)
{
	return maker_binary(maker, REMT_IR_OP_GREATER_EQUAL, maker->truth, address,
			    maker_number(maker, maker->word, at));
}

/* Returns whether ADDRESS, a word, is that of a cell of BYTES of the constant INDEX. */
static struct ir_operand is_in_constant(struct maker *maker, struct ir_operand address,
					uint64_t index, uint32_t bytes)
{
	const struct maker_object *object = &maker->objects.items[index];
	uint64_t end = maker_address(index) + (uint64_t)object->nr_cells * bytes;
	struct ir_operand ret = is_from(maker, address, maker_address(index)), other;

	other = maker_binary(maker, REMT_IR_OP_LESS, maker->truth, address,
			     maker_number(maker, maker->word, end));
	ret = maker_binary(maker, REMT_IR_OP_AND, maker->truth, ret, other);
	if (bytes == 1)
		return ret;
	other = maker_binary(maker, REMT_IR_OP_AND, maker->word, address,
			     maker_number(maker, maker->word, bytes - UINT64_C(1)));
	other = maker_binary(maker, REMT_IR_OP_EQUAL, maker->truth, other,
			     maker_number(maker, maker->word, 0));
	return maker_binary(maker, REMT_IR_OP_AND, maker->truth, ret, other);
}

/* Reads the constant INDEX, cells of one size without gaps: those that are the same count as one. */
static void read_constant(struct maker *maker, struct access *access, struct ir_operand address,
			  uint64_t index)
{
	const char *left_out = maker->expansion->left_out;
	const struct maker_object object = maker->objects.items[index];
	struct ir_operand chain = { .kind = REMT_IR_UNDEFINED }, is_in;

	for (uint32_t i = 0, count; i < object.nr_cells; i += count) {
		uint32_t cell = object.first_cell + i;
		uint64_t at = maker_address(index) + maker->cells.items[cell].offset;
		struct ir_operand value =
			maker_convert(maker, maker->cells.items[cell].number, access->type);

		count = count_same(maker, &object, cell);
		chain = i ? maker_choose(maker, is_from(maker, address, at), value, chain) : value;
	}
	is_in = is_in_constant(maker, address, index, access->bytes);
	access->value = access->value.kind == REMT_IR_UNDEFINED
				? chain
				: maker_choose(maker, is_in, chain, access->value);
	access->hits = maker_binary(maker, REMT_IR_OP_OR, maker->truth, access->hits, is_in);
	/* The rest of an address is the same wherever its object lies. */
	maker->expansion->left_out = left_out;
}

/* Sees all cells of OBJECT. */
static void hit_object(struct maker *maker, struct access *access, struct ir_operand address,
		       uint64_t index)
{
	struct maker_object object;

	maker_place_cells(maker, index, UINT64_MAX, access->bytes);
	object = maker->objects.items[index];
	/* A constant is all constant, and what writes there is stopped. */
	if (object.nr_cells && maker->cells.items[object.first_cell].is_constant) {
		if (!access->is_write &&
		    maker->cells.items[object.first_cell].bytes == access->bytes)
			read_constant(maker, access, address, index);
		return;
	}
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

		if (cell != START_NONE &&
		    !(access->is_write && maker->cells.items[cell].is_constant))
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

struct ir_operand maker_unset(struct maker *maker, uint32_t index, uint32_t type)
{
	const struct ir_type *row = &maker->expansion->unit.types[type];

	if (maker->cells.items[index].is_zero && row->kind != REMT_IR_FLOAT)
		return maker_number(maker, type, 0);
	return maker_input(maker, type, NULL);
}

/* Returns what is in CELL as of TYPE. What nobody has set is an input. */
static struct ir_operand content(struct maker *maker, uint32_t cell, uint32_t type)
{
	struct ir_operand *ret = &maker->now.cells[cell];

	if (maker->cells.items[cell].is_constant)
		return maker_convert(maker, maker->cells.items[cell].number, type);
	if (ret->kind == REMT_IR_UNDEFINED)
		*ret = maker_unset(maker, cell, type);
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

	maker_reach_cells(maker);
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

	maker_reach_cells(maker);
	if (!maker_is_number(&address, &number)) {
		each_hit(maker, address, &access);
		return;
	}
	cell = find_cell(maker, number, bytes);
	touch(object_at(maker, number), &access);
	if (cell != START_NONE && !maker->cells.items[cell].is_constant)
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

	maker_reach_cells(maker);
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
		/* What an array has behind its beginning is no output. */
		if (row->bytes > MAX_CELL_BYTES) {
			leave_copy(maker);
			return;
		}
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
			maker->now.cells[cell] = maker->cells.items[origin].is_constant
							 ? maker->cells.items[origin].number
							 : maker->now.cells[origin];
		if (origin != START_NONE)
			note_bound(maker, origin, maker_number(maker, maker->truth, 1));
	}
}
