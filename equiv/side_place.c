/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory. What was stored is found again where the addresses are the same number of bytes from the same term; what
 * lies elsewhere for sure is passed by; of all else a read finds something unknown, which depends on memory, address
 * and size alone.
 */
#include "equiv/side.h"
#include "ir/structure/overlap.h"

/* Objects up to this many bytes are copied eight by eight. */
#define MAX_PIECES 64

static const struct ir_type *type_of(const struct side *side, uint32_t index)
{
	return &side->function->function->unit->types[index];
}

/* ---- addresses */

uint32_t side_address(struct side *side, const struct ir_place *place)
{
	struct terms *terms = &side->world->terms;
	const uint64_t words[] = { place->base, place->index };
	uint32_t address;

	if (place->base == REMT_IR_POINTED)
		address = side_operand(side, &place->pointer);
	else
		address = world_unknown(side->world, 64, UNKNOWN_ADDRESS, words, 2);
	if (term_get(terms, address)->width != 64) {
		side_refuse(side, "a pointer of an unknown form");
		return term_constant(terms, 0, 64);
	}
	for (uint32_t i = 0; i < place->nr_indices; i++) {
		struct form form =
			side_form(side, side_operand_type(side, &place->indices[i].operand));
		uint32_t index = side_operand(side, &place->indices[i].operand);

		if (form.shape != SHAPE_INTEGER)
			side_refuse(side, "an index of an unknown form");
		index = term_extend(terms, index, 64, form.is_signed);
		index = term_binary(terms, TERM_MULTIPLY, index,
				    term_constant(terms, (uint64_t)place->indices[i].stride, 64));
		address = term_binary(terms, TERM_ADD, address, index);
	}
	return term_binary(terms, TERM_ADD, address,
			   term_constant(terms, (uint64_t)place->offset, 64));
}

/* Takes the constant off ADDRESS; returns the rest. */
static uint32_t root_of(const struct world *world, uint32_t address, int64_t *offset)
{
	const struct term *term = term_get(&world->terms, address);
	uint64_t number;

	*offset = 0;
	if (term->operation != TERM_ADD || !term_is_constant(&world->terms, term->b, &number))
		return address;
	*offset = (int64_t)number;
	return term->a;
}

/* The bytes that an access to PLACE touches; 0: this is not known. */
static uint64_t bytes_of(const struct side *side, const struct ir_place *place)
{
	if (place->flags & REMT_IR_BITS)
		return (place->bit_position + (uint64_t)place->bit_size + 7) / 8;
	return type_of(side, place->type)->size;
}

/* ---- accesses that may fault */

/* The object that PLACE is part of, in bytes; 0: it is behind a pointer, or its size is not known. */
static uint64_t object_bytes(const struct side *side, const struct ir_place *place)
{
	const struct ir_function *function = side->function->function;
	const struct ir_symbol *symbol;

	switch (place->base) {
	case REMT_IR_LOCAL: return type_of(side, function->locals[place->index].type)->size;
	case REMT_IR_STRING: return function->unit->strings[place->index].length;
	case REMT_IR_SYMBOL:
		symbol = &function->unit->symbols[place->index];
		if (!(symbol->flags & REMT_IR_DEFINED) ||
		    symbol->flags & (REMT_IR_CODE | REMT_IR_WEAK | REMT_IR_LABEL))
			return 0; /* another unit may define less, or the same thing by two names */
		return type_of(side, symbol->type)->size;
	case REMT_IR_POINTED: break;
	}
	return 0;
}

static bool may_be_read_only(const struct side *side, const struct ir_place *place)
{
	return place->base == REMT_IR_STRING ||
	       (place->base == REMT_IR_SYMBOL &&
		side->function->function->unit->symbols[place->index].flags & REMT_IR_CONSTANT);
}

uint32_t side_is_inside(struct side *side, const struct ir_place *place, uint32_t address,
			uint64_t bytes)
{
	struct terms *terms = &side->world->terms;
	const uint64_t words[] = { place->base, place->index };
	uint64_t object = object_bytes(side, place);
	uint32_t base, from;

	/* a piece of an object lies where the whole does */
	if (bytes < bytes_of(side, place) && !place->nr_indices)
		bytes = bytes_of(side, place);
	if (!object || object < bytes)
		return world_truth(side->world, false);
	if (!place->nr_indices)
		return world_truth(side->world,
				   place->offset >= 0 && (uint64_t)place->offset <= object - bytes);
	base = world_unknown(side->world, 64, UNKNOWN_ADDRESS, words, 2);
	from = term_subtract(terms, address, base);
	return term_not(terms, term_binary(terms, TERM_LESS_UNSIGNED,
					   term_constant(terms, object - bytes, 64), from));
}

