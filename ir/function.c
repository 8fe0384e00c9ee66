/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a function: its tables first, against which everything else is checked, then its blocks.
 * What no single number shows is checked at the end: that each value is assigned once, and that
 * predecessors are the successors seen from the other side.
 */
#include "ir/function.h"

#include <string.h>

#include "common/xalloc.h"
#include "ir/reader.h"

static void read_locals(struct reader *reader)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_local *locals = arena_alloc(&reader->function->memory, nr, sizeof(*locals));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		locals[i].name = reader_text(reader);
		locals[i].type = reader_type(reader);
		locals[i].flags = cursor_below(&reader->cursor, 1u << 5);
		locals[i].line = cursor_below(&reader->cursor, UINT32_MAX);
		locals[i].alignment = cursor_alignment(&reader->cursor);
	}
	reader->function->locals = locals;
	reader->function->nr_locals = nr;
}

static void read_pointed(struct reader *reader, struct ir_value *value)
{
	struct ir_function *function = reader->function;
	uint64_t limits[REMT_IR_NR_POINTED_KINDS] = {
		[REMT_IR_POINTED_LOCAL] = function->nr_locals,
		[REMT_IR_POINTED_SYMBOL] = function->unit->nr_symbols,
		[REMT_IR_POINTED_UNNAMED] = UINT32_MAX,
	};

	value->pointed_flags = cursor_below(&reader->cursor, 1u << 3);
	if (!value->pointed_flags)
		return;
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_pointed *pointed = arena_alloc(&function->memory, nr, sizeof(*pointed));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		uint64_t number = cursor_number(&reader->cursor);

		if (number % 4 >= REMT_IR_NR_POINTED_KINDS || number / 4 >= limits[number % 4])
			cursor_fail(&reader->cursor);
		pointed[i] = (struct ir_pointed){ number % 4, (uint32_t)(number / 4) };
	}
	value->pointed = pointed;
	value->nr_pointed = nr;
}

static void read_values(struct reader *reader)
{
	struct ir_function *function = reader->function;
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_value *values = arena_alloc(&function->memory, nr, sizeof(*values));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		values[i].type = reader_type(reader);
		values[i].local = cursor_below(&reader->cursor, (uint64_t)function->nr_locals + 1);
		values[i].local--; /* 0 is none: UINT32_MAX */
		values[i].parameter =
			cursor_below(&reader->cursor, (uint64_t)function->nr_locals + 1);
		read_pointed(reader, &values[i]);
	}
	function->values = values;
	function->nr_values = nr;
}

/* Reads indices of blocks; *NUMBER gets how many. */
static const uint32_t *read_blocks(struct reader *reader, uint32_t *number)
{
	uint32_t nr = cursor_count(&reader->cursor);
	uint32_t *blocks = arena_alloc(&reader->function->memory, nr, sizeof(*blocks));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++)
		blocks[i] = reader_block(reader);
	*number = nr;
	return blocks;
}

static void read_phis(struct reader *reader, struct ir_block *block)
{
	struct arena *memory = &reader->function->memory;
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_phi *phis = arena_alloc(memory, nr, sizeof(*phis));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		phis[i].value = reader_value(reader);
		if (block->nr_predecessors > cursor_left(&reader->cursor))
			cursor_fail(&reader->cursor);
		if (reader->cursor.is_bad)
			break;
		struct ir_operand *operands =
			arena_alloc(memory, block->nr_predecessors, sizeof(*operands));
		for (uint32_t p = 0; p < block->nr_predecessors; p++)
			reader_operand(reader, &operands[p]);
		phis[i].operands = operands;
	}
	block->phis = phis;
	block->nr_phis = nr;
}

static void read_block(struct reader *reader, struct ir_block *block)
{
	block->node = cursor_below(&reader->cursor, UINT32_MAX);
	block->predecessors = read_blocks(reader, &block->nr_predecessors);
	read_phis(reader, block);
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_statement *statements =
		arena_alloc(&reader->function->memory, nr, sizeof(*statements));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++)
		reader_statement(reader, &statements[i]);
	block->statements = statements;
	block->nr_statements = nr;
	reader_end(reader, &block->end);
	block->ways = read_blocks(reader, &block->nr_ways);
}

/* The blocks that a block leads to, in the making. */
struct successors {
	uint32_t *stamps; /* by block: 1 + the block whose successor it was last */
	uint32_t *found;
	uint32_t number;
};

static void add_once(struct successors *successors, uint32_t from, uint32_t to)
{
	if (successors->stamps[to] == from + 1)
		return;
	successors->stamps[to] = from + 1;
	successors->found[successors->number++] = to;
}

static void find_successors_of(struct ir_function *function, struct ir_block *block,
			       struct successors *successors)
{
	const struct ir_end *end = &block->end;
	uint32_t from = (uint32_t)(block - function->blocks);

	successors->number = 0;
	successors->found = arena_alloc(&function->memory,
					(size_t)end->nr_cases + end->nr_labels + 2 + block->nr_ways,
					sizeof(*successors->found));
	if (end->kind == REMT_IR_GOTO || end->kind == REMT_IR_IF || end->kind == REMT_IR_SWITCH)
		add_once(successors, from, end->blocks[0]);
	if (end->kind == REMT_IR_IF)
		add_once(successors, from, end->blocks[1]);
	for (uint32_t i = 0; i < end->nr_cases; i++)
		add_once(successors, from, end->cases[i].block);
	for (uint32_t i = 0; i < end->nr_labels; i++)
		add_once(successors, from, end->labels[i].block);
	for (uint32_t i = 0; i < block->nr_ways; i++)
		add_once(successors, from, block->ways[i]);
	block->successors = successors->found;
	block->nr_successors = successors->number;
}

