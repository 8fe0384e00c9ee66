/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computed gotos. The address of a label is that in the compiled function, which tables in the program's memory have;
 * a jump leads to the block of the label that has the address. The compiler may have put two labels at one place, as
 * it found that the same is done from there on. Either does what the compiled function does, but only one was meant,
 * and a path is to tell no less blocks than it came to. So the function is not evaluated, but where one of them does
 * nothing and leads to the other one, or is never come to.
 */
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "explore/translate_state.h"

/* A label on its way into a table. */
struct sorted_label {
	uintptr_t address;
	uint32_t block;
	bool is_named; /* by a label of the block, whose way it is */
};

static int compare_addresses(const void *a, const void *b)
{
	const struct sorted_label *x = a;
	const struct sorted_label *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static int compare_labels(const void *a, const void *b)
{
	const struct sorted_label *x = a;
	const struct sorted_label *y = b;
	int ret = compare_addresses(a, b);

	return ret ? ret : x->block < y->block ? -1 : x->block > y->block;
}

void labels_emit(struct translation *t, const struct ir_end *end, uint32_t nr_statements)
{
	struct jump_labels *labels =
		xcalloc(1, sizeof(*labels) + end->nr_labels * sizeof(labels->by_way[0]));
	struct pending_table pending = { .labels = labels, .block = t->block };
	uint32_t a = slot_of_operand(t, &end->operands[0]);
	bool is_found;

	labels->nr_labels = end->nr_labels;
	for (uint32_t i = 0; i < end->nr_labels; i++) {
		labels->by_way[i] =
			(uintptr_t)unit_address(t->unit, end->labels[i].symbol, &is_found);
		if (!is_found)
			translation_refuse(t, "a label whose address is not known");
	}
	emit(t, DO_JUMP_TO, nr_statements, a, 0, 0, (int64_t)labels);
	vec_push(&t->tables, pending);
}

/* True if a program that does what C defines does not come to BLOCK. */
static bool is_unreachable(const struct translation *t, const struct ir_block *block)
{
	const struct ir_call *call = block->nr_statements ? block->statements[0].call : NULL;

	return block->end.kind == REMT_IR_HALT && call && call->is_direct &&
	       strcmp(t->ir->symbols[call->symbol].name, "__builtin_unreachable") == 0;
}

/* True if nothing is done on the way from the block FROM to the block TO. */
static bool falls_to(const struct translation *t, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < t->function->nr_blocks && from != to; i++) {
		const struct ir_block *block = &t->function->blocks[from];

		if (block->nr_statements || block->end.kind != REMT_IR_GOTO)
			return false;
		from = block->end.blocks[0];
	}
	return from == to;
}

/* Returns the one of the blocks of two labels at one place by which control comes to both, if it may come to both. */
static uint32_t choose(struct translation *t, uint32_t a, uint32_t b)
{
	const struct ir_block *blocks = t->function->blocks;

	if (falls_to(t, a, b))
		return a;
	if (falls_to(t, b, a))
		return b;
	if (is_unreachable(t, &blocks[b]))
		return a;
	if (!is_unreachable(t, &blocks[a]))
		translation_refuse(t, "labels that the compiler has put at one place");
	return b;
}

/* Of several labels with one address the first of the block that they lead to stands for all; the others get 0. */
static void name_ways(struct jump_labels *labels, const struct ir_end *end,
		      struct sorted_label *sorted, uint32_t nr)
{
	for (uint32_t i = 0; i < end->nr_labels; i++) {
		struct sorted_label key = { .address = labels->by_way[i] };
		struct sorted_label *found =
			bsearch(&key, sorted, nr, sizeof(*sorted), compare_addresses);

		if (found->is_named || found->block != end->labels[i].block)
			labels->by_way[i] = 0;
		else
			found->is_named = true;
	}
}

void labels_resolve(struct translation *t, const struct pending_table *pending)
{
	const struct ir_end *end = &t->function->blocks[pending->block].end;
	struct jump_labels *labels = pending->labels;
	struct sorted_label *sorted = xcalloc(end->nr_labels + 1, sizeof(*sorted));
	uint32_t nr = 0;

	for (uint32_t i = 0; i < end->nr_labels; i++)
		sorted[i] = (struct sorted_label){ labels->by_way[i], end->labels[i].block, false };
	qsort(sorted, end->nr_labels, sizeof(*sorted), compare_labels);
	for (uint32_t i = 0; i < end->nr_labels; i++) {
		if (nr && sorted[nr - 1].address == sorted[i].address)
			sorted[nr - 1].block = choose(t, sorted[nr - 1].block, sorted[i].block);
		else
			sorted[nr++] = sorted[i];
	}
	name_ways(labels, end, sorted, nr);
	labels->sorted = xcalloc(nr + 1, sizeof(*labels->sorted));
	for (uint32_t i = 0; i < nr; i++) {
		labels->sorted[i].address = sorted[i].address;
		labels->sorted[i].target = edge_target(t, pending->block, sorted[i].block);
	}
	labels->nr_sorted = nr;
	free(sorted);
}