/* True if the same access was made before on each way that leads to the state DEEDS. */
static bool was_accessed(const struct world *world, uint32_t deeds, uint32_t address,
			 uint64_t bytes, bool is_write)
{
	const struct state *state;

	for (; (state = world_get(world, deeds))->kind == STATE_ACCESS ||
	       state->kind == STATE_VOLATILE;
	     deeds = state->before) {
		if (state->terms[0] == address && state->fixed[0] == bytes &&
		    state->fixed[1] >= is_write)
			return true;
	}
	return false;
}

/* True if TYPE has an 80-bit number in it, of which copies need not copy the padding. */
static bool has_long_double(const struct side *side, uint32_t index, unsigned depth)
{
	const struct ir_type *type = type_of(side, index);

	if (depth > 20)
		return true;
	if (type->kind == REMT_IR_ARRAY)
		return has_long_double(side, type->element, depth + 1);
	for (uint32_t i = 0; i < type->nr_fields; i++) {
		if (has_long_double(side, type->fields[i].type, depth + 1))
			return true;
	}
	return type->kind == REMT_IR_FLOAT && type->precision != type->size * 8;
}

/* Notes an access that may fault, or that others may notice. */
static void note_access(struct side *side, const struct ir_place *place, uint32_t address,
			bool is_write, uint32_t value)
{
	struct world *world = side->world;
	const uint64_t fixed[] = { bytes_of(side, place), is_write };
	const uint32_t terms[] = { address, value };
	struct state deed = { .kind = STATE_ACCESS,
			      .before = side->deeds,
			      .nr_fixed = 2,
			      .fixed = fixed,
			      .nr_terms = 1,
			      .terms = terms };
	uint32_t inside;

	if (!fixed[0])
		side_refuse(side, "an access to an unknown number of bytes");
	if (has_long_double(side, place->type, 0))
		side_refuse(side, "a long double, whose copies leave bytes of it alone");
	if (place->flags & REMT_IR_VOLATILE) {
		deed.kind = STATE_VOLATILE;
		deed.nr_terms = is_write ? 2 : 1;
		side->deeds = world_state(world, &deed);
		return;
	}
	inside = side_is_inside(side, place, address, fixed[0]);
	if (is_write && may_be_read_only(side, place))
		inside = world_truth(world, false);
	if (world_is(world, inside, true) ||
	    was_accessed(world, side->deeds, address, fixed[0], is_write))
		return;
	side->deeds = world_either(world, inside, side->deeds, world_state(world, &deed));
}

/* ---- reads */

static uint32_t unknown_read(struct side *side, uint32_t memory, uint32_t address, uint64_t bytes)
{
	const uint64_t words[] = { memory, address, bytes };

	return world_unknown(side->world, bytes > 8 ? 64 : (unsigned)bytes * 8, UNKNOWN_LOAD, words,
			     3);
}

enum meeting { APART, WITHIN, MIXED };

/* How a read of BYTES at ADDRESS meets what STATE stored; *LOWEST is the first byte of it that is read. */
static enum meeting meet(struct side *side, const struct state *state, uint32_t address,
			 uint64_t bytes, const struct ir_place *place, uint64_t *lowest)
{
	int64_t from, stored_from;
	uint32_t root = root_of(side->world, address, &from);
	uint32_t stored_root = root_of(side->world, state->terms[0], &stored_from);
	uint64_t stored = state->fixed[0];
	__int128 start = (__int128)from - stored_from;

	if (root == stored_root) {
		if (start >= (__int128)stored || start + (__int128)bytes <= 0)
			return APART;
		*lowest = (uint64_t)start;
		if (start < 0 || start + (__int128)bytes > (__int128)stored)
			return MIXED;
		return stored <= 8 || (start == 0 && bytes == stored) ? WITHIN : MIXED;
	}
	if (ir_may_overlap(side->function->function, state->place, place))
		return MIXED;
	if (!world_is(side->world, side_is_inside(side, place, address, bytes), true) ||
	    !world_is(side->world, side_is_inside(side, state->place, state->terms[0], stored),
		      true))
		side->trusts_objects = true;
	return APART;
}