static void find_successors(struct ir_function *function, struct ir_block *blocks)
{
	_cleanup_free_ uint32_t *stamps = xcalloc(function->nr_blocks, sizeof(*stamps));
	struct successors successors = { .stamps = stamps };

	for (uint32_t i = 0; i < function->nr_blocks; i++)
		find_successors_of(function, &blocks[i], &successors);
}

static void read_body(struct reader *reader)
{
	struct ir_function *function = reader->function;

	read_locals(reader);
	read_values(reader);
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_block *blocks = arena_alloc(&function->memory, nr, sizeof(*blocks));

	function->blocks = blocks;
	function->nr_blocks = nr;
	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++)
		read_block(reader, &blocks[i]);
	if (!nr || cursor_left(&reader->cursor))
		cursor_fail(&reader->cursor);
	if (!reader->cursor.is_bad)
		find_successors(function, blocks);
}

/* Counts an assignment; false: it is not the first, or the value is a parameter's first. */
static bool assign(const struct ir_function *function, unsigned char *is_assigned, uint32_t value)
{
	if (is_assigned[value] || function->values[value].parameter)
		return false;
	is_assigned[value] = 1;
	return true;
}

static bool assigns_soundly(const struct ir_function *function, const struct ir_block *block,
			    unsigned char *is_assigned)
{
	for (uint32_t i = 0; i < block->nr_phis; i++) {
		if (!assign(function, is_assigned, block->phis[i].value))
			return false;
	}
	for (uint32_t i = 0; i < block->nr_statements; i++) {
		const struct ir_statement *statement = &block->statements[i];
		uint32_t value = statement->value;

		if (statement->call && statement->call->target.kind == REMT_IR_TO_VALUE)
			value = statement->call->target.value;
		if (value != UINT32_MAX && !assign(function, is_assigned, value))
			return false;
	}
	return true;
}

static const char *check_values(const struct ir_function *function)
{
	_cleanup_free_ unsigned char *is_assigned = xcalloc((size_t)function->nr_values + 1, 1);

	for (uint32_t i = 0; i < function->nr_values; i++) {
		uint32_t parameter = function->values[i].parameter;

		if (parameter && (parameter > function->nr_locals ||
				  !(function->locals[parameter - 1].flags & REMT_IR_PARAMETER)))
			return "a value belongs to no parameter";
	}
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		if (!assigns_soundly(function, &function->blocks[i], is_assigned))
			return "a value is assigned twice";
	}
	return NULL;
}

/* Sorts the edges that predecessors tell by where they come from: those from block I lie up to ENDS[I] in TARGETS. */
static void sort_backward(const struct ir_function *function, size_t *ends, uint32_t *targets)
{
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		for (uint32_t p = 0; p < function->blocks[i].nr_predecessors; p++)
			ends[function->blocks[i].predecessors[p] + 1]++;
	}
	for (uint32_t i = 0; i < function->nr_blocks; i++)
		ends[i + 1] += ends[i];
	/* ENDS is where the next edge goes, from here on. */
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		for (uint32_t p = 0; p < function->blocks[i].nr_predecessors; p++)
			targets[ends[function->blocks[i].predecessors[p]]++] = i;
	}
}

/*
 * True if the successors tell the same edges as the predecessors, which tell NUMBER of them, too. Successors are
 * there once.
 */
static bool edges_agree(const struct ir_function *function, size_t number)
{
	_cleanup_free_ size_t *ends = xcalloc((size_t)function->nr_blocks + 1, sizeof(*ends));
	_cleanup_free_ uint32_t *stamps = xcalloc(function->nr_blocks, sizeof(*stamps));
	_cleanup_free_ uint32_t *targets = xcalloc(number + 1, sizeof(*targets));
	size_t at = 0;

	sort_backward(function, ends, targets);
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		const struct ir_block *block = &function->blocks[i];

		for (uint32_t s = 0; s < block->nr_successors; s++)
			stamps[block->successors[s]] = i + 1;
		for (; at < ends[i]; at++) {
			if (stamps[targets[at]] != i + 1)
				return false;
			stamps[targets[at]] = 0;
		}
	}
	return true;
}

static const char *check_edges(const struct ir_function *function)
{
	size_t nr_successors = 0;
	size_t nr_predecessors = 0;

	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		nr_successors += function->blocks[i].nr_successors;
		nr_predecessors += function->blocks[i].nr_predecessors;
	}
	if (function->blocks[0].nr_predecessors)
		return "the entry has a predecessor";
	if (nr_successors != nr_predecessors || !edges_agree(function, nr_successors))
		return "successors and predecessors tell different edges";
	return NULL;
}

struct error *ir_function_read(const struct ir_unit *unit, const struct ir_entry *entry,
			       struct ir_function *ret)
{
	*ret = (struct ir_function){ .unit = unit, .entry = entry };
	struct reader reader = {
		.cursor = { entry->body, entry->body + entry->body_size, false },
		.function = ret,
	};

	read_body(&reader);
	const char *what =
		reader.cursor.is_bad ? "its body does not fit the format" : check_values(ret);
	if (!what)
		what = check_edges(ret);
	if (!what)
		return NULL;
	ir_function_deinit(ret);
	return error_create(ERROR_UNUSABLE, "damaged function %s: %s",
			    unit->symbols[entry->symbol].name, what);
}

void ir_function_deinit(struct ir_function *function)
{
	arena_deinit(&function->memory);
	*function = (struct ir_function){ 0 };
}
