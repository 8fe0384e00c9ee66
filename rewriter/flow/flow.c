/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collects where functions are entered and which addresses are taken, then finds the flow of each
 * function (rewriter/flow/flow_build.c). If a jump table leads into another function the flow is
 * found once more with the new entry.
 *
 * All code is assumed to lie in known functions or to be decodable in between; code that is made
 * while the program runs is not considered.
 */
#include "rewriter/flow/flow.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "rewriter/elf/child_reader.h"
#include "rewriter/elf/debug.h"
#include "rewriter/flow/body.h"
#include "rewriter/flow/flow_build.h"
#include "rewriter/flow/target.h"

/* rounds after which tables must lead to no new place in other functions */
enum { MAX_ROUNDS = 8 };

const char *flow_describe(enum flow_fault fault)
{
	static const char *const texts[] = {
		[FLOW_SOUND] = "its flow of control is known",
		[FLOW_BYTES] = "data among the code",
		[FLOW_OVERLAP] = "a jump into the middle of an instruction",
		[FLOW_COMPUTED] = "a computed jump whose targets are not known",
		[FLOW_LANDINGS] = "where its exceptions are caught is not known",
	};

	return texts[fault];
}

uint32_t flow_find_block(const struct flow *flow, uint64_t address)
{
	uint32_t low = 0, high = (uint32_t)flow->blocks.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const struct block *block = &flow->blocks.items[middle];

		if (address < block->address)
			high = middle;
		else if (address - block->address >= block->size)
			low = middle + 1;
		else
			return middle;
	}
	return FLOW_OUTSIDE;
}

static int compare_spots(const void *a, const void *b)
{
	return spot_compare(a, b);
}

size_t flow_find_spot(const struct spot *spots, size_t count, struct spot spot)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spot_compare(&spots[middle], &spot) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool flows_take(const struct flows *flows, struct spot spot, uint64_t size)
{
	size_t at = flow_find_spot(flows->taken.items, flows->taken.count, spot);

	return at < flows->taken.count && flows->taken.items[at].section == spot.section &&
	       flows->taken.items[at].address - spot.address < size;
}

/* Sorts COUNT spots and returns how many different ones there are. */
static size_t sort_spots(struct spot *spots, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(spots, count, sizeof(*spots), compare_spots);
	for (size_t i = 0; i < count; i++) {
		if (!kept || spot_compare(&spots[kept - 1], &spots[i]) != 0)
			spots[kept++] = spots[i];
	}
	return kept;
}

/* True if SPOT is code of no function, such as hand-written code in stripped binaries. */
static bool is_between(const struct binary *binary, struct spot spot)
{
	uint32_t section = spot.section ? spot.section : BINARY_ANY_SECTION;

	return binary_find_function_at(binary, spot) == UINT32_MAX &&
	       binary_find_code(binary, section, spot.address, 1) != UINT32_MAX;
}

/* Notes SPOT, to which FUNCTION leads, if it lies inside another function or in none. */
static void note_entry(const struct binary *binary, uint32_t function, struct spot spot,
		       struct flows *flows)
{
	uint32_t entered = binary_find_function_at(binary, spot);

	if (entered != UINT32_MAX && entered != function &&
	    spot.address != binary->functions.items[entered].address)
		vec_push(&flows->entries, spot);
	else if (is_between(binary, spot))
		vec_push(&flows->taken, spot);
}

/*
 * Notes SPOT, whose address is taken, if it lies inside a function but not at its beginning, or in
 * no function.
 */
static void take(const struct binary *binary, struct spot spot, struct flows *flows)
{
	uint32_t function = binary_find_function_at(binary, spot);

	if (function == UINT32_MAX ? is_between(binary, spot)
				   : spot.address != binary->functions.items[function].address)
		vec_push(&flows->taken, spot);
}

/* Notes operands that are addresses, and constants that can be. */
static void take_operand(const struct binary *binary, uint32_t code,
			 const struct instruction *instruction, const struct effect *effect,
			 struct flows *flows)
{
	bool is_address = effect->kind == EFFECT_ADDRESS || effect->from.kind == OPERAND_CONSTANT;
	struct spot spot;

	if (is_address && target_place_in(binary, code, instruction, &effect->from, &spot))
		take(binary, spot, flows);
}

/*
 * Notes what INSTRUCTION enters and which address it takes. It lies in section CODE, in FUNCTION or
 * in none.
 */
static void look_at(const struct binary *binary, struct machine *machine, uint32_t code,
		    uint32_t function, const struct instruction *instruction, struct flows *flows)
{
	const uint8_t *bytes =
		binary->data + binary_offset(&binary->codes.items[code], instruction->address);
	struct effect effect;
	struct spot spot;

	if (target_find_in(binary, code, instruction, &spot))
		note_entry(binary, function, spot, flows);
	machine_effect(machine, bytes, instruction, &effect);
	take_operand(binary, code, instruction, &effect, flows);
}

/*
 * Looks at the code from AT to END, which is in no function, such as that of start-up files in
 * stripped binaries.
 */
static void look_between(const struct binary *binary, struct machine *machine, uint32_t code,
			 uint64_t at, uint64_t end, struct flows *flows)
{
	const struct binary_code *section = &binary->codes.items[code];
	struct instruction instruction;

	while (at < end) {
		if (!machine_decode(machine, binary->data + binary_offset(section, at), end - at,
				    at, &instruction)) {
			at++;
			continue;
		}
		look_at(binary, machine, code, UINT32_MAX, &instruction, flows);
		at += instruction.size;
	}
}

