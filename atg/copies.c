/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/copies.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/xalloc.h"

/* Where the edge from COPY to BLOCK leads; false: beyond the bound. */
static bool follow(const struct copies *copies, const struct copy *copy, uint32_t block,
		   struct copy *ret)
{
	const uint32_t *to = copies->loops.around[block];

	*ret = (struct copy){ .block = block };
	for (unsigned i = 0; to[i] != LOOP_NONE; i++) {
		uint32_t place = loops_place(&copies->loops, copy->block, to[i]);

		if (place == LOOP_NONE)
			continue;
		ret->rounds[i] = copy->rounds[place];
		if (copies->loops.items.items[to[i]].head != block)
			continue;
		if (ret->rounds[i] >= copies->bound)
			return false;
		ret->rounds[i]++;
	}
	return true;
}

static uint64_t key_of(const struct copy *copy)
{
	unsigned char bytes[sizeof(copy->block) + LOOPS_MAX_DEPTH];

	memcpy(bytes, &copy->block, sizeof(copy->block));
	memcpy(bytes + sizeof(copy->block), copy->rounds, LOOPS_MAX_DEPTH);
	return hash_bytes(bytes, sizeof(bytes));
}

static uint32_t add_copy(struct copies *copies, struct slots *known, struct copy copy)
{
	uint64_t key = key_of(&copy);
	uint32_t index = slots_find(known, key);

	if (index != SLOTS_NONE)
		return index;
	index = (uint32_t)copies->items.count;
	copy.targets = xcalloc(copies->function->blocks[copy.block].nr_successors + UINT32_C(1),
			       sizeof(uint32_t));
	slots_add(known, key, index);
	vec_push(&copies->items, copy);
	if (copies->items.count > copies->max_copies)
		copies->refusal = "its unwound loops are too large";
	return index;
}

static void make_copies(struct copies *copies)
{
	struct slots known = { 0 };

	add_copy(copies, &known, (struct copy){ 0 });
	for (size_t i = 0; i < copies->items.count && !copies->refusal; i++) {
		const struct copy from = copies->items.items[i];
		const struct ir_block *row = &copies->function->blocks[from.block];

		for (uint32_t k = 0; k < row->nr_successors; k++) {
			struct copy next;

			from.targets[k] = follow(copies, &from, row->successors[k], &next)
						  ? add_copy(copies, &known, next)
						  : COPY_BEYOND;
		}
	}
	slots_deinit(&known);
}

/* Puts what follows COPY, then COPY, to the end of the free part of the order. */
static void visit(struct copies *copies, uint32_t copy, bool *is_met, size_t *left)
{
	const struct copy *row = &copies->items.items[copy];

	is_met[copy] = true;
	for (uint32_t i = 0; i < copies->function->blocks[row->block].nr_successors; i++) {
		uint32_t next = row->targets[i];

		if (next != COPY_BEYOND && !is_met[next])
			visit(copies, next, is_met, left);
	}
	copies->order[--*left] = copy;
}

void copies_init(struct copies *ret, const struct ir_function *function, unsigned bound,
		 unsigned max_copies)
{
	bool *is_met;
	size_t left;

	*ret = (struct copies){ .function = function, .bound = bound, .max_copies = max_copies };
	loops_init(&ret->loops, function);
	ret->refusal = ret->loops.refusal;
	if (!ret->refusal)
		make_copies(ret);
	if (ret->refusal)
		return;
	left = ret->items.count;
	ret->order = xcalloc(left, sizeof(*ret->order));
	is_met = xcalloc(left, sizeof(*is_met));
	visit(ret, 0, is_met, &left);
	free(is_met);
}

void copies_deinit(struct copies *copies)
{
	for (size_t i = 0; i < copies->items.count; i++)
		free(copies->items.items[i].targets);
	free(copies->order);
	vec_deinit(&copies->items);
	loops_deinit(&copies->loops);
}