/* Passes by what was written elsewhere. */
static uint32_t last_memory(struct side *side, uint32_t memory, uint32_t address, uint64_t bytes,
			    const struct ir_place *place, enum meeting *how, uint64_t *lowest)
{
	for (;;) {
		const struct state *state = world_get(side->world, memory);

		*how = MIXED;
		if (state->kind == STATE_STORED) {
			*how = meet(side, state, address, bytes, place, lowest);
		} else if (state->kind == STATE_CALLED &&
			   !ir_may_reach(side->function->function, state->call, place)) {
			*how = APART;
			side->trusts_objects = true;
		}
		if (*how != APART)
			return memory;
		memory = state->before;
	}
}

uint32_t side_read(struct side *side, uint32_t memory, uint32_t address, uint64_t bytes,
		   const struct ir_place *place)
{
	const uint64_t key[] = { MEMO_LOAD, memory, address, bytes, (uintptr_t)place };
	struct terms *terms = &side->world->terms;
	enum meeting how;
	uint64_t lowest = 0;
	uint32_t ret;
	struct state state;

	if (world_recall(side->world, key, 5, &ret))
		return ret;
	memory = last_memory(side, memory, address, bytes, place, &how, &lowest);
	state = *world_get(side->world, memory);
	if (state.kind == STATE_STORED && how == WITHIN) {
		ret = state.terms[1];
		if (bytes <= 8)
			ret = term_extract(terms, ret, (unsigned)lowest * 8, (unsigned)bytes * 8);
	} else if (state.kind == STATE_EITHER && side->depth < 200 && !world_is_full(side->world)) {
		side->depth++;
		ret = side_read(side, state.before, address, bytes, place);
		ret = term_choose(terms, state.terms[0], ret,
				  side_read(side, state.other, address, bytes, place));
		side->depth--;
	} else {
		ret = unknown_read(side, memory, address, bytes);
	}
	world_keep(side->world, key, 5, ret);
	return ret;
}

/* Returns the value of a type from the bits in memory. */
static uint32_t from_memory(struct side *side, uint32_t type, uint32_t bits)
{
	struct form form = side_form(side, type);

	if (form.width > term_get(&side->world->terms, bits)->width) {
		side_refuse(side, "a type that is larger than what is read");
		return term_constant(&side->world->terms, 0, form.width);
	}
	return term_extract(&side->world->terms, bits, 0, form.width);
}

/* Returns what a volatile read finds. */
static uint32_t noticed_read(struct side *side, uint64_t bytes)
{
	const uint64_t word = side->deeds;

	return world_unknown(side->world, bytes > 8 ? 64 : (unsigned)bytes * 8, UNKNOWN_DEED, &word,
			     1);
}

uint32_t side_object(struct side *side, const struct ir_place *place)
{
	uint32_t address = side_address(side, place);
	uint64_t bytes = bytes_of(side, place);

	note_access(side, place, address, false, 0);
	if (!bytes)
		return term_constant(&side->world->terms, 0, 64);
	if (place->flags & REMT_IR_VOLATILE)
		return noticed_read(side, bytes);
	return side_read(side, side->memory, address, bytes, place);
}

uint32_t side_load(struct side *side, const struct ir_place *place)
{
	uint32_t bits = side_object(side, place);
	unsigned width = term_get(&side->world->terms, bits)->width;
	struct form form = side_form(side, place->type);

	if (!(place->flags & REMT_IR_BITS))
		return from_memory(side, place->type, bits);
	if (bytes_of(side, place) > 8 || form.shape != SHAPE_INTEGER ||
	    place->bit_size > form.width || place->bit_position + place->bit_size > width) {
		side_refuse(side, "bits that are not understood");
		return term_constant(&side->world->terms, 0, form.width);
	}
	bits = term_extract(&side->world->terms, bits, place->bit_position, place->bit_size);
	return term_extend(&side->world->terms, bits, form.width, form.is_signed);
}

/* ---- writes */

static void store_bytes(struct side *side, const struct ir_place *place, uint32_t address,
			uint64_t bytes, uint32_t value)
{
	const uint32_t terms[] = { address, value };
	const struct state state = {
		.kind = STATE_STORED,
		.before = side->memory,
		.nr_fixed = 1,
		.fixed = &bytes,
		.nr_terms = 2,
		.terms = terms,
		.place = place,
	};

	side->memory = world_state(side->world, &state);
}