static void look_outside(const struct binary *binary, struct machine *machine, struct flows *flows)
{
	uint32_t f = 0;

	for (uint32_t c = 0; c < binary->codes.count; c++) {
		const struct binary_code *code = &binary->codes.items[c];
		uint64_t at = code->address;

		for (; f < flows->count && binary->functions.items[f].code == c; f++) {
			const struct binary_function *function = &binary->functions.items[f];

			look_between(binary, machine, c, at, function->address, flows);
			at = function->address + function->size;
		}
		look_between(binary, machine, c, at, code->address + code->size, flows);
	}
}

/*
 * Notes the addresses in data. Where they are filled in, fixups tell them; elsewhere any number may
 * be an address.
 */
static void take_data(const struct binary *binary, struct flows *flows)
{
	for (size_t i = 0; i < binary->fixups.count; i++) {
		const struct binary_fixup *fixup = &binary->fixups.items[i];

		if (fixup->kind == FIXUP_ADDRESS ||
		    (fixup->kind == FIXUP_DISTANCE && !binary_is_code(binary, fixup->offset)))
			take(binary, fixup->spot, flows);
	}
	for (size_t i = 0; binary->type == ET_EXEC && i < binary->data_sections.count; i++) {
		const struct binary_code *section = &binary->data_sections.items[i];
		struct spot spot = { 0 };

		for (uint64_t at = 0; at + sizeof(spot.address) <= section->size; at += 4) {
			memcpy(&spot.address, binary->data + section->offset + at,
			       sizeof(spot.address));
			if (spot.address >= binary->begin && spot.address < binary->end)
				take(binary, spot, flows);
		}
	}
}

/*
 * Finds what direct jumps and calls enter in other functions, and addresses that are taken in code.
 */
static void find_entries(const struct binary *binary, struct machine *machine, struct flows *flows)
{
	struct body body = { 0 };

	for (uint32_t i = 0; i < flows->count; i++) {
		const struct binary_function *function = &binary->functions.items[i];

		flows->returns[i] =
			!body_decode(&body, binary, function, machine) || body_returns(&body);
		for (size_t at = 0; at < body.instructions.count; at++)
			look_at(binary, machine, function->code, i, &body.instructions.items[at],
				flows);
	}
	body_deinit(&body);
	for (size_t i = 0; i < binary->labels.count; i++)
		note_entry(binary, UINT32_MAX, binary->labels.items[i], flows);
	look_outside(binary, machine, flows);
}

/* Adds the places where tables lead out of their functions. True if one of them is new. */
static bool add_table_entries(const struct binary *binary, struct flows *flows)
{
	size_t before = flows->entries.count;

	for (uint32_t f = 0; f < flows->count; f++) {
		const struct flow *flow = &flows->items[f];

		for (size_t i = 0; i < flow->targets.count; i++)
			note_entry(binary, f, flow->targets.items[i], flows);
	}
	flows->entries.count = sort_spots(flows->entries.items, flows->entries.count);
	return flows->entries.count != before;
}

static bool has_exceptions(const struct binary *binary)
{
	static const char tables[] = ".gcc_except_table";

	for (size_t i = 0; i < binary->data_sections.count; i++) {
		if (strncmp(binary->data_sections.items[i].name, tables, strlen(tables)) == 0)
			return true;
	}
	return false;
}

static struct error *find_landings(const struct binary *binary, struct flows *flows)
{
	_cleanup_free_ char *text = NULL;
	struct error *err;
	const char *at;
	uint64_t section, address;

	flows->has_landings = true;
	if (!has_exceptions(binary))
		return NULL;
	err = child_reader_read(debug_read_landings, binary->path, ".gcc_except_table", &text);
	if (err) {
		flows->has_landings = false;
		return err;
	}
	at = text;
	while (child_reader_take_number(&at, &section) && child_reader_take_number(&at, &address)) {
		const char *nothing;

		child_reader_take_rest(&at, &nothing);
		vec_push(&flows->landings, ((struct spot){ (uint32_t)section, address }));
	}
	flows->landings.count = sort_spots(flows->landings.items, flows->landings.count);
	return NULL;
}

static void flow_deinit(struct flow *flow)
{
	vec_deinit(&flow->blocks);
	vec_deinit(&flow->edges);
	vec_deinit(&flow->tables);
	vec_deinit(&flow->targets);
}

struct error *flows_find(const struct binary *binary, struct machine *machine, struct flows *ret)
{
	struct error *err;
	bool is_done = false;

	*ret = (struct flows){ .count = (uint32_t)binary->functions.count };
	ret->items = xcalloc(ret->count + 1, sizeof(*ret->items));
	ret->returns = xcalloc(ret->count + 1, sizeof(*ret->returns));
	err = find_landings(binary, ret);
	find_entries(binary, machine, ret);
	take_data(binary, ret);
	ret->taken.count = sort_spots(ret->taken.items, ret->taken.count);
	ret->entries.count = sort_spots(ret->entries.items, ret->entries.count);
	for (int round = 0; round < MAX_ROUNDS && !is_done; round++) {
		for (uint32_t f = 0; f < ret->count; f++) {
			flow_deinit(&ret->items[f]);
			ret->items[f] = (struct flow){ 0 };
		}
		flow_build_all(binary, machine, ret);
		is_done = !add_table_entries(binary, ret);
	}
	for (uint32_t f = 0; !is_done && f < ret->count; f++)
		ret->items[f].fault = FLOW_COMPUTED;
	return err;
}

void flows_deinit(struct flows *flows)
{
	for (uint32_t f = 0; f < flows->count; f++)
		flow_deinit(&flows->items[f]);
	free(flows->items);
	free(flows->returns);
	vec_deinit(&flows->entries);
	vec_deinit(&flows->landings);
	vec_deinit(&flows->taken);
}
