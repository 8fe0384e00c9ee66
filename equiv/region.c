/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/region.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* ---- functions */

/* Finds what makes calls come out elsewhere than behind them, or blocks end in ways that are not told. */
static const char *find_refusal(const struct ir_function *function)
{
	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct ir_block *block = &function->blocks[b];

		if (block->nr_ways || block->end.kind == REMT_IR_RESUME)
			return "longjmp() may lead into the function";
		if (block->end.kind == REMT_IR_JUMP)
			return "the function has a computed goto";
		for (uint32_t i = 0; i < block->nr_statements; i++) {
			const struct ir_call *call = block->statements[i].call;

			if (call && call->flags & REMT_IR_RETURNS_TWICE)
				return "the function calls setjmp()";
		}
	}
	return NULL;
}

static void find_headers(struct equiv_function *ret)
{
	const struct ir_function *function = ret->function;

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct ir_block *block = &function->blocks[b];

		for (uint32_t i = 0; i < block->nr_successors; i++) {
			if (ir_is_dominated(&ret->dominators, b, block->successors[i]))
				ret->is_header[block->successors[i]] = true;
		}
	}
}

void equiv_function_init(struct equiv_function *ret, const struct ir_function *function)
{
	ret->function = function;
	ir_uses(function, &ret->uses);
	ir_dominators(function, &ret->dominators);
	ir_postdominators(function, &ret->postdominators);
	ret->is_header = xcalloc(function->nr_blocks + 1, sizeof(bool));
	ret->refusal = find_refusal(function);
	find_headers(ret);
}

void equiv_function_deinit(struct equiv_function *function)
{
	ir_uses_deinit(&function->uses);
	ir_dominators_deinit(&function->dominators);
	ir_dominators_deinit(&function->postdominators);
	free(function->is_header);
}

/* ---- regions */

/* A region in the making. */
struct maker {
	const struct equiv_function *function;
	struct region *region;
	uint32_t max_blocks;
	bool *is_open; /* by block: its successors are being looked at */
	bool *is_done;
	bool *is_barred; /* control comes to it from elsewhere, too */
	bool has_failed;
	VEC(uint32_t) order; /* the last block first */
};

static bool may_contain(const struct maker *maker, uint32_t block, uint32_t bound)
{
	const struct equiv_function *function = maker->function;

	return block != bound && block != maker->region->entry && !maker->is_barred[block] &&
	       !function->is_header[block] &&
	       ir_is_dominated(&function->dominators, block, maker->region->entry);
}

/* Looks at BLOCK and what can be come to from it, each behind what follows it. The stack is as deep as the region. */
static void visit(struct maker *maker, uint32_t block, uint32_t bound)
{
	const struct ir_block *row = &maker->function->function->blocks[block];

	if (maker->order.count >= maker->max_blocks)
		maker->has_failed = true;
	maker->is_open[block] = true;
	for (uint32_t i = 0; i < row->nr_successors && !maker->has_failed; i++) {
		uint32_t next = row->successors[i];

		if (!may_contain(maker, next, bound) || maker->is_done[next])
			continue;
		if (maker->is_open[next]) {
			maker->has_failed = true;
			break;
		}
		visit(maker, next, bound);
	}
	maker->is_open[block] = false;
	maker->is_done[block] = true;
	vec_push(&maker->order, block);
}

/* True if each way from FROM through REGION comes to TO. SEEN is false for all blocks, and is used up. */
static bool always_comes(const struct ir_function *function, const struct region *region,
			 uint32_t from, uint32_t to, bool *seen)
{
	const struct ir_block *row = &function->blocks[from];

	seen[from] = true;
	if (!row->nr_successors)
		return false;
	for (uint32_t i = 0; i < row->nr_successors; i++) {
		uint32_t next = row->successors[i];

		if (next == to)
			continue;
		if (!region->contains[next] || next == region->entry)
			return false;
		if (!seen[next] && !always_comes(function, region, next, to, seen))
			return false;
	}
	return true;
}

