/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds windows for detours: the instruction itself and those behind it, or up to MAX_BEFORE
 * instructions before it, until a jump fits in. Nops behind the end of a function may belong to a
 * window. Instructions are never reordered.
 */
#include "rewriter/flow/window.h"

#include <string.h>

enum { MAX_BEFORE = 4 }; /* greatest number of displaced instructions before the one that changes */

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

/* Returns the size in bytes of a jump to a detour. */
static uint8_t jump_size(const struct machine *machine)
{
	struct moved jump;

	return machine_jump(machine, 0, 0, &jump) ? jump.size : UINT8_MAX;
}

/* True if control comes to INSTRUCTION other than from the one before. */
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
 * Returns the size of a nop at ADDRESS, between the end of the function and the next one; 0: there
 * is none. Control must not come there from the last instruction.
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

/* Tries a window from instruction FIRST on that includes instruction AT. */
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
				/* the next function begins, or control comes there */
				return WINDOW_TARGET;
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
	/* The pointers of stubs hold addresses inside the stubs until the loader fills them in. */
	if (binary_is_stub(search->binary, search->function))
		return WINDOW_FIXED;
	first_refusal = refusal = try_from(search, at, at, ret);
	for (size_t before = 1; refusal && before <= MAX_BEFORE && before <= at; before++)
		refusal = try_from(search, at - before, at, ret);
	return refusal ? first_refusal : WINDOW_FITS;
}
