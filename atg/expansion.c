/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/expansion.h"

#include <stdlib.h>
#include <string.h>

#include "atg/maker.h"
#include "common/xalloc.h"

void maker_refuse(struct maker *maker, const char *reason)
{
	if (!maker->expansion->refusal)
		maker->expansion->refusal = reason;
}

void maker_refuse_size(struct maker *maker, const char *reason)
{
	maker->expansion->is_too_large |= !maker->expansion->refusal;
	maker_refuse(maker, reason);
}

void start_deinit(struct start *start)
{
	for (size_t i = 0; i < start->objects.count; i++) {
		struct start_object *object = &start->objects.items[i];

		for (size_t k = 0; k < object->cells.count; k++)
			free(object->cells.items[k].name);
		vec_deinit(&object->cells);
	}
	for (size_t i = 0; i < start->arguments.count; i++)
		free(start->arguments.items[i].name);
	for (size_t i = 0; i < start->constants.count; i++)
		free(start->constants.items[i].bytes);
	vec_deinit(&start->constants);
	vec_deinit(&start->objects);
	vec_deinit(&start->arguments);
}

/* ---- types that the unit may not have */

static void make_types(struct maker *maker, const struct ir_unit *unit)
{
	struct expansion *expansion = maker->expansion;
	uint32_t nr = unit->nr_types;
	struct ir_type *types = arena_alloc(&expansion->function.memory, nr + 6, sizeof(*types));

	if (nr)
		memcpy(types, unit->types, nr * sizeof(*types));
	types[nr] = (struct ir_type){ .kind = REMT_IR_INTEGER,
				      .size = 1,
				      .alignment = 1,
				      .precision = 1,
				      .flags = REMT_IR_TRUTH | REMT_IR_WRAPS };
	maker->truth = nr++;
	for (uint32_t bytes = 1; bytes <= 8; bytes *= 2) {
		types[nr] = (struct ir_type){ .kind = REMT_IR_INTEGER,
					      .size = bytes,
					      .alignment = bytes,
					      .precision = bytes * 8,
					      .flags = REMT_IR_WRAPS };
		maker->numbers[bytes] = nr++;
	}
	maker->word = maker->numbers[8];
	expansion->unit = *unit;
	expansion->unit.types = types;
	expansion->unit.nr_types = nr;
	maker->empty.unit = &expansion->unit;
	maker->scene.function = &maker->empty;
	world_init(&maker->world, SIZE_MAX);
	maker->side = (struct side){ .world = &maker->world, .function = &maker->scene };
	maker->side.reach = world_truth(&maker->world, true);
	maker->side.deeds = STATE_FIRST;
}

/* ---- what there is at the start */

static struct ir_operand begin_pointer(struct maker *maker, const struct start_cell *cell)
{
	struct ir_operand base = maker_number(maker, maker->word, maker_address(cell->object));
	struct ir_operand flag;

	if (cell->at == START_NONE)
		return base;
	flag = maker_input(maker, maker->numbers[1], cell);
	flag = maker_binary(maker, REMT_IR_OP_NOT_EQUAL, maker->truth, flag,
			    maker_number(maker, maker->numbers[1], 0));
	flag = maker_choose(maker, flag, base, maker_number(maker, maker->word, 0));
	return flag;
}

static struct ir_operand begin_cell(struct maker *maker, const struct start_cell *cell)
{
	bool fits = cell->bytes && cell->bytes <= 8 && !(cell->bytes & (cell->bytes - 1));
	uint32_t type = fits ? maker->numbers[cell->bytes] : 0;
	struct ir_operand value;

	if (cell->kind == START_UNKNOWN || !fits)
		return (struct ir_operand){ .kind = REMT_IR_UNDEFINED };
	if (cell->kind == START_NUMBER)
		return maker_number(maker, type, cell->number);
	if (cell->kind == START_POINTER)
		return begin_pointer(maker, cell);
	value = maker_input(maker, type, cell);
	if (!cell->number)
		return value;
	return maker_binary(maker, REMT_IR_OP_REMAINDER, type, value,
			    maker_number(maker, type, cell->number));
}

static void begin_object(struct maker *maker, const struct start_object *from,
			 struct maker_object *object)
{
	unsigned flags = 0;

