/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An abstract interpreter for the steps from the value of a switch to the address of its case. A
 * value is a bounded number, an address, or something made of both. Where ways meet only what both
 * know is kept (a join), so that a fixed point exists.
 *
 * Memory is followed in VALUES_NR_SLOTS places; any write that is not understood empties them.
 * Lower bounds and comparisons with sign are not followed.
 */
#include "rewriter/flow/values.h"

#include "rewriter/flow/target.h"

static const struct spot nowhere;

/* Returns an id for the result of HOW on the value FROM. Equal arguments give equal ids. */
static uint64_t mix(uint64_t from, uint64_t how)
{
	uint64_t mixed = (from ^ how * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;

	return (mixed ^ mixed >> 32) | 1;
}

/* Returns the id of the low BITS of a value, extended with zeros or with their sign. */
static uint64_t mix_low(uint64_t from, unsigned bits, bool is_signed)
{
	return mix(mix(from, 1u << 20), 2 * bits + is_signed);
}

static uint64_t greatest(unsigned bits)
{
	return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static struct value any(uint64_t id, unsigned bits)
{
	return (struct value){ .id = id, .bits = 64, .bound = greatest(bits) };
}

void values_init(struct values *values, uint64_t number)
{
	*values = (struct values){ .is_known = true };
	for (unsigned i = 0; i < EFFECT_NR_REGISTERS; i++)
		values->registers[i] = any(mix(number, i + 1), 64);
}

/*
 * True if the bound of VALUE also holds for its low BITS: a bound of all bits does if it fits into
 * them.
 */
static bool is_bound_of(const struct value *value, unsigned bits)
{
	return value->bits == bits || (value->bits == 64 && value->bound <= greatest(bits));
}

static void join_bounds(struct value *into, const struct value *from)
{
	uint8_t bits = into->bits < from->bits ? into->bits : from->bits;

	if (is_bound_of(into, bits) && is_bound_of(from, bits)) {
		into->bits = bits;
		into->bound = into->bound > from->bound ? into->bound : from->bound;
	} else {
		into->bits = 64;
		into->bound = UINT64_MAX;
	}
}

/* Reduces INTO to what FROM knows, too; ID is for what differs. True if INTO has changed. */
static bool join(struct value *into, const struct value *from, uint64_t id)
{
	struct value old = *into;
	bool is_alike = into->kind == from->kind && into->scale == from->scale &&
			spot_compare(&into->spot, &from->spot) == 0 &&
			spot_compare(&into->base, &from->base) == 0;

	if (into->id == from->id && into->bits == from->bits && into->bound == from->bound &&
	    into->is_tight == from->is_tight && is_alike)
		return false;
	into->is_tight &= from->is_tight;
	if (into->id != from->id)
		into->id = id;
	if (!is_alike) {
		into->kind = VALUE_ANY;
		into->scale = 0;
		into->spot = into->base = nowhere;
	}
	join_bounds(into, from);
	return old.kind != into->kind || old.id != into->id || old.bits != into->bits ||
	       old.bound != into->bound || old.is_tight != into->is_tight;
}

/* Returns the slot for the same memory as KEY, or NULL. */
static struct slot *find_slot(struct values *values, const struct slot *key)
{
	for (unsigned i = 0; i < VALUES_NR_SLOTS; i++) {
		struct slot *slot = &values->slots[i];

		if (slot->width == key->width && slot->base == key->base &&
		    slot->constant == key->constant)
			return slot;
	}
	return NULL;
}

bool values_join(struct values *into, const struct values *from, uint64_t number)
{
	struct values other = *from;
	bool has_changed = false;

	if (!into->is_known) {
		*into = *from;
		return true;
	}
	for (unsigned i = 0; i < EFFECT_NR_REGISTERS; i++)
		has_changed |= join(&into->registers[i], &from->registers[i], mix(number, i + 1));
	for (unsigned i = 0; i < VALUES_NR_SLOTS; i++) {
		struct slot *slot = &into->slots[i];
		const struct slot *found = slot->width ? find_slot(&other, slot) : NULL;

		if (found) {
			has_changed |= join(&slot->value, &found->value, mix(number, i + 100));
		} else if (slot->width) {
			*slot = (struct slot){ 0 };
			has_changed = true;
		}
	}
	if (into->compared && (into->compared != from->compared || into->limit != from->limit ||
			       into->compared_bits != from->compared_bits)) {
		into->compared = 0;
		has_changed = true;
	}
	return has_changed;
}

/* An instruction while it is executed. */
struct step {
	struct values *values;
	const struct binary *binary;
	uint32_t function;
	const struct instruction *instruction;
};

static struct value place(struct spot spot)
{
	struct value value = any(mix(spot.address, spot.section + 7u), 64);

	value.kind = VALUE_PLACE;
	value.bound = spot.address;
	value.spot = spot;
	return value;
}

/* Returns VALUE times BY. */
static struct value scale(const struct value *value, uint64_t by)
{
	struct value scaled = any(mix(value->id, by + 1000), 64);

	if (value->kind != VALUE_ANY || by < 2 || by > 8)
		return scaled;
	scaled.kind = VALUE_SCALED;
	scaled.scale = (uint8_t)by;
	scaled.bound = value->bits == 64 ? value->bound : UINT64_MAX;
	scaled.is_tight = value->is_tight;
	return scaled;
}

static struct value sum(const struct value *one, const struct value *other)
{
	struct value value = any(mix(one->id, other->id), 64);

	if (one->kind != VALUE_PLACE) {
		const struct value *swap = one;

		one = other;
		other = swap;
	}
	if (one->kind != VALUE_PLACE)
		return value;
	if (other->kind == VALUE_SCALED) {
		value.kind = VALUE_ENTRY;
		value.scale = other->scale;
		value.bound = other->bound;
		value.is_tight = other->is_tight;
		value.spot = one->spot;
	} else if (other->kind == VALUE_LOADED && other->scale == 4) {
		value = *other;
		value.kind = VALUE_TARGET;
		value.id = mix(other->id, one->id);
		value.base = one->spot;
	}
	return value;
}

/* Returns the address of a memory operand without its index. */
static struct value base_of(const struct step *step, const struct operand *operand)
{
	bool has_base = operand->base != EFFECT_NO_REGISTER;
	struct value value = has_base ? step->values->registers[operand->base]
				      : any(mix((uint64_t)operand->constant, 5), 64);
	struct spot spot;

	if ((!has_base || operand->constant_at) &&
	    target_place(step->binary, step->function, step->instruction, operand, &spot) &&
	    (operand->is_relative || binary_find_section(step->binary, spot, 1))) {
		struct value constant = place(spot);

		return has_base ? sum(&value, &constant) : constant;
	}
	if (!operand->constant || !has_base)
		return value;
	if (value.kind != VALUE_PLACE)
		return any(mix(value.id, (uint64_t)operand->constant), 64);
	value.spot.address += (uint64_t)operand->constant;
	return place(value.spot);
}

/* Returns the address of a memory operand. */
static struct value address_of(const struct step *step, const struct operand *operand)
{
	struct value value = base_of(step, operand), index;

	if (operand->index == EFFECT_NO_REGISTER)
		return value;
	index = step->values->registers[operand->index];
	if (operand->scale > 1)
		index = scale(&index, operand->scale);
	if (operand->base == EFFECT_NO_REGISTER && !operand->constant && value.kind != VALUE_PLACE)
		return index; /* lea 0(,%rax,4) computes a product */
	return sum(&value, &index);
}

/* Extends a value of WIDTH bytes to a whole register, or to half of one. */
static struct value extend(const struct value *from, uint8_t width, bool is_signed)
{
	unsigned bits = 8u * width;
	struct value value = *from;

	if (width == 8)
		return value;
	if (value.kind == VALUE_UNSIGNED && value.scale == width) {
		value.kind = is_signed ? VALUE_LOADED : VALUE_UNSIGNED;
		value.id = is_signed ? mix(value.id, 3) : value.id;
		return value;
	}
	if (value.kind != VALUE_ANY && value.kind != VALUE_PLACE && value.kind != VALUE_SCALED)
		return any(mix_low(from->id, bits, is_signed), is_signed ? 64 : bits);
	if (value.bits == 64 && value.bound <= greatest(is_signed ? bits - 1 : bits))
		return value; /* the value fits already */
	if (value.bits == bits && value.bound <= greatest(bits - is_signed)) {
		value = any(mix_low(from->id, bits, is_signed), 64);
		value.bound = from->bound;
		value.is_tight = from->is_tight;
		return value;
	}
	return any(mix_low(from->id, bits, is_signed), is_signed ? 64 : bits);
}

/* Sets *RET to an empty slot for OPERAND. Returns false if no slot can stand for OPERAND. */
static bool find_key(const struct step *step, const struct operand *operand, struct slot *ret)
{
	struct value base;

	if (operand->kind != OPERAND_MEMORY || operand->index != EFFECT_NO_REGISTER)
		return false;
	*ret = (struct slot){ operand->base, operand->width, operand->constant, { 0 } };
	if (operand->base != EFFECT_NO_REGISTER)
		return true;
	base = base_of(step, operand);
	ret->constant = (int64_t)(base.spot.address ^ (uint64_t)base.spot.section << 40);
	return base.kind == VALUE_PLACE;
}

static struct value load(struct step *step, const struct operand *operand, bool is_signed)
{
	struct values *values = step->values;
	struct value value = address_of(step, operand);
	struct slot *slot, key;

	if (value.kind == VALUE_ENTRY && value.scale == operand->width &&
	    (operand->width == 8 || operand->width == 4)) {
		value.kind = operand->width == 8 || is_signed ? VALUE_LOADED : VALUE_UNSIGNED;
		value.id = mix(value.id, step->instruction->address);
		return value;
	}
	if (!find_key(step, operand, &key))
		return any(mix(step->instruction->address, 77 + is_signed),
			   is_signed ? 64 : 8u * operand->width);
	slot = find_slot(values, &key);
	if (!slot) {
		static const struct slot none;

		slot = find_slot(values, &none);
		if (!slot)
			slot = &values->slots[step->instruction->address % VALUES_NR_SLOTS];
		key.value = any(mix(step->instruction->address, 77), 8u * operand->width);
		*slot = key;
	}
	return extend(&slot->value, operand->width, is_signed);
}

static struct value read_operand(struct step *step, const struct operand *operand, bool is_signed)
{
	struct value value = any(mix(step->instruction->address, 78), 64);
	struct spot spot;

	if (operand->kind == OPERAND_REGISTER)
		return extend(&step->values->registers[operand->reg], operand->width, is_signed);
	if (operand->kind == OPERAND_MEMORY)
		return load(step, operand, is_signed);
	if (operand->kind == OPERAND_CONSTANT &&
	    target_place(step->binary, step->function, step->instruction, operand, &spot))
		return place(spot);
	if (operand->kind == OPERAND_CONSTANT && operand->constant >= 0)
		value.bound = (uint64_t)operand->constant;
	return value;
}

static struct value compute(struct step *step, const struct effect *effect)
{
	const struct operand *to = &effect->to, *from = &effect->from;
	struct value old =
		to->kind == OPERAND_REGISTER ? step->values->registers[to->reg] : any(0, 64);
	struct value value = any(mix(old.id, step->instruction->address), 64);

	if (effect->kind == EFFECT_COPY)
		return read_operand(step, from, effect->is_signed);
	if (effect->kind == EFFECT_ADDRESS)
		return address_of(step, from);
	if (effect->kind == EFFECT_ADD) {
		value = read_operand(step, from, false);
		return sum(&old, &value);
	}
	if (from->kind != OPERAND_CONSTANT || from->constant < 0)
		return value;
	if (effect->kind == EFFECT_MASK) {
		value.bound = (uint64_t)from->constant;
		value.is_tight = true;
	} else if (effect->kind == EFFECT_SHIFT && from->constant < 4) {
		value = scale(&old, (uint64_t)1 << from->constant);
	}
	return value;
}

/* Returns the id of what an operand names, of which only the low bytes may count; 0: none. */
static uint64_t id_of(struct step *step, const struct operand *operand)
{
	struct slot *slot, key;

	if (operand->kind == OPERAND_REGISTER)
		return step->values->registers[operand->reg].id;
	if (!find_key(step, operand, &key))
		return 0;
	load(step, operand, false); /* puts it into a slot */
	slot = find_slot(step->values, &key);
	return slot ? slot->value.id : 0;
}

static void note_comparison(struct step *step, const struct effect *effect)
{
	struct values *values = step->values;
	bool compares = effect->kind == EFFECT_COMPARE || effect->kind == EFFECT_SUBTRACT;

	if (effect->sets_flags)
		values->compared = 0;
	if (!compares || effect->from.kind != OPERAND_CONSTANT)
		return;
	values->compared = id_of(step, &effect->to);
	values->compared_bits = (uint8_t)(8 * effect->to.width);
	values->limit = (uint64_t)effect->from.constant & greatest(values->compared_bits);
}

static void forget(struct values *values, const struct effect *effect, uint64_t address)
{
	for (unsigned i = 0; i < EFFECT_NR_REGISTERS; i++) {
		if (effect->written >> i & 1)
			values->registers[i] =
				any(mix(address, i + 200), effect->halved >> i & 1 ? 32 : 64);
	}
	for (unsigned i = 0; i < VALUES_NR_SLOTS; i++) {
		struct slot *slot = &values->slots[i];

		if (slot->width && (effect->writes_memory || (slot->base < EFFECT_NR_REGISTERS &&
							      effect->written >> slot->base & 1)))
			*slot = (struct slot){ 0 };
	}
}

static void store(struct step *step, const struct effect *effect, const struct value *value)
{
	const struct operand *to = &effect->to;
	struct slot key;

	if (to->kind == OPERAND_REGISTER && to->width == 8) {
		step->values->registers[to->reg] = *value;
	} else if (to->kind == OPERAND_REGISTER && to->width == 4) {
		step->values->registers[to->reg] = extend(value, 4, false);
	} else if (effect->kind == EFFECT_COPY && find_key(step, to, &key)) {
		key.value = extend(value, to->width, false);
		step->values->slots[0] = key; /* forget() has emptied all others */
	}
}

bool values_step(struct values *values, const struct binary *binary, uint32_t function,
		 const struct instruction *instruction, const struct effect *effect,
		 struct value *ret)
{
	struct step step = { values, binary, function, instruction };
	struct value value;

	if (effect->kind == EFFECT_JUMP && instruction->target == MACHINE_NOWHERE) {
		*ret = read_operand(&step, &effect->from, false);
		return true;
	}
	if (effect->kind == EFFECT_NONE || effect->kind == EFFECT_JUMP) {
		note_comparison(&step, effect);
		forget(values, effect, instruction->address);
		return false;
	}
	value = compute(&step, effect);
	note_comparison(&step, effect);
	forget(values, effect, instruction->address);
	if (effect->kind != EFFECT_COMPARE)
		store(&step, effect, &value);
	return false;
}

/* Notes that VALUE is at most LIMIT, or that its low BITS are. */
static void bound(struct value *value, uint64_t id, unsigned bits, uint64_t limit)
{
	bool is_whole = value->id == mix_low(id, bits, false);

	if ((value->id != id && !is_whole) || value->kind != VALUE_ANY)
		return;
	if (!is_whole && !is_bound_of(value, bits)) {
		value->bits = (uint8_t)bits;
		value->bound = UINT64_MAX;
	}
	if (limit < value->bound) {
		value->bound = limit;
		value->is_tight = true;
	}
}

void values_branch(struct values *values, enum condition condition, bool is_taken)
{
	uint64_t limit = values->limit;

	if (condition == (is_taken ? CONDITION_BELOW : CONDITION_NOT_BELOW)) {
		if (!limit)
			return;
		limit--;
	} else if (condition != (is_taken ? CONDITION_NOT_ABOVE : CONDITION_ABOVE) &&
		   condition != (is_taken ? CONDITION_EQUAL : CONDITION_NOT_EQUAL)) {
		return;
	}
	if (!values->compared)
		return;
	for (unsigned i = 0; i < EFFECT_NR_REGISTERS; i++)
		bound(&values->registers[i], values->compared, values->compared_bits, limit);
	for (unsigned i = 0; i < VALUES_NR_SLOTS; i++) {
		if (values->slots[i].width)
			bound(&values->slots[i].value, values->compared, values->compared_bits,
			      limit);
	}
}
