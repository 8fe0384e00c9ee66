/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the targets of computed jumps by abstract interpretation: the values in registers are
 * followed along the blocks of the function (rewriter/flow/values.h) to a fixed point. A computed
 * jump belongs to a switch if its target was read from a table in constant data and the number of
 * the entry has a known bound. All entries up to the bound must lead to instructions.
 *
 * Tables in writable data, and tables that another function prepares, are not found.
 */
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/flow/flow_build.h"
#include "rewriter/flow/target.h"
#include "rewriter/flow/values.h"

enum {
	MAX_ENTRIES = 1 << 16,
	MAX_BLOCKS = 20000, /* of a function that is followed */
	MAX_VISITS = 100,   /* of a block, on average */
};

/* The blocks of a function while what is known at their beginnings is found. */
struct follow {
	struct flow_build *build;
	struct values *states; /* by block: what is known at its beginning */
	uint32_t *waiting;
	uint8_t *is_waiting;
	size_t nr_waiting;
};

static const uint8_t *bytes_of(const struct flow_build *build, uint64_t address)
{
	const struct binary *binary = build->binary;
	const struct binary_function *function = &binary->functions.items[build->function];

	return binary->data + binary_offset(&binary->codes.items[function->code], address);
}

static void find_effects(struct flow_build *build)
{
	for (size_t i = build->effects.count; i < build->body.instructions.count; i++) {
		const struct instruction *instruction = &build->body.instructions.items[i];

		machine_effect(build->machine, bytes_of(build, instruction->address), instruction,
			       vec_add(&build->effects));
	}
}

static void come_to(struct follow *follow, uint32_t block, const struct values *values)
{
	uint64_t number = follow->build->flow->blocks.items[block].address;

	if (!values_join(&follow->states[block], values, number) || follow->is_waiting[block])
		return;
	follow->is_waiting[block] = true;
	follow->waiting[follow->nr_waiting++] = block;
}

/* Executes a block. Returns true and sets *RET to the target if it ends with a computed jump. */
static bool execute(struct follow *follow, uint32_t which, struct values *values, struct value *ret)
{
	struct flow_build *build = follow->build;
	const struct block *block = &build->flow->blocks.items[which];
	bool is_computed = false;

	for (uint32_t i = block->first; i < block->first + block->count; i++)
		is_computed = values_step(values, build->binary, build->function,
					  &build->body.instructions.items[i],
					  &build->effects.items[i], ret);
	return is_computed;
}

static void leave(struct follow *follow, uint32_t which)
{
	const struct flow *flow = follow->build->flow;
	const struct block *block = &flow->blocks.items[which];
	uint32_t last = block->first + block->count - 1;
	struct values values = follow->states[which];
	struct value nothing;
	bool is_condition = follow->build->body.instructions.items[last].is_conditional_jump;

	execute(follow, which, &values, &nothing);
	for (uint32_t e = 0; e < block->nr_edges; e++) {
		uint32_t to = flow->edges.items[block->first_edge + e];
		struct values there = values;

		if (to == FLOW_OUTSIDE)
			continue;
		if (is_condition)
			values_branch(&there, follow->build->effects.items[last].condition, e == 0);
		come_to(follow, to, &there);
	}
}

/* Follows all blocks to a fixed point. Returns false if this takes too long. */
static bool follow_all(struct follow *follow)
{
	const struct flow *flow = follow->build->flow;
	uint64_t left = (uint64_t)MAX_VISITS * flow->blocks.count;
	struct values unknown;

	for (uint32_t b = 0; b < flow->blocks.count; b++) {
		values_init(&unknown, flow->blocks.items[b].address);
		if (flow->blocks.items[b].is_entered)
			come_to(follow, b, &unknown);
	}
	while (follow->nr_waiting) {
		uint32_t which = follow->waiting[--follow->nr_waiting];

		follow->is_waiting[which] = false;
		if (!left--)
			return false;
		leave(follow, which);
	}
	return true;
}

/* Sets *RET to where entry NUMBER of TABLE leads. False: not known. */
static bool read_entry(const struct flow_build *build, const struct jump_table *table,
		       uint32_t number, struct spot *ret)
{
	const struct binary *binary = build->binary;
	struct spot at = { table->spot.section,
			   table->spot.address + (uint64_t)number * table->width };
	const struct binary_code *section = binary_find_section(binary, at, table->width);
	const struct binary_fixup *fixup;
	int32_t distance;
	uint64_t offset;

	if (!section || !section->is_constant)
		return false;
	offset = binary_offset(section, at.address);
	fixup = binary_find_fixup(binary, offset);
	if (fixup ? fixup->kind != (table->is_relative ? FIXUP_DISTANCE : FIXUP_ADDRESS)
		  : binary->type == ET_REL)
		return false;
	*ret = fixup ? fixup->spot : (struct spot){ 0 };
	if (fixup && table->is_relative) {
		ret->address -= at.address - table->base.address;
		return table->base.section == at.section;
	}
	if (fixup)
		return true;
	if (!table->is_relative) {
		memcpy(&ret->address, binary->data + offset, sizeof(ret->address));
		return true;
	}
	memcpy(&distance, binary->data + offset, sizeof(distance));
	ret->address = table->base.address + (uint64_t)(int64_t)distance;
	return true;
}