	object->symbol = from->symbol;
	object->is_made = from->symbol == START_NONE;
	if (!object->is_made)
		flags = maker->expansion->unit.symbols[from->symbol].flags;
	object->is_foreign = flags & (REMT_IR_ALIASED | REMT_IR_WEAK) ||
			     (!object->is_made && !(flags & REMT_IR_DEFINED));
	for (size_t k = 0; k < from->cells.count; k++) {
		const struct start_cell *cell = &from->cells.items[k];

		maker_add_cell(maker, cell->offset, cell->bytes, xstrdup(cell->name),
			       (struct ir_operand){ .kind = REMT_IR_UNDEFINED });
		maker->cells.items[maker->cells.count - 1].is_bound = cell->is_bound;
	}
}

/* Values at the start may need statements: objects exist before, so that pointers lead to them. */
static void begin(struct maker *maker)
{
	const struct start *start = maker->start;
	uint32_t at = OUTPUT_CELLS;

	maker->now.from = maker_block(maker);
	maker_add_cell(maker, 0, 1, xstrdup("outside"), maker_number(maker, maker->truth, 0));
	maker_add_cell(maker, 0, 1, xstrdup("beyond"), maker_number(maker, maker->truth, 0));
	maker_add_cell(maker, 0, 1, xstrdup("vague"), maker_number(maker, maker->truth, 0));
	for (unsigned i = OUTPUT_CALLS; i < OUTPUT_RESULT; i++)
		maker_add_cell(maker, 0, 8, xstrdup("end"), maker_number(maker, maker->word, 0));
	maker_add_cell(maker, 0, 8, xstrdup("returned"),
		       (struct ir_operand){ .kind = REMT_IR_UNDEFINED });
	for (size_t i = 0; i < start->objects.count; i++) {
		const struct start_object *object = &start->objects.items[i];
		uint32_t index = maker_add_object(maker, object->bytes);

		begin_object(maker, object, &maker->objects.items[index]);
	}
	for (size_t i = 0; i < start->objects.count; i++) {
		for (size_t k = 0; k < start->objects.items[i].cells.count; k++)
			maker->now.cells[at++] =
				begin_cell(maker, &start->objects.items[i].cells.items[k]);
	}
}

static void call(struct maker *maker, const struct ir_function *function)
{
	const struct start *start = maker->start;
	struct ir_operand arguments[32], result;
	uint32_t nr = start->arguments.count > 32 ? 32 : (uint32_t)start->arguments.count;

	for (uint32_t i = 0; i < nr; i++)
		arguments[i] = begin_cell(maker, &start->arguments.items[i]);
	for (uint32_t i = 0; i < nr; i++) {
		if (arguments[i].kind == REMT_IR_UNDEFINED)
			maker_refuse(maker, "it has a parameter whose values are not told");
		if (start->arguments.items[i].is_bound)
			maker_note_beyond(maker, maker_number(maker, maker->truth, 1),
					  "an argument that is always NULL");
	}
	if (maker->expansion->refusal)
		return;
	result = maker_function(maker, function, arguments, nr, 0);
	if (!maker->is_dead && result.kind != REMT_IR_UNDEFINED)
		maker->now.cells[OUTPUT_RESULT] = maker_widen(maker, result);
	if (maker_has_aliases(maker))
		maker->expansion->left_out = "that two names may lead to one object";
}

/* Brings all ways together in the last block. */
static void finish(struct maker *maker)
{
	struct expansion *expansion = maker->expansion;

	if (!maker->is_dead)
		vec_push(&maker->outside.items, maker_go(maker, 0, 0));
	/* What a way that ends before does not return is 0. */
	for (size_t i = 0; i < maker->outside.items.count; i++) {
		struct ir_operand *result = &maker->outside.items.items[i].cells[OUTPUT_RESULT];

		if (result->kind == REMT_IR_UNDEFINED)
			*result = maker_number(maker, maker->word, 0);
	}
	maker_join(maker, &maker->outside, 0);
	expansion->last = maker->now.from;
	maker->blocks.items[maker->now.from].end.kind = REMT_IR_RETURN;
	for (uint32_t i = 0; i < maker->now.nr_cells; i++) {
		struct expansion_output output = { maker->now.cells[i], NULL };

		if (!maker->cells.items[i].name || output.operand.kind == REMT_IR_UNDEFINED)
			continue;
		output.name = xstrdup(maker->cells.items[i].name);
		vec_push(&expansion->outputs, output);
	}
}

/* ---- the function */

/* Returns a copy of COUNT items of SIZE bytes; there may be none. */
static void *keep(struct arena *memory, const void *items, size_t count, size_t size)
{
	void *ret = arena_alloc(memory, count, size);

	if (count)
		memcpy(ret, items, count * size);
	return ret;
}

