/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/loops.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* The search for strongly connected regions (Tarjan, "Depth-first search and linear graph algorithms", 1972). */
struct walk {
	struct loops *loops;
	const struct ir_function *function;
	uint32_t *innermost; /* by block: the loop around it that is known; LOOP_NONE: none is */
	uint32_t *numbers;   /* by block: the order in which it was met, from 1 on; 0: it was not */
	uint32_t *lowest;    /* by block: the smallest number of an open block that it leads to */
	bool *is_open;	     /* by block: its region is not known yet */
	VEC(uint32_t) open;
	uint32_t last;	 /* number */
	uint32_t around; /* the loop that is looked into; LOOP_NONE: the whole function */
};

/* True if edges to BLOCK are looked at: they stay in the loop at hand, and begin no round of it. */
static bool is_inside(const struct walk *walk, uint32_t block)
{
	return walk->innermost[block] == walk->around &&
	       (walk->around == LOOP_NONE || walk->loops->items.items[walk->around].head != block);
}

/* Returns how many edges lead to BLOCK from within its loop; 0: from there alone, and it is not where the function begins. */
static uint32_t count_back(const struct walk *walk, uint32_t block)
{
	const struct ir_block *row = &walk->function->blocks[block];
	uint32_t number = 0;

	for (uint32_t i = 0; i < row->nr_predecessors; i++)
		number += walk->innermost[row->predecessors[i]] == walk->innermost[block];
	return block && number == row->nr_predecessors ? 0 : number;
}

/* Makes the blocks that are open from FIRST on a loop. Its head is the entry that most edges lead back to. */
static void add_loop(struct walk *walk, size_t first)
{
	struct loops *loops = walk->loops;
	uint32_t index = (uint32_t)loops->items.count, most = 0;
	struct loop loop = { .head = walk->open.items[first], .outer = walk->around };

	if (walk->around != LOOP_NONE)
		loop.depth = loops->items.items[walk->around].depth + 1;
	if (loop.depth >= LOOPS_MAX_DEPTH)
		loops->refusal = "its loops are nested too deeply";
	for (size_t i = first; i < walk->open.count; i++) {
		walk->innermost[walk->open.items[i]] = index;
		walk->numbers[walk->open.items[i]] = 0;
	}
	for (size_t i = first; i < walk->open.count; i++) {
		uint32_t number = count_back(walk, walk->open.items[i]);

		if (number <= most)
			continue;
		most = number;
		loop.head = walk->open.items[i];
	}
	vec_push(&loops->items, loop);
}

/* The blocks that are open from BLOCK on are a region. */
static void close_region(struct walk *walk, uint32_t block, bool leads_to_itself)
{
	size_t first = walk->open.count;

	do {
		walk->is_open[walk->open.items[--first]] = false;
	} while (walk->open.items[first] != block);
	if (first + 1 < walk->open.count || leads_to_itself)
		add_loop(walk, first);
	walk->open.count = first;
}

static void visit(struct walk *walk, uint32_t block)
{
	const struct ir_block *row = &walk->function->blocks[block];
	bool leads_to_itself = false;

	walk->numbers[block] = walk->lowest[block] = ++walk->last;
	walk->is_open[block] = true;
	vec_push(&walk->open, block);
	for (uint32_t i = 0; i < row->nr_successors; i++) {
		uint32_t next = row->successors[i], number;

		if (!is_inside(walk, next))
			continue;
		leads_to_itself |= next == block;
		if (!walk->numbers[next])
			visit(walk, next);
		number = walk->lowest[next];
		if (walk->is_open[next] && number < walk->lowest[block])
			walk->lowest[block] = number;
	}
	if (walk->lowest[block] == walk->numbers[block])
		close_region(walk, block, leads_to_itself);
}

/* Looks into the whole function, then into each loop that was found. */
static void find_loops(struct walk *walk)
{
	visit(walk, 0);
	for (uint32_t l = 0; l < walk->loops->items.count && !walk->loops->refusal; l++) {
		walk->around = l;
		for (uint32_t b = 0; b < walk->function->nr_blocks; b++) {
			if (is_inside(walk, b) && !walk->numbers[b])
				visit(walk, b);
		}
	}
}

static void nest(const struct walk *walk, uint32_t block)
{
	const struct loop *items = walk->loops->items.items;
	uint32_t *around = walk->loops->around[block], loop = walk->innermost[block];

	around[loop == LOOP_NONE ? 0 : items[loop].depth + 1] = LOOP_NONE;
	for (; loop != LOOP_NONE; loop = items[loop].outer)
		around[items[loop].depth] = loop;
}

void loops_init(struct loops *ret, const struct ir_function *function)
{
	uint32_t nr = function->nr_blocks;
	struct walk walk = {
		.loops = ret,
		.function = function,
		.innermost = xcalloc(nr, sizeof(uint32_t)),
		.numbers = xcalloc(nr, sizeof(uint32_t)),
		.lowest = xcalloc(nr, sizeof(uint32_t)),
		.is_open = xcalloc(nr, sizeof(bool)),
		.around = LOOP_NONE,
	};

	*ret = (struct loops){ .around = xcalloc(nr, sizeof(*ret->around)) };
	for (uint32_t b = 0; b < nr; b++)
		walk.innermost[b] = LOOP_NONE;
	find_loops(&walk);
	for (uint32_t b = 0; b < nr && !ret->refusal; b++)
		nest(&walk, b);
	free(walk.innermost);
	free(walk.numbers);
	free(walk.lowest);
	free(walk.is_open);
	vec_deinit(&walk.open);
}

void loops_deinit(struct loops *loops)
{
	vec_deinit(&loops->items);
	free(loops->around);
}

uint32_t loops_place(const struct loops *loops, uint32_t block, uint32_t loop)
{
	const uint32_t *around = loops->around[block];

	for (uint32_t i = 0; around[i] != LOOP_NONE; i++) {
		if (around[i] == loop)
			return i;
	}
	return LOOP_NONE;
}
