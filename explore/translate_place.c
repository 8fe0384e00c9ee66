/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places: an address of at most one slot and one index goes into the access itself. */
#include "explore/translate_state.h"

/* In the order of ACCESSING_INSTRUCTIONS. */
enum mode {
	MODE_CONSTANT,
	MODE_MEMORY,
	MODE_SLOT,
	MODE_CONSTANT_INDEX,
	MODE_MEMORY_INDEX,
	MODE_SLOT_INDEX
};

struct address {
	enum mode mode;
	uint32_t a, b;
	int32_t c;
	int64_t n;
};

/* The first instruction of a mode; a load and a store of each access follow, then the address. */
static enum instruction first_of(enum mode mode)
{
	return DO_LOAD_S8_CONSTANT + mode * (2 * NR_ACCESSES + 1);
}

/* Each thread has its own address, which is asked for each time. */
static void find_thread_base(struct translation *t, uint32_t symbol, struct address *ret)
{
	*ret = (struct address){ .mode = MODE_SLOT, .a = slot_new(t) };
	emit(t, DO_THREAD, ret->a, symbol, 0, 0, (int64_t)t->unit);
}

static void find_base(struct translation *t, const struct ir_place *place, struct address *ret)
{
	bool is_found;

	switch ((unsigned)place->base) {
	case REMT_IR_LOCAL:
		ret->mode = MODE_MEMORY;
		if (t->code->offsets[place->index] == SIZE_MAX)
			translation_refuse(t, "a variable without memory");
		else
			ret->n = (int64_t)t->code->offsets[place->index];
		break;
	case REMT_IR_SYMBOL:
		ret->mode = MODE_CONSTANT;
		ret->n = (int64_t)unit_address(t->unit, place->index, &is_found);
		if (!is_found)
			translation_refuse(t, "a symbol whose address is not known");
		if (t->ir->symbols[place->index].flags & REMT_IR_THREAD)
			find_thread_base(t, place->index, ret);
		break;
	case REMT_IR_STRING:
		ret->mode = MODE_CONSTANT;
		ret->n = (int64_t)t->ir->strings[place->index].bytes;
		break;
	default:
		if (operand_is_number(t, &place->pointer, &ret->n)) {
			ret->mode = MODE_CONSTANT;
		} else {
			ret->mode = MODE_SLOT;
			ret->a = slot_of_operand(t, &place->pointer);
		}
		break;
	}
}

/* Puts the address so far into a slot. */
static void put_in_slot(struct translation *t, struct address *address)
{
	uint32_t d = slot_new(t);

	emit(t, first_of(address->mode) + 2 * NR_ACCESSES, d, address->a, address->b,
	     (uint32_t)address->c, address->n);
	*address = (struct address){ .mode = MODE_SLOT, .a = d };
}

static void add_index(struct translation *t, const struct ir_index *index, struct address *ret)
{
	int64_t number;

	if (operand_is_number(t, &index->operand, &number)) {
		ret->n += number * index->stride;
		return;
	}
	if (ret->mode >= MODE_CONSTANT_INDEX)
		put_in_slot(t, ret);
	ret->b = slot_of_operand(t, &index->operand);
	if (index->stride != (int32_t)index->stride) {
		translation_refuse(t, "an element of over 2 GiB");
		return;
	}
	ret->c = (int32_t)index->stride;
	ret->mode += MODE_CONSTANT_INDEX;
}

static struct address find_address(struct translation *t, const struct ir_place *place)
{
	struct address ret = { 0 };

	find_base(t, place, &ret);
	ret.n += place->offset;
	for (uint32_t i = 0; i < place->nr_indices; i++)
		add_index(t, &place->indices[i], &ret);
	return ret;
}

uint32_t place_address(struct translation *t, const struct ir_place *place)
{
	struct address address = find_address(t, place);

	if (address.mode == MODE_SLOT && address.n == 0)
		return address.a;
	if (address.mode == MODE_CONSTANT)
		return slot_of_constant(t, (union word){ .i = address.n });
	put_in_slot(t, &address);
	return address.a;
}

uint64_t place_size(const struct translation *t, const struct ir_place *place)
{
	return t->ir->types[place->type].size;
}

/* Returns the number of a type's accesses; NR_ACCESSES: it has none. */
static unsigned access_of(struct translation *t, const struct ir_place *place)
{
	const struct ir_type *type = &t->ir->types[place->type];
	struct form form = form_of(type);
	unsigned is_unsigned = !form.is_signed;

	if (form.shape == SHAPE_NONE)
		return NR_ACCESSES;
	if (form.shape == SHAPE_F80)
		return 8;
	if (form.shape != SHAPE_INTEGER)
		is_unsigned = 1;
	switch (type->size) {
	case 1: return 0 + is_unsigned;
	case 2: return 2 + is_unsigned;
	case 4: return 4 + is_unsigned;
	case 8: return 6;
	case 16: return 7;
	default: return NR_ACCESSES;
	}
}

static bool check_bits(struct translation *t, const struct ir_place *place, struct form form)
{
	if (form.shape == SHAPE_INTEGER && place->bit_size && place->bit_size <= 64)
		return true;
	translation_refuse(t, "bits that are no integer");
	return false;
}

/* A type may have fewer bits than its bytes: the rest of them is not its. */
static void bring_loaded(struct translation *t, uint32_t d, struct form form, uint64_t size)
{
	if (form.shape == SHAPE_INTEGER && form.precision < size * 8 && form.precision <= 64 &&
	    form.precision > 1)
		emit(t, form.is_signed ? DO_SIGNED : DO_UNSIGNED, d, d, 0, 0, form.precision);
}

void place_load(struct translation *t, uint32_t d, const struct ir_place *place)
{
	struct form form = form_of_index(t, place->type);

	if (place->flags & REMT_IR_BITS) {
		if (check_bits(t, place, form))
			emit(t, DO_LOAD_BITS, d, place_address(t, place), place->bit_position,
			     place->bit_size, form.is_signed);
		return;
	}
	unsigned access = access_of(t, place);
	struct address address = find_address(t, place);

	if (access == NR_ACCESSES) {
		translation_refuse(t, "a value of an unknown form");
		return;
	}
	emit(t, first_of(address.mode) + 2 * access, d, address.a, address.b, (uint32_t)address.c,
	     address.n);
	bring_loaded(t, d, form, place_size(t, place));
}

void place_store(struct translation *t, const struct ir_place *place, uint32_t value)
{
	if (place->flags & REMT_IR_BITS) {
		if (check_bits(t, place, form_of_index(t, place->type)))
			emit(t, DO_STORE_BITS, value, place_address(t, place), place->bit_position,
			     place->bit_size, 0);
		return;
	}
	unsigned access = access_of(t, place);
	struct address address = find_address(t, place);

	if (access == NR_ACCESSES)
		translation_refuse(t, "a value of an unknown form");
	else
		emit(t, first_of(address.mode) + 2 * access + 1, value, address.a, address.b,
		     (uint32_t)address.c, address.n);
}
