/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/window.h"

#include <string.h>

enum { MAX_BEFORE = 4 }; /* instructions before the one that is to change that may be displaced */

const char *window_describe(enum window_refusal refusal)
{
	static const char *const texts[] = {
		[WINDOW_FITS] = "there is a place for a jump",
		[WINDOW_FLOW] = "it is not known where in the function control may come to",
		[WINDOW_TARGET] = "control comes to what a jump would displace",
		[WINDOW_FIXED] = "what a jump would displace can't be moved",
	};

	return texts[refusal];
}

/* Bytes of a jump to a detour. */
static uint8_t jump_size(const struct machine *machine)
{
	struct moved jump;

	return machine_jump(machine, 0, 0, &jump) ? jump.size : UINT8_MAX;
}

/* True if something comes to INSTRUCTION other than from the one before. */
static bool is_target(const struct window_search *search, const struct instruction *instruction)
{
	const struct flow *flow = &search->flows->items[search->function];
	uint32_t block = flow_find_block(flow, instruction->address);

	return block == FLOW_OUTSIDE ||
	       (flow->blocks.items[block].address == instruction->address &&
		flow->blocks.items[block].is_target);
}

/* True if the instruction does the same in another place. */
static bool can_move(const struct window_search *search, const struct instruction *instruction)
{
	const struct binary *binary = search->binary;
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[search->function].code];
	struct moved moved;

	return machine_relocate(search->machine,
				binary->data + binary_offset(code, instruction->address),
				instruction, instruction->address, &moved);
}

/*
 * The size of a nop at ADDRESS, where the function is over and no other one has begun; 0: there is
 * none.  Nothing comes there if nothing follows the last instruction.
 */
static uint8_t find_padding(const struct window_search *search, uint64_t address)
{
	static const char nop[] = "nop", other_nop[] = "xchg ax, ax";
	const struct binary *binary = search->binary;
	const struct instruction *last =
		&search->body->instructions.items[search->body->instructions.count - 1];
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[search->function].code];
	uint64_t left = code->address + code->size - address;
	struct instruction padding;

	if (!instruction_is_end(last) ||
	    !machine_decode(search->machine, binary->data + binary_offset(code, address), left,
			    address, &padding) ||
	    (strncmp(padding.text, nop, strlen(nop)) != 0 && strcmp(padding.text, other_nop) != 0))
		return 0;
	for (unsigned i = 0; i < padding.size; i++) {
		if (binary_find_function_at(binary, binary_spot(binary, search->function,
								address + i)) != UINT32_MAX)
			return 0;
	}
	return padding.size;
}

/* A window from instruction FIRST on that has instruction AT. */
static enum window_refusal try_from(const struct window_search *search, size_t first, size_t at,
				    struct window *ret)
{
	const struct binary *binary = search->binary;
	const struct instruction *instructions = search->body->instructions.items;
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[search->function].code];
	struct window window = { .address = instructions[first].address };
	struct spot taken;

	for (size_t i = first; i <= at || window.size < jump_size(search->machine); i++) {
		if (i >= search->body->instructions.count) {
			uint8_t size = find_padding(search, window.address + window.size);

			if (!size)
				return WINDOW_TARGET; /* the next function begins */
			window.size += size;
			continue;
		}
		if (i != first && is_target(search, &instructions[i]))
			return WINDOW_TARGET;
		if (i != at && !can_move(search, &instructions[i]))
			return WINDOW_FIXED;
		window.size += instructions[i].size;
	}
	if (binary_has_fixup(binary, binary_offset(code, window.address), window.size))
		return WINDOW_FIXED;
	taken = binary_spot(binary, search->function, window.address + 1);
	if (flows_take(search->flows, taken, window.size - 1))
		return WINDOW_TARGET;
	*ret = window;
	return WINDOW_FITS;
}

enum window_refusal window_find(const struct window_search *search, size_t at, struct window *ret)
{
	enum window_refusal refusal = WINDOW_FLOW, first_refusal;

	if (search->flows->items[search->function].fault)
		return refusal;
	/* What the pointers of stubs hold at first is in the midst of them. */
	if (binary_is_stub(search->binary, search->function))
		return WINDOW_FIXED;
	first_refusal = refusal = try_from(search, at, at, ret);
	for (size_t before = 1; refusal && before <= MAX_BEFORE && before <= at; before++)
		refusal = try_from(search, at - before, at, ret);
	return refusal ? first_refusal : WINDOW_FITS;
}
