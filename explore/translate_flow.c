/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ends of blocks, and the edges between blocks: along an edge the values of phis are moved, as if all
 * at once. Where several edges leave a block, each with moves of its own, these follow behind all
 * blocks.
 */
#include "common/xalloc.h"
#include "explore/run.h"
#include "explore/translate_state.h"

/* A search among fewer cases is as quick; a table by value has no more entries. */
#define MIN_NEAR 4u
#define MAX_NEAR 1024u

struct move {
	uint32_t d, a;
};

struct moves {
	VEC(struct move) list;
};

static bool is_read(const struct moves *moves, uint32_t slot)
{
	for (size_t i = 0; i < moves->list.count; i++) {
		if (moves->list.items[i].a == slot)
			return true;
	}
	return false;
}

/* Adds the moves as if all were done at once: first those whose target nobody reads any more. */
static void emit_moves(struct translation *t, struct moves *moves)
{
	while (moves->list.count) {
		bool is_cycle = true;

		for (size_t i = 0; i < moves->list.count; i++) {
			struct move move = moves->list.items[i];

			moves->list.items[i].a = UINT32_MAX; /* its own read does not count */
			if (is_read(moves, move.d)) {
				moves->list.items[i] = move;
				continue;
			}
			emit(t, DO_MOVE, move.d, move.a, 0, 0, 0);
			moves->list.items[i] = moves->list.items[--moves->list.count];
			is_cycle = false;
			break;
		}
		if (!is_cycle)
			continue;
		/* What the first one overwrites is kept for those that read it. */
		uint32_t kept = slot_new(t);
		uint32_t written = moves->list.items[0].d;

		emit(t, DO_MOVE, kept, written, 0, 0, 0);
		for (size_t i = 0; i < moves->list.count; i++) {
			if (moves->list.items[i].a == written)
				moves->list.items[i].a = kept;
		}
	}
}

static uint32_t predecessor_index(const struct ir_block *block, uint32_t from)
{
	for (uint32_t i = 0; i < block->nr_predecessors; i++) {
		if (block->predecessors[i] == from)
			return i;
	}
	__builtin_trap(); /* the reader checked that */
}

static void emit_edge(struct translation *t, uint32_t from, uint32_t to)
{
	const struct ir_block *block = &t->function->blocks[to];
	uint32_t position = block->nr_phis ? predecessor_index(block, from) : 0;
	struct moves moves = { 0 };

	for (uint32_t i = 0; i < block->nr_phis; i++) {
		struct move move = { slot_of_value(t, block->phis[i].value),
				     slot_of_operand(t, &block->phis[i].operands[position]) };

		if (move.d != move.a)
			vec_push(&moves.list, move);
	}
	emit_moves(t, &moves);
	vec_deinit(&moves.list);
}

uint32_t edge_target(struct translation *t, uint32_t from, uint32_t to)
{
	uint32_t start = (uint32_t)t->insns.count;

	emit_edge(t, from, to);
	if (t->insns.count == start)
		return t->code->block_starts[to];
	emit(t, DO_GOTO, t->code->block_starts[to], 0, 0, 0, 0);
	return start;
}

static void add_jump(struct translation *t, uint32_t insn, enum jump_field field, uint32_t to)
{
	struct jump jump = { insn, field, t->block, to };

	vec_push(&t->jumps, jump);
}

/* ---- ends of blocks */

static void emit_switch(struct translation *t, const struct ir_end *end, uint32_t nr_statements)
{
	struct jump_table *table =
		xcalloc(1, sizeof(*table) + end->nr_cases * sizeof(table->cases[0]));
	struct form form = form_of_index(t, end->operands[0].type);

	if (form.shape != SHAPE_INTEGER || form.precision > 64)
		translation_refuse(t, "a switch by an unknown form");
	table->is_signed = form.is_signed;
	table->nr_cases = end->nr_cases;
	for (uint32_t i = 0; i < end->nr_cases; i++) {
		table->cases[i].low.u = end->cases[i].low.number.low;
		table->cases[i].high.u = end->cases[i].high.number.low;
		slot_normalise(&table->cases[i].low, form);
		slot_normalise(&table->cases[i].high, form);
	}
	uint32_t a = slot_of_operand(t, &end->operands[0]);
	emit(t, DO_SWITCH, nr_statements, a, 0, 0, (int64_t)table);
	struct pending_table pending = { .table = table, .block = t->block };
	vec_push(&t->tables, pending);
}

static void emit_resume(struct translation *t, const struct ir_block *block)
{
	struct resumption *resumption =
		xcalloc(1, sizeof(*resumption) + block->nr_ways * sizeof(resumption->ways[0]));
	struct pending_table pending = { .resumption = resumption, .block = t->block };

	resumption->nr_ways = block->nr_ways;
	emit(t, DO_RESUME, 0, 0, 0, 0, (int64_t)resumption);
	vec_push(&t->tables, pending);
}