/* Returns the bytes that hold the bit-field PLACE, with VALUE in it. */
static uint32_t with_bits(struct side *side, const struct ir_place *place, uint32_t address,
			  uint32_t value)
{
	struct terms *terms = &side->world->terms;
	uint64_t bytes = bytes_of(side, place);
	unsigned width = (unsigned)bytes * 8;
	uint64_t mask;
	uint32_t old;

	if (bytes > 8 || place->bit_size > term_get(terms, value)->width || !place->bit_size ||
	    place->flags & REMT_IR_VOLATILE) {
		side_refuse(side, "bits that are not understood");
		return value;
	}
	mask = term_mask(UINT64_MAX, place->bit_size) << place->bit_position;
	old = side_read(side, side->memory, address, bytes, place);
	old = term_binary(terms, TERM_AND, old,
			  term_constant(terms, term_mask(~mask, width), width));
	value = term_extend(terms, term_extract(terms, value, 0, place->bit_size), width, false);
	value = term_binary(terms, TERM_SHIFT_LEFT, value,
			    term_constant(terms, place->bit_position, width));
	return term_binary(terms, TERM_OR, old, value);
}

void side_store(struct side *side, const struct ir_place *place, uint32_t value)
{
	struct form form = side_form(side, place->type);
	uint32_t address = side_address(side, place);
	uint64_t bytes = bytes_of(side, place);

	note_access(side, place, address, true, value);
	if (place->flags & REMT_IR_BITS) {
		value = with_bits(side, place, address, value);
	} else if (bytes && bytes <= 8) {
		if (term_get(&side->world->terms, value)->width > bytes * 8)
			side_refuse(side, "a value that is larger than where it is stored");
		else
			value = term_extend(&side->world->terms, value, (unsigned)bytes * 8,
					    form.is_signed);
	}
	if (bytes && !side->refusal)
		store_bytes(side, place, address, bytes, value);
}

/* Bytes of the piece of an object at OFFSET. */
static uint64_t piece_at(uint64_t bytes, uint64_t offset)
{
	uint64_t piece = 8;

	while (piece > bytes - offset)
		piece /= 2;
	return piece;
}

void side_move(struct side *side, const struct ir_place *to, const struct ir_place *from)
{
	struct terms *terms = &side->world->terms;
	uint64_t bytes = bytes_of(side, to);
	uint32_t target, source, pieces[MAX_PIECES];
	unsigned nr = 0;

	if (!bytes || bytes != bytes_of(side, from) || (to->flags | from->flags) & REMT_IR_BITS) {
		side_refuse(side, "an object of an unknown size");
		return;
	}
	source = side_address(side, from);
	target = side_address(side, to);
	note_access(side, from, source, false, 0);
	if ((to->flags | from->flags) & REMT_IR_VOLATILE || bytes > MAX_PIECES) {
		uint32_t value = from->flags & REMT_IR_VOLATILE
					 ? noticed_read(side, bytes)
					 : side_read(side, side->memory, source, bytes, from);

		note_access(side, to, target, true, value);
		store_bytes(side, to, target, bytes, value);
		return;
	}
	note_access(side, to, target, true, 0);
	for (uint64_t at = 0; at < bytes; at += piece_at(bytes, at))
		pieces[nr++] = side_read(
			side, side->memory,
			term_binary(terms, TERM_ADD, source, term_constant(terms, at, 64)),
			piece_at(bytes, at), from);
	nr = 0;
	for (uint64_t at = 0; at < bytes; at += piece_at(bytes, at))
		store_bytes(side, to,
			    term_binary(terms, TERM_ADD, target, term_constant(terms, at, 64)),
			    piece_at(bytes, at), pieces[nr++]);
}

void side_clear(struct side *side, const struct ir_place *place)
{
	struct terms *terms = &side->world->terms;
	uint64_t bytes = bytes_of(side, place);
	uint32_t address = side_address(side, place);
	const uint64_t word = 0;

	note_access(side, place, address, true, term_constant(terms, 0, 64));
	if (place->flags & REMT_IR_BITS)
		side_refuse(side, "bits that are not understood");
	if (!bytes || bytes > MAX_PIECES) {
		store_bytes(side, place, address, bytes ? bytes : 1,
			    world_unknown(side->world, 64, UNKNOWN_NUMBER, &word, 1));
		return;
	}
	for (uint64_t at = 0; at < bytes; at += piece_at(bytes, at))
		store_bytes(side, place,
			    term_binary(terms, TERM_ADD, address, term_constant(terms, at, 64)),
			    piece_at(bytes, at),
			    term_constant(terms, 0, (unsigned)piece_at(bytes, at) * 8));
}
