/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the basic blocks of a function: leaders are its first instruction, targets of jumps, places
 * that are entered from elsewhere, and what follows a jump or a call that does not return. The
 * edges of a block are its jump, its jump table, and the next block.
 */
#include "rewriter/flow/flow_build.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/flow/target.h"

static const struct binary_function *function_of(const struct flow_build *build)
{
	return &build->binary->functions.items[build->function];
}

/* True if SPOT is in the function. */
static bool is_inside(const struct flow_build *build, struct spot spot)
{
	return binary_find_function_at(build->binary, spot) == build->function;
}

/* Adds MARKS to the instruction at ADDRESS. Returns false if no instruction begins there. */
static bool mark(struct flow_build *build, uint64_t address, unsigned marks)
{
	size_t at = body_find(&build->body, address);

	if (at == SIZE_MAX)
		return false;
	build->marks[at] |= (uint8_t)marks;
	return true;
}

bool flow_build_has(struct flow_build *build, struct spot spot)
{
	uint32_t function = binary_find_function_at(build->binary, spot);

	if (function == build->function)
		return body_find(&build->body, spot.address) != SIZE_MAX;
	if (function == UINT32_MAX)
		return false;
	if (function != build->other_function &&
	    !body_decode(&build->other, build->binary, &build->binary->functions.items[function],
			 build->machine)) {
		build->other_function = UINT32_MAX;
		return false;
	}
	build->other_function = function;
	return body_find(&build->other, spot.address) != SIZE_MAX;
}

/* Returns true if control can't come from INSTRUCTION to the one behind it. */
static bool is_end(const struct flow_build *build, const struct instruction *instruction)
{
	const struct binary *binary = build->binary;
	const char *import;
	struct spot spot;
	uint32_t callee = UINT32_MAX;

	if (instruction_is_end(instruction) || !instruction->is_call)
		return instruction_is_end(instruction);
	import = target_import(binary, build->machine, build->function, instruction);
	if (import)
		return target_is_final(import);
	if (target_find(binary, build->function, instruction, &spot))
		callee = binary_find_function(binary, spot.section, spot.address);
	return callee != UINT32_MAX && !build->flows->returns[callee];
}

/*
 * Marks those of the sorted SPOTS that lie in the function. Returns false if no instruction begins
 * at one of them.
 */
static bool mark_spots(struct flow_build *build, const struct spot *spots, size_t count)
{
	struct spot begin =
		binary_spot(build->binary, build->function, function_of(build)->address);
	size_t low = flow_find_spot(spots, count, begin);
	bool is_sound = true;

	for (; low < count && is_inside(build, spots[low]); low++)
		is_sound &=
			mark(build, spots[low].address, FLOW_LEADER | FLOW_TARGET | FLOW_ENTERED);
	return is_sound;
}

/*
 * Marks the targets of direct jumps and the instructions behind jumps. Returns false if no
 * instruction begins at a target.
 */
static bool mark_all(struct flow_build *build)
{
	const struct flows *flows = build->flows;
	bool is_sound = mark_spots(build, flows->entries.items, flows->entries.count) &
			mark_spots(build, flows->landings.items, flows->landings.count);
	size_t count = build->body.instructions.count;
	struct spot spot;

	build->marks[0] |= FLOW_LEADER | FLOW_TARGET | FLOW_ENTERED;
	for (size_t i = 0; i < count; i++) {
		const struct instruction *instruction = &build->body.instructions.items[i];

		if (target_find(build->binary, build->function, instruction, &spot) &&
		    is_inside(build, spot))
			is_sound &= mark(build, spot.address, FLOW_LEADER | FLOW_TARGET);
		if (i + 1 < count && (instruction->is_jump || is_end(build, instruction)))
			build->marks[i + 1] |= FLOW_LEADER;
	}
	return is_sound;
}

static uint32_t block_at(const struct flow_build *build, struct spot spot)
{
	return is_inside(build, spot) ? flow_find_block(build->flow, spot.address) : FLOW_OUTSIDE;
}

static void add_edges(struct flow_build *build, uint32_t which)
{
	struct flow *flow = build->flow;
	struct block *block = &flow->blocks.items[which];
	const struct instruction *last =
		&build->body.instructions.items[block->first + block->count - 1];
	struct spot spot;

	block->first_edge = (uint32_t)flow->edges.count;
	if (last->is_jump && target_find(build->binary, build->function, last, &spot))
		vec_push(&flow->edges, block_at(build, spot));
	else if (last->is_jump && last->target != MACHINE_NOWHERE)
		vec_push(&flow->edges, FLOW_OUTSIDE);
	for (size_t i = 0; i < flow->tables.count; i++) {
		const struct jump_table *table = &flow->tables.items[i];

		for (uint32_t t = 0; table->jump == last->address && t < table->nr_entries; t++)
			vec_push(&flow->edges,
				 block_at(build, flow->targets.items[table->first_target + t]));
	}
	if (!is_end(build, last))
		vec_push(&flow->edges, which + 1 < flow->blocks.count ? which + 1 : FLOW_OUTSIDE);
	block->nr_edges = (uint32_t)flow->edges.count - block->first_edge;
}

void flow_build_blocks(struct flow_build *build)
{
	struct flow *flow = build->flow;

	flow->blocks.count = flow->edges.count = 0;
	for (uint32_t i = 0; i < build->body.instructions.count; i++) {
		const struct instruction *instruction = &build->body.instructions.items[i];
		struct block *block;

		if (build->marks[i] & FLOW_LEADER)
			vec_push(&flow->blocks,
				 ((struct block){ .address = instruction->address, .first = i }));
		block = &flow->blocks.items[flow->blocks.count - 1];
		block->count++;
		block->size += instruction->size;
		block->last = instruction->address;
		if (build->marks[i] & FLOW_LEADER) {
			block->is_target = build->marks[i] & FLOW_TARGET;
			block->is_entered = build->marks[i] & FLOW_ENTERED;
		}
	}
	for (uint32_t b = 0; b < flow->blocks.count; b++)
		add_edges(build, b);
}

static void build_one(struct flow_build *build)
{
	bool is_whole =
		body_decode(&build->body, build->binary, function_of(build), build->machine);
	size_t count = build->body.instructions.count;

	build->effects.count = 0;
	build->other_function = UINT32_MAX;
	if (!is_whole) {
		build->flow->fault = FLOW_BYTES;
		return;
	}
	if (count > build->capacity) {
		build->capacity = 2 * count;
		build->marks = xrealloc(build->marks, build->capacity);
	}
	memset(build->marks, 0, count);
	if (!mark_all(build))
		build->flow->fault = FLOW_OVERLAP;
	flow_build_blocks(build);
	if (!flow_build_tables(build) && !build->flow->fault)
		build->flow->fault = FLOW_COMPUTED;
	if (!build->flows->has_landings && !build->flow->fault)
		build->flow->fault = FLOW_LANDINGS;
}

void flow_build_all(const struct binary *binary, struct machine *machine, struct flows *flows)
{
	struct flow_build build = { .binary = binary, .machine = machine, .flows = flows };

	for (; build.function < flows->count; build.function++) {
		build.flow = &flows->items[build.function];
		build_one(&build);
	}
	body_deinit(&build.body);
	body_deinit(&build.other);
	vec_deinit(&build.effects);
	free(build.marks);
}