static void write_block(struct arena *memory, const struct maker_block *from, struct ir_block *to)
{
	struct ir_phi *phis = arena_alloc(memory, from->phis.count, sizeof(*phis));
	uint32_t *successors = arena_alloc(memory, 2, sizeof(*successors));

	for (size_t i = 0; i < from->phis.count; i++)
		phis[i] = (struct ir_phi){ from->phis.items[i].value,
					   keep(memory, from->phis.items[i].operands,
						from->predecessors.count,
						sizeof(struct ir_operand)) };
	successors[0] = from->end.blocks[0];
	successors[1] = from->end.blocks[1];
	*to = (struct ir_block){
		.nr_predecessors = (uint32_t)from->predecessors.count,
		.predecessors = keep(memory, from->predecessors.items, from->predecessors.count,
				     sizeof(uint32_t)),
		.nr_phis = (uint32_t)from->phis.count,
		.phis = phis,
		.nr_statements = (uint32_t)from->statements.count,
		.statements = keep(memory, from->statements.items, from->statements.count,
				   sizeof(struct ir_statement)),
		.end = from->end,
		.nr_successors = from->end.kind == REMT_IR_IF	  ? 2
				 : from->end.kind == REMT_IR_GOTO ? 1
								  : 0,
		.successors = successors,
	};
}

static void write_function(struct maker *maker, const struct ir_function *from)
{
	struct ir_function *function = &maker->expansion->function;
	struct arena *memory = &function->memory;
	struct ir_value *values =
		keep(memory, maker->values.items, maker->values.count, sizeof(*values));
	struct ir_block *blocks = arena_alloc(memory, maker->blocks.count, sizeof(*blocks));

	for (size_t i = 0; i < maker->blocks.count; i++)
		write_block(memory, &maker->blocks.items[i], &blocks[i]);
	function->unit = &maker->expansion->unit;
	function->entry = from->entry;
	function->locals = from->locals;
	function->nr_locals = from->nr_locals;
	for (size_t i = 0; i < maker->values.count; i++) {
		if (values[i].local >= from->nr_locals)
			values[i].local = UINT32_MAX;
	}
	function->values = values;
	function->blocks = blocks;
	function->nr_values = (uint32_t)maker->values.count;
	function->nr_blocks = (uint32_t)maker->blocks.count;
}

static void maker_deinit(struct maker *maker)
{
	for (size_t i = 0; i < maker->blocks.count; i++) {
		struct maker_block *block = &maker->blocks.items[i];

		for (size_t k = 0; k < block->phis.count; k++)
			free(block->phis.items[k].operands);
		vec_deinit(&block->phis);
		vec_deinit(&block->statements);
		vec_deinit(&block->predecessors);
	}
	for (size_t i = 0; i < maker->cells.count; i++)
		free(maker->cells.items[i].name);
	for (size_t i = 0; i < maker->outside.items.count; i++)
		flow_deinit(&maker->outside.items.items[i]);
	vec_deinit(&maker->outside.items);
	vec_deinit(&maker->blocks);
	vec_deinit(&maker->cells);
	vec_deinit(&maker->objects);
	vec_deinit(&maker->values);
	vec_deinit(&maker->leads_to);
	vec_deinit(&maker->possible);
	flow_deinit(&maker->now);
	vec_deinit(&maker->side.undefined);
	world_deinit(&maker->world);
}

void expansion_init(struct expansion *ret, const struct ir_function *function,
		    const struct start *start, const struct expansion_options *options)
{
	struct maker maker = { .expansion = ret, .options = options, .start = start };

	*ret = (struct expansion){ 0 };
	make_types(&maker, function->unit);
	begin(&maker);
	call(&maker, function);
	if (!ret->refusal)
		finish(&maker);
	if (!ret->refusal)
		write_function(&maker, function);
	maker_deinit(&maker);
}

void expansion_deinit(struct expansion *expansion)
{
	for (size_t i = 0; i < expansion->outputs.count; i++)
		free(expansion->outputs.items[i].name);
	for (size_t i = 0; i < expansion->callees.count; i++) {
		ir_function_deinit(expansion->callees.items[i]);
		free(expansion->callees.items[i]);
	}
	vec_deinit(&expansion->callees);
	vec_deinit(&expansion->outputs);
	vec_deinit(&expansion->inputs);
	arena_deinit(&expansion->function.memory);
}