/* Reads all entries. False: an entry leads to no instruction. */
static bool read_table(struct flow_build *build, struct jump_table *table)
{
	struct flow *flow = build->flow;

	table->first_target = (uint32_t)flow->targets.count;
	for (uint32_t i = 0; i < table->nr_entries; i++) {
		struct spot target;

		if (!read_entry(build, table, i, &target) || !flow_build_has(build, target)) {
			flow->targets.count = table->first_target;
			return false;
		}
		vec_push(&flow->targets, target);
	}
	return true;
}

static void mark_targets(struct flow_build *build, const struct jump_table *table)
{
	for (uint32_t i = 0; i < table->nr_entries; i++) {
		struct spot target = build->flow->targets.items[table->first_target + i];

		if (binary_find_function_at(build->binary, target) == build->function)
			build->marks[body_find(&build->body, target.address)] |=
				FLOW_LEADER | FLOW_TARGET;
	}
}

/* Adds the table by which the jump at ADDRESS goes to VALUE. False: there is no such table. */
static bool add_table(struct flow_build *build, uint64_t address, const struct value *value)
{
	struct jump_table table = {
		.jump = address,
		.spot = value->spot,
		.base = value->base,
		.width = value->scale,
		.is_relative = value->kind == VALUE_TARGET,
		.nr_entries = (uint32_t)value->bound + 1,
	};

	if ((value->kind != VALUE_TARGET &&
	     (value->kind != VALUE_LOADED || value->scale != sizeof(uint64_t))) ||
	    !value->is_tight || value->bound >= MAX_ENTRIES || !read_table(build, &table))
		return false;
	vec_push(&build->flow->tables, table);
	mark_targets(build, &table);
	return true;
}

/* True if the jump leaves the function, as fixups or pointers of the loader show. */
static bool is_leaving(const struct flow_build *build, const struct instruction *jump)
{
	return target_is_outside(build->binary, build->machine, build->function, jump);
}

/*
 * Reads the tables of all blocks that are known to be reached. *RET: number of computed jumps
 * without a table.
 */
static void read_tables(struct follow *follow, size_t *ret)
{
	struct flow_build *build = follow->build;
	struct flow *flow = build->flow;
	size_t nr_blocks = flow->blocks.count;

	flow->tables.count = flow->targets.count = 0;
	*ret = 0;
	for (uint32_t b = 0; b < nr_blocks; b++) {
		const struct block *block = &flow->blocks.items[b];
		const struct instruction *last =
			&build->body.instructions.items[block->first + block->count - 1];
		struct values values = follow->states[b];
		struct value value;

		if (!last->is_jump || last->target != MACHINE_NOWHERE || is_leaving(build, last))
			continue;
		if (!values.is_known || !execute(follow, b, &values, &value) ||
		    !add_table(build, last->address, &value))
			(*ret)++;
	}
}

/* Follows the present blocks and reads the tables again. False: given up. */
static bool follow_once(struct flow_build *build, size_t *ret_left)
{
	size_t count = build->flow->blocks.count;
	struct follow follow = {
		.build = build,
		.states = xcalloc(count, sizeof(*follow.states)),
		.waiting = xcalloc(count, sizeof(*follow.waiting)),
		.is_waiting = xcalloc(count, 1),
	};
	bool is_done = follow_all(&follow);

	if (is_done)
		read_tables(&follow, ret_left);
	free(follow.states);
	free(follow.waiting);
	free(follow.is_waiting);
	return is_done;
}

static bool has_computed_jumps(const struct flow_build *build)
{
	for (size_t i = 0; i < build->body.instructions.count; i++) {
		const struct instruction *instruction = &build->body.instructions.items[i];

		if (instruction->is_jump && instruction->target == MACHINE_NOWHERE &&
		    !is_leaving(build, instruction))
			return true;
	}
	return false;
}

/*
 * True if no computed jump without a table stays in the function: nothing in the binary has the
 * address of an instruction inside it, and the function reads no distances. Then such a jump is a
 * call through a pointer that ends the function.
 */
static bool is_closed(const struct flow_build *build)
{
	const struct binary_function *function = &build->binary->functions.items[build->function];
	struct spot spot = binary_spot(build->binary, build->function, function->address + 1);

	for (size_t i = 0; i < build->effects.count; i++) {
		const struct operand *from = &build->effects.items[i].from;

		if (from->kind == OPERAND_MEMORY && from->index != EFFECT_NO_REGISTER &&
		    from->width == 4)
			return false;
	}
	return !flows_take(build->flows, spot, function->size - 1);
}

/* True if all computed jumps have tables. */
static bool find_tables(struct flow_build *build)
{
	struct flow *flow = build->flow;
	size_t left = 0, nr_tables, nr_targets;

	/*
	 * Each round knows more ways, and so less of the values, until it finds what the last one
	 * found.
	 */
	do {
		nr_tables = flow->tables.count;
		nr_targets = flow->targets.count;
		if (flow->blocks.count > MAX_BLOCKS || !follow_once(build, &left))
			return false;
		flow_build_blocks(build);
		/* If a table was lost, more ways have shown that it could not be relied on. */
		if (flow->tables.count < nr_tables || flow->targets.count < nr_targets)
			return false;
	} while (flow->tables.count > nr_tables || flow->targets.count > nr_targets);
	return !left;
}

bool flow_build_tables(struct flow_build *build)
{
	if (!has_computed_jumps(build))
		return true;
	find_effects(build);
	return find_tables(build) || is_closed(build);
}
