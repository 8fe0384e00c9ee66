/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes and checks detours. The jump to a detour takes the first bytes of its window; the others
 * become traps. The check decodes both places again and compares the instructions as text.
 */
#include "rewriter/variant/detour.h"

#include <inttypes.h>
#include <string.h>

enum {
	ALIGNMENT = 16,
	TRAP = 0xcc, /* fills bytes that control never reaches */
};

static void add_bytes(struct detour_code *code, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		vec_push(&code->bytes, bytes[i]);
}

static uint64_t next_address(const struct detour_code *code)
{
	return code->address + code->bytes.count;
}

static bool add_jump(struct machine *machine, uint64_t to, struct detour_code *code)
{
	struct moved jump;

	if (!machine_jump(machine, next_address(code), to, &jump))
		return false;
	add_bytes(code, jump.bytes, jump.size);
	return true;
}

/*
 * Adds the instruction at *AT of the window, and moves *AT behind it. *RET: control does not come
 * behind it. False: something is too far away.
 */
static bool add_one(struct machine *machine, const struct variant *variant, const uint8_t *place,
		    uint64_t *at, struct detour_code *code, bool *ret)
{
	const struct window *window = &variant->window;
	uint64_t address = window->address + *at;
	struct instruction instruction;
	struct moved moved;
	uint8_t bytes[MACHINE_MAX_SEQUENCE];

	if (address == variant->instruction.address) {
		*at += variant->instruction.size;
		if (!machine_place(&variant->replacement, &variant->instruction, next_address(code),
				   bytes))
			return false;
		add_bytes(code, bytes, variant->replacement.size);
		return true;
	}
	if (!machine_decode(machine, place + *at, window->size - *at, address, &instruction) ||
	    !machine_relocate(machine, place + *at, &instruction, next_address(code), &moved))
		return false;
	*at += instruction.size;
	*ret = instruction_is_end(&instruction);
	add_bytes(code, moved.bytes, moved.size);
	return true;
}

/* Returns the offset of the window of VARIANT in the file. */
static uint64_t offset_of(const struct variant *variant)
{
	return variant->offset - (variant->instruction.address - variant->window.address);
}

struct error *detour_make(const struct binary *binary, struct machine *machine,
			  const struct variant *variant, unsigned char *data,
			  struct detour_code *code)
{
	const struct window *window = &variant->window;
	uint8_t *place = data + offset_of(variant);
	struct moved jump;
	uint64_t begin, at = 0;
	bool is_over = false, is_near = true;

	while (code->bytes.count % ALIGNMENT)
		vec_push(&code->bytes, TRAP);
	begin = next_address(code);
	while (is_near && at < window->size && !is_over)
		is_near = add_one(machine, variant, place, &at, code, &is_over);
	if (is_near && !is_over)
		is_near = add_jump(machine, window->address + window->size, code);
	if (!is_near || !machine_jump(machine, window->address, begin, &jump))
		return error_create(ERROR_UNUSABLE,
				    "%s: too large: what is added is too far from 0x%" PRIx64,
				    binary->path, window->address);
	memset(place, TRAP, window->size);
	memcpy(place, jump.bytes, jump.size);
	return NULL;
}

/* Instructions of two places that are compared one by one. */
struct comparison {
	struct machine *machine;
	const struct variant *variant;
	const uint8_t *place; /* the window before the change */
	const struct detour_code *code;
	uint64_t at, there; /* offsets in the window and in the code */
};

/* True if a jump to TO is at offset `there` of the code. */
static bool jumps_to(struct comparison *comparison, uint64_t to)
{
	const struct detour_code *code = comparison->code;
	struct instruction jump;

	return comparison->there < code->bytes.count &&
	       machine_decode(comparison->machine, code->bytes.items + comparison->there,
			      code->bytes.count - comparison->there,
			      code->address + comparison->there, &jump) &&
	       jump.is_jump && !jump.is_conditional_jump && jump.target == to;
}

/*
 * True if the next instructions in both places are the same, and moves behind them. *RET: control
 * does not come behind them.
 */
static bool is_same(struct comparison *comparison, bool *ret)
{
	const struct variant *variant = comparison->variant;
	const struct detour_code *code = comparison->code;
	uint64_t address = variant->window.address + comparison->at;
	const uint8_t *bytes = code->bytes.items + comparison->there;
	size_t left = code->bytes.count - comparison->there;
	char before[MACHINE_MAX_TEXT], after[MACHINE_MAX_TEXT];
	struct instruction instruction, moved;

	if (address == variant->instruction.address) {
		comparison->at += variant->instruction.size;
		comparison->there += variant->replacement.size;
		return variant->replacement.size <= left &&
		       machine_does_at(comparison->machine, bytes, variant->replacement.size,
				       (uint64_t)(bytes - code->bytes.items) + code->address,
				       &variant->replacement);
	}
	if (!machine_decode(comparison->machine, comparison->place + comparison->at,
			    variant->window.size - comparison->at, address, &instruction) ||
	    !machine_describe(comparison->machine, comparison->place + comparison->at,
			      variant->window.size - comparison->at, address, before) ||
	    !machine_decode(comparison->machine, bytes, left, code->address + comparison->there,
			    &moved) ||
	    !machine_describe(comparison->machine, bytes, left, code->address + comparison->there,
			      after))
		return false;
	comparison->at += instruction.size;
	comparison->there += moved.size;
	*ret = instruction_is_end(&instruction);
	return strcmp(before, after) == 0;
}

bool detour_is_made(struct machine *machine, const struct variant *variant,
		    const unsigned char *before, const unsigned char *data,
		    const struct detour_code *code)
{
	const struct window *window = &variant->window;
	uint64_t offset = offset_of(variant);
	struct comparison comparison = {
		.machine = machine,
		.variant = variant,
		.place = before + offset,
		.code = code,
	};
	struct instruction jump;
	bool is_over = false;

	if (!machine_decode(machine, data + offset, window->size, window->address, &jump) ||
	    !jump.is_jump || jump.target < code->address ||
	    jump.target - code->address >= code->bytes.count)
		return false;
	comparison.there = jump.target - code->address;
	while (comparison.at < window->size && !is_over) {
		if (!is_same(&comparison, &is_over))
			return false;
	}
	return is_over || jumps_to(&comparison, window->address + window->size);
}