static void find_joins(const struct equiv_function *function, struct region *region)
{
	uint32_t nr = function->function->nr_blocks;

	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		uint32_t block = region->blocks[i];
		uint32_t above = function->dominators.immediate[block];
		bool *seen;

		if (block == region->entry || function->function->blocks[block].nr_predecessors < 2)
			continue;
		seen = xcalloc(nr + 1, sizeof(*seen));
		if (always_comes(function->function, region, above, block, seen))
			region->always_of[block] = above;
		free(seen);
	}
}

static void take_order(const struct maker *maker, struct region *region)
{
	uint32_t nr = maker->function->function->nr_blocks;

	region->nr_blocks = (uint32_t)maker->order.count;
	region->blocks = xcalloc(maker->order.count + 1, sizeof(uint32_t));
	region->contains = xcalloc(nr + 1, sizeof(bool));
	region->always_of = xcalloc(nr + 1, sizeof(uint32_t));
	for (uint32_t i = 0; i < nr; i++)
		region->always_of[i] = IR_NO_BLOCK;
	for (size_t i = 0; i < maker->order.count; i++) {
		region->blocks[i] = maker->order.items[maker->order.count - 1 - i];
		region->contains[region->blocks[i]] = true;
	}
	find_joins(maker->function, region);
}

/* Bars the blocks to which control comes from elsewhere; true: there were some. What is never come to does not count. */
static bool bar_entered(struct maker *maker, const struct region *region)
{
	const struct equiv_function *function = maker->function;
	bool has_some = false;

	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		const struct ir_block *block = &function->function->blocks[region->blocks[i]];

		for (uint32_t k = 0; k < block->nr_predecessors; k++) {
			uint32_t from = block->predecessors[k];

			if (region->blocks[i] == region->entry || region->contains[from] ||
			    !ir_is_dominated(&function->dominators, from, 0))
				continue;
			maker->is_barred[region->blocks[i]] = true;
			has_some = true;
		}
	}
	return has_some;
}

/* Makes the region without the blocks that are barred; true: others are to be barred. */
static bool try_region(struct maker *maker, uint32_t entry, uint32_t bound, struct region *ret)
{
	uint32_t nr = maker->function->function->nr_blocks;

	maker->is_open = xcalloc(nr + 1, sizeof(bool));
	maker->is_done = xcalloc(nr + 1, sizeof(bool));
	*ret = (struct region){ .entry = entry };
	visit(maker, entry, bound);
	if (!maker->has_failed)
		take_order(maker, ret);
	free(maker->is_open);
	free(maker->is_done);
	vec_deinit(&maker->order);
	return !maker->has_failed && bar_entered(maker, ret);
}

bool region_make(const struct equiv_function *function, uint32_t entry, uint32_t bound,
		 uint32_t max_blocks, struct region *ret)
{
	struct maker maker = {
		.function = function,
		.region = ret,
		.max_blocks = max_blocks,
		.is_barred = xcalloc(function->function->nr_blocks + 1, sizeof(bool)),
	};

	while (try_region(&maker, entry, bound, ret))
		region_deinit(ret);
	free(maker.is_barred);
	return !maker.has_failed;
}

void region_of_block(const struct equiv_function *function, uint32_t entry, struct region *ret)
{
	struct maker maker = { .function = function, .region = ret };

	*ret = (struct region){ .entry = entry };
	vec_push(&maker.order, entry);
	take_order(&maker, ret);
	vec_deinit(&maker.order);
}

void region_deinit(struct region *region)
{
	free(region->blocks);
	free(region->contains);
	free(region->always_of);
	*region = (struct region){ 0 };
}

static void add_line(uint32_t line, uint32_t *first, uint32_t *last)
{
	if (!line)
		return;
	if (!*first || line < *first)
		*first = line;
	if (line > *last)
		*last = line;
}

void region_lines(const struct equiv_function *function, const struct region *region,
		  uint32_t *first, uint32_t *last)
{
	*first = *last = 0;
	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		const struct ir_block *block = &function->function->blocks[region->blocks[i]];

		for (uint32_t k = 0; k < block->nr_statements; k++)
			add_line(block->statements[k].line, first, last);
		add_line(block->end.line, first, last);
	}
}