static void emit_return(struct translation *t, const struct ir_end *end, uint32_t nr_statements)
{
	if (end->place && form_of_index(t, end->place->type).shape == SHAPE_NONE) {
		emit(t, DO_RETURN_OBJECT, nr_statements, place_address(t, end->place), 0, 0,
		     (int64_t)place_size(t, end->place));
	} else if (end->place) {
		uint32_t d = slot_new(t);

		place_load(t, d, end->place);
		emit(t, DO_RETURN, 0, d, 0, 0, nr_statements);
	} else if (end->nr_operands) {
		uint32_t a = slot_of_operand(t, &end->operands[0]);

		emit(t, DO_RETURN, 0, a, 0, 0, nr_statements);
	} else {
		emit(t, DO_RETURN_NOTHING, 0, 0, 0, 0, nr_statements);
	}
}

void end_emit(struct translation *t, const struct ir_block *block)
{
	const struct ir_end *end = &block->end;
	uint32_t nr_statements = block->nr_statements + 1;

	switch (end->kind) {
	case REMT_IR_GOTO:
		emit_edge(t, t->block, end->blocks[0]);
		emit(t, DO_GOTO, end->blocks[0], 0, 0, 0, nr_statements);
		t->insns.items[t->insns.count - 1].c = 1; /* names a block, and needs no edge */
		break;
	case REMT_IR_IF: {
		branch_emit(t, end, nr_statements);
		uint32_t insn = (uint32_t)t->insns.count - 1;

		add_jump(t, insn, JUMP_D, end->blocks[0]);
		add_jump(t, insn, JUMP_C, end->blocks[1]);
		break;
	}
	case REMT_IR_SWITCH: emit_switch(t, end, nr_statements); break;
	case REMT_IR_RETURN: emit_return(t, end, nr_statements); break;
	case REMT_IR_HALT: emit(t, DO_HALT, 0, 0, 0, 0, 0); break;
	case REMT_IR_RESUME: emit_resume(t, block); break;
	case REMT_IR_JUMP: labels_emit(t, end, nr_statements); break;
	}
}

/* Gives plain jumps their target; the others follow, and may add instructions. */
static void resolve_gotos(struct translation *t)
{
	const void *label = run_label(DO_GOTO);

	for (size_t i = 0; i < t->insns.count; i++) {
		struct insn *insn = &t->insns.items[i];

		if (insn->go == label && insn->c)
			insn->d = t->code->block_starts[insn->d];
	}
}

/* Makes a table by value of the cases, if they lie near each other. */
static void fill_near(struct jump_table *table)
{
	uint64_t first = table->nr_cases ? table->cases[0].low.u : 0;
	uint64_t nr = table->nr_cases ? table->cases[table->nr_cases - 1].high.u - first + 1 : 0;

	if (table->nr_cases < MIN_NEAR || nr > MAX_NEAR)
		return;
	for (uint32_t i = 0; i < table->nr_cases; i++) {
		if (table->cases[i].low.u - first > table->cases[i].high.u - first ||
		    table->cases[i].high.u - first >= nr)
			return;
	}
	table->first = first;
	table->nr_near = nr;
	table->near = xcalloc(nr, sizeof(*table->near));
	for (uint64_t i = 0; i < nr; i++)
		table->near[i] = table->otherwise;
	for (uint32_t i = 0; i < table->nr_cases; i++) {
		for (uint64_t at = table->cases[i].low.u - first;
		     at <= table->cases[i].high.u - first; at++)
			table->near[at] = table->cases[i].target;
	}
}

static void resolve_table(struct translation *t, const struct pending_table *pending)
{
	const struct ir_block *block = &t->function->blocks[pending->block];

	if (pending->table) {
		pending->table->otherwise = edge_target(t, pending->block, block->end.blocks[0]);
		for (uint32_t i = 0; i < block->end.nr_cases; i++)
			pending->table->cases[i].target =
				edge_target(t, pending->block, block->end.cases[i].block);
		fill_near(pending->table);
		return;
	}
	if (pending->labels) {
		labels_resolve(t, pending);
		return;
	}
	for (uint32_t i = 0; i < block->nr_ways; i++) {
		pending->resumption->ways[i].block = block->ways[i];
		pending->resumption->ways[i].target =
			edge_target(t, pending->block, block->ways[i]);
	}
}

void jumps_resolve(struct translation *t)
{
	resolve_gotos(t);
	for (size_t i = 0; i < t->jumps.count; i++) {
		struct jump jump = t->jumps.items[i];
		uint32_t target = edge_target(t, jump.from, jump.to);

		if (jump.field == JUMP_D)
			t->insns.items[jump.insn].d = target;
		else
			t->insns.items[jump.insn].c = target;
	}
	for (size_t i = 0; i < t->tables.count; i++)
		resolve_table(t, &t->tables.items[i]);
	for (uint32_t b = 0; b < t->function->nr_blocks; b++) {
		const struct ir_block *block = &t->function->blocks[b];

		t->code->way_targets[b] = UINT32_MAX;
		if (block->nr_ways && block->end.kind != REMT_IR_RESUME)
			t->code->way_targets[b] = edge_target(t, b, block->ways[0]);
	}
}
