/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each reading looks backwards for its writers, on all paths, until what it reads is covered or the
 * entry is reached.
 */
#include "ir/structure/memory.h"

#include <stdlib.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "ir/structure/overlap.h"

/* What a function reads and writes, in the making. */
struct finder {
	const struct ir_function *function;
	VEC(struct ir_reading) readings;
	VEC(struct ir_point) writings;
};

static const struct ir_statement *statement_at(const struct ir_function *function,
					       struct ir_point point)
{
	return &function->blocks[point.block].statements[point.at];
}

/* ---- what there is */

static void add_reading(struct finder *finder, struct ir_point point, const struct ir_place *place)
{
	struct ir_reading reading = { point, place };

	vec_push(&finder->readings, reading);
}

static void add_call(struct finder *finder, struct ir_point point, const struct ir_call *call)
{
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		if (call->arguments[i].place)
			add_reading(finder, point, call->arguments[i].place);
	}
	add_reading(finder, point, NULL);
	vec_push(&finder->writings, point);
}

static void add_statement(struct finder *finder, struct ir_point point)
{
	const struct ir_statement *statement = statement_at(finder->function, point);

	switch (statement->kind) {
	case REMT_IR_LOAD: add_reading(finder, point, statement->place); break;
	case REMT_IR_MOVE:
		add_reading(finder, point, statement->from);
		vec_push(&finder->writings, point);
		break;
	case REMT_IR_STORE:
	case REMT_IR_CLEAR:
	case REMT_IR_END: vec_push(&finder->writings, point); break;
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: add_call(finder, point, statement->call); break;
	case REMT_IR_COPY:
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
	case REMT_IR_CHOOSE:
	case REMT_IR_MARK:
	case REMT_IR_SELECT: break; /* compute with values */
	}
}

/* FIRST is struct ir_memory's. */
static void add_all(struct finder *finder, uint32_t *first)
{
	const struct ir_function *function = finder->function;
	struct ir_point entry = { 0, IR_AT_ENTRY };

	vec_push(&finder->writings, entry);
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		const struct ir_block *block = &function->blocks[i];
		struct ir_point point = { i, 0 };

		first[i] = (uint32_t)finder->writings.count;
		for (; point.at < block->nr_statements; point.at++)
			add_statement(finder, point);
		point.at = IR_AT_END;
		if (block->end.place)
			add_reading(finder, point, block->end.place);
	}
	first[function->nr_blocks] = (uint32_t)finder->writings.count;
}

/* ---- who reads what whom wrote */

enum effect { NO_EFFECT, MAY_WRITE, COVERS };

static enum effect effect_of_call(const struct ir_function *function, const struct ir_call *call,
				  const struct ir_reading *reading)
{
	const struct ir_place *target =
		call->target.kind == REMT_IR_TO_PLACE ? call->target.place : NULL;

	if (!reading->place)
		return MAY_WRITE;
	if (target && ir_covers(function, target, reading->place))
		return COVERS;
	if (target && ir_may_overlap(function, target, reading->place))
		return MAY_WRITE;
	return ir_may_reach(function, call, reading->place) ? MAY_WRITE : NO_EFFECT;
}

/* What the writing at POINT means for READING. */
static enum effect effect_of(const struct ir_function *function, struct ir_point point,
			     const struct ir_reading *reading)
{
	const struct ir_statement *statement = statement_at(function, point);
	const struct ir_call *reader;

	if (statement->call)
		return effect_of_call(function, statement->call, reading);
	if (!reading->place) {
		reader = statement_at(function, reading->point)->call;
		return ir_may_reach(function, reader, statement->place) ? MAY_WRITE : NO_EFFECT;
	}
	if (ir_covers(function, statement->place, reading->place))
		return COVERS;
	return ir_may_overlap(function, statement->place, reading->place) ? MAY_WRITE : NO_EFFECT;
}

/*
 * Looks at the writings of BLOCK before LAST, the last one first; true: READING is not covered. Where
 * calls may leave the block before its end (CAN_LEAVE), nothing of it covers.
 */
static bool look_back(struct ir_memory *memory, const struct ir_reading *reading, uint32_t block,
		      uint32_t last, bool can_leave)
{
	for (uint32_t i = last; i-- > memory->first[block];) {
		enum effect effect = effect_of(memory->function, memory->writings[i], reading);

		memory->is_found[i] |= effect != NO_EFFECT;
		if (effect == COVERS && !can_leave)
			return false;
	}
	return true;
}

/* Has the predecessors of BLOCK looked at as a whole; before the entry is the caller. */
static void go_back(struct ir_memory *memory, uint32_t block)
{
	const struct ir_block *row = &memory->function->blocks[block];

	if (block == 0)
		memory->is_found[0] = true;
	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		uint32_t before = row->predecessors[i];

		if (memory->stamps[before] == memory->question)
			continue;
		memory->stamps[before] = memory->question;
		memory->stack[memory->depth++] = before;
	}
}

static void find_writers(struct ir_memory *memory, const struct ir_reading *reading)
{
	uint32_t block = reading->point.block;
	const uint32_t *first = memory->first;
	uint32_t last = first[block];

	memory->question++;
	while (last < first[block + 1] && memory->writings[last].at < reading->point.at)
		last++;
	if (look_back(memory, reading, block, last, false))
		go_back(memory, block);
	while (memory->depth) {
		block = memory->stack[--memory->depth];
		if (look_back(memory, reading, block, first[block + 1],
			      memory->function->blocks[block].nr_ways > 0))
			go_back(memory, block);
	}
}

const uint32_t *ir_memory_writers(struct ir_memory *memory, uint32_t reading, uint32_t *number)
{
	*number = 0;
	find_writers(memory, &memory->readings[reading]);
	for (uint32_t i = 0; i < memory->nr_writings; i++) {
		if (memory->is_found[i])
			memory->found[(*number)++] = i;
		memory->is_found[i] = false;
	}
	return memory->found;
}

void ir_memory_init(struct ir_memory *ret, const struct ir_function *function)
{
	size_t nr_blocks = (size_t)function->nr_blocks + 1;
	struct finder finder = { .function = function };
	uint32_t *first = xcalloc(nr_blocks, sizeof(*first));

	add_all(&finder, first);
	*ret = (struct ir_memory){
		.function = function,
		.readings = finder.readings.items,
		.nr_readings = (uint32_t)finder.readings.count,
		.writings = finder.writings.items,
		.nr_writings = (uint32_t)finder.writings.count,
		.first = first,
		.found = xcalloc(finder.writings.count, sizeof(uint32_t)),
		.is_found = xcalloc(finder.writings.count, sizeof(bool)),
		.stamps = xcalloc(nr_blocks, sizeof(uint32_t)),
		.stack = xcalloc(nr_blocks, sizeof(uint32_t)),
	};
}

void ir_memory_deinit(struct ir_memory *memory)
{
	free(memory->readings);
	free(memory->writings);
	free(memory->first);
	free(memory->found);
	free(memory->is_found);
	free(memory->stamps);
	free(memory->stack);
}
