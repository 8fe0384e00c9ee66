/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/copies.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/xalloc.h"

/* ---- loops */

static bool is_back(const struct copies *copies, uint32_t from, uint32_t to)
{
	return ir_is_dominated(&copies->dominators, from, to);
}

/* Adds to the loop INDEX what leads to BLOCK. */
static void gather(struct copies *copies, size_t index, uint32_t block)
{
	const struct ir_block *row = &copies->function->blocks[block];

	if (copies->contains[index][block])
		return;
	copies->contains[index][block] = true;
	for (uint32_t i = 0; i < row->nr_predecessors; i++)
		gather(copies, index, row->predecessors[i]);
}

static void add_loop(struct copies *copies, uint32_t header)
{
	const struct ir_block *row = &copies->function->blocks[header];
	size_t index = copies->headers.count;

	vec_push(&copies->headers, header);
	copies->contains = xreallocarray(copies->contains, index + 1, sizeof(*copies->contains));
	copies->contains[index] = xcalloc(copies->function->nr_blocks, sizeof(bool));
	copies->contains[index][header] = true;
	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		if (is_back(copies, row->predecessors[i], header))
			gather(copies, index, row->predecessors[i]);
	}
}

static void find_loops(struct copies *copies)
{
	const struct ir_function *function = copies->function;

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct ir_block *row = &function->blocks[b];

		for (uint32_t i = 0; i < row->nr_predecessors; i++) {
			if (!is_back(copies, row->predecessors[i], b))
				continue;
			add_loop(copies, b);
			break;
		}
	}
}

/* Returns how many loops are around BLOCK, and puts them in order: an outer one has its inner ones' heads. */
static unsigned nest(const struct copies *copies, uint32_t block, uint32_t *ret)
{
	unsigned number = 0;

	for (uint32_t l = 0; l < copies->headers.count; l++) {
		unsigned at = number;

		if (!copies->contains[l][block])
			continue;
		if (number == COPIES_MAX_DEPTH)
			return COPIES_MAX_DEPTH + 1;
		while (at > 0 && copies->contains[l][copies->headers.items[ret[at - 1]]]) {
			ret[at] = ret[at - 1];
			at--;
		}
		ret[at] = l;
		number++;
	}
	ret[number] = UINT32_MAX;
	return number;
}

static void find_nesting(struct copies *copies)
{
	uint32_t nr = copies->function->nr_blocks;

	copies->nesting = xcalloc(nr, sizeof(*copies->nesting));
	for (uint32_t b = 0; b < nr; b++) {
		copies->nesting[b] = xcalloc(COPIES_MAX_DEPTH + 1, sizeof(uint32_t));
		if (nest(copies, b, copies->nesting[b]) > COPIES_MAX_DEPTH)
			copies->refusal = "its loops are nested too deeply";
	}
}

/* ---- copies */

/* Where the edge from COPY to BLOCK leads; false: beyond the bound. */
static bool follow(const struct copies *copies, const struct copy *copy, uint32_t block,
		   struct copy *ret)
{
	const uint32_t *from = copies->nesting[copy->block], *to = copies->nesting[block];
	bool went_back = is_back(copies, copy->block, block);

	*ret = (struct copy){ .block = block };
	for (unsigned i = 0; to[i] != UINT32_MAX; i++) {
		for (unsigned k = 0; from[k] != UINT32_MAX; k++) {
			if (from[k] == to[i])
				ret->rounds[i] = copy->rounds[k];
		}
		if (!went_back || copies->headers.items[to[i]] != block)
			continue;
		if (ret->rounds[i] >= copies->bound)
			return false;
		ret->rounds[i]++;
	}
	return true;
}

static uint64_t key_of(const struct copy *copy)
{
	unsigned char bytes[sizeof(copy->block) + COPIES_MAX_DEPTH];

	memcpy(bytes, &copy->block, sizeof(copy->block));
	memcpy(bytes + sizeof(copy->block), copy->rounds, COPIES_MAX_DEPTH);
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

enum { NEW, OPEN, DONE };

/* Puts what follows COPY, then COPY, to the end of the free part of the order. */
static void visit(struct copies *copies, uint32_t copy, unsigned char *states, size_t *left)
{
	const struct copy *row = &copies->items.items[copy];

	states[copy] = OPEN;
	for (uint32_t i = 0; i < copies->function->blocks[row->block].nr_successors; i++) {
		uint32_t next = row->targets[i];

		if (next == COPY_BEYOND)
			continue;
		if (states[next] == OPEN)
			copies->refusal = "it has a loop with two entries";
		else if (states[next] == NEW)
			visit(copies, next, states, left);
	}
	states[copy] = DONE;
	copies->order[--*left] = copy;
}

void copies_init(struct copies *ret, const struct ir_function *function, unsigned bound,
		 unsigned max_copies)
{
	unsigned char *states;
	size_t left;

	*ret = (struct copies){ .function = function, .bound = bound, .max_copies = max_copies };
	ir_dominators(function, &ret->dominators);
	find_loops(ret);
	find_nesting(ret);
	if (!ret->refusal)
		make_copies(ret);
	if (ret->refusal)
		return;
	left = ret->items.count;
	ret->order = xcalloc(left, sizeof(*ret->order));
	states = xcalloc(left, 1);
	visit(ret, 0, states, &left);
	free(states);
}

void copies_deinit(struct copies *copies)
{
	for (size_t i = 0; i < copies->items.count; i++)
		free(copies->items.items[i].targets);
	for (size_t i = 0; i < copies->headers.count; i++)
		free(copies->contains[i]);
	for (uint32_t b = 0; copies->nesting && b < copies->function->nr_blocks; b++)
		free(copies->nesting[b]);
	free(copies->nesting);
	free(copies->contains);
	free(copies->order);
	vec_deinit(&copies->headers);
	vec_deinit(&copies->items);
	ir_dominators_deinit(&copies->dominators);
}
