/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/dominators.h"

#include <stdlib.h>

#include "common/lists.h"
#include "common/xalloc.h"

/* What is computed over: edges lead away from the root. */
struct flow {
	uint32_t nr_nodes, root;
	struct lists onward, back;
	uint32_t *order; /* reached nodes, each before all that it leads to but for loops */
	uint32_t nr_reached;
	uint32_t *position; /* by node: in `order`; UINT32_MAX: not reached */
};

static void flow_deinit(struct flow *flow)
{
	lists_deinit(&flow->onward);
	lists_deinit(&flow->back);
	free(flow->order);
	free(flow->position);
}

/* Where a walk in depth stands. */
struct step {
	uint32_t node, next; /* next: index in the list of the node's targets */
};

/*
 * Walks in depth from START along LISTS over nodes that are not yet SEEN; the last nodes come to the
 * end of RET, a node before all that were reached from it. Returns how many there are.
 */
static uint32_t walk(const struct lists *lists, uint32_t start, bool *seen, uint32_t nr_nodes,
		     uint32_t *ret)
{
	struct step *stack = xcalloc(nr_nodes, sizeof(*stack));
	uint32_t depth = 1, number = 0;

	stack[0] = (struct step){ start, lists->first[start] };
	seen[start] = true;
	while (depth) {
		struct step *top = &stack[depth - 1];

		if (top->next == lists->first[top->node + 1]) {
			ret[nr_nodes - ++number] = top->node;
			depth--;
			continue;
		}
		uint32_t target = lists->items[top->next++];
		if (seen[target])
			continue;
		seen[target] = true;
		stack[depth++] = (struct step){ target, lists->first[target] };
	}
	free(stack);
	return number;
}

static void put_in_order(struct flow *flow)
{
	bool *seen = xcalloc(flow->nr_nodes, sizeof(*seen));
	uint32_t *reached = xcalloc(flow->nr_nodes, sizeof(*reached));

	flow->nr_reached = walk(&flow->onward, flow->root, seen, flow->nr_nodes, reached);
	flow->order = xcalloc(flow->nr_nodes, sizeof(*flow->order));
	flow->position = xcalloc(flow->nr_nodes, sizeof(*flow->position));
	for (uint32_t i = 0; i < flow->nr_nodes; i++)
		flow->position[i] = UINT32_MAX;
	for (uint32_t i = 0; i < flow->nr_reached; i++) {
		flow->order[i] = reached[flow->nr_nodes - flow->nr_reached + i];
		flow->position[flow->order[i]] = i;
	}
	free(reached);
	free(seen);
}

/* The edges of FUNCTION, away from block 0, and from all that ends it to the end. */
static void add_edges(const struct ir_function *function, struct lists_maker *onward,
		      struct lists_maker *back)
{
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		const struct ir_block *block = &function->blocks[i];

		for (uint32_t s = 0; s < block->nr_successors; s++) {
			lists_add(onward, i, block->successors[s]);
			lists_add(back, block->successors[s], i);
		}
		if (block->end.kind == REMT_IR_RETURN || block->nr_successors == 0) {
			lists_add(onward, i, function->nr_blocks);
			lists_add(back, function->nr_blocks, i);
		}
	}
}

/*
 * Adds an edge to the end for each loop that has none: from the block at which a walk from one of
 * its blocks first finds nothing new.
 */
static void leave_endless_loops(const struct ir_function *function, struct lists_maker *onward,
				struct lists_maker *back)
{
	uint32_t nr_nodes = function->nr_blocks + 1;
	bool *ends = xcalloc(nr_nodes, sizeof(*ends));
	bool *seen = xcalloc(nr_nodes, sizeof(*seen));
	uint32_t *found = xcalloc(nr_nodes, sizeof(*found));
	struct lists_maker forward_maker = { 0 }, backward_maker = { 0 };
	struct lists forward, backward;

	add_edges(function, &forward_maker, &backward_maker);
	lists_make(&forward_maker, nr_nodes, &forward);
	lists_make(&backward_maker, nr_nodes, &backward);
	walk(&backward, function->nr_blocks, ends, nr_nodes, found);
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		if (ends[i])
			continue;
		for (uint32_t n = 0; n < nr_nodes; n++)
			seen[n] = ends[n];
		walk(&forward, i, seen, nr_nodes, found);
		uint32_t last = found[nr_nodes - 1];
		lists_add(onward, last, function->nr_blocks);
		lists_add(back, function->nr_blocks, last);
		walk(&backward, last, ends, nr_nodes, found);
	}
	lists_deinit(&forward);
	lists_deinit(&backward);
	free(found);
	free(seen);
	free(ends);
}

static uint32_t meet(const struct flow *flow, const uint32_t *immediate, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (flow->position[a] > flow->position[b])
			a = immediate[a];
		while (flow->position[b] > flow->position[a])
			b = immediate[b];
	}
	return a;
}

/* Returns what dominates all known predecessors of NODE. */
static uint32_t meet_predecessors(const struct flow *flow, const uint32_t *immediate, uint32_t node)
{
	uint32_t ret = IR_NO_BLOCK;

	LISTS_EACH(&flow->back, node, before)
	{
		if (flow->position[before] == UINT32_MAX || immediate[before] == IR_NO_BLOCK)
			continue;
		ret = ret == IR_NO_BLOCK ? before : meet(flow, immediate, ret, before);
	}
	return ret;
}

static void find_immediate(const struct flow *flow, uint32_t *immediate)
{
	bool has_changed = true;

	for (uint32_t i = 0; i < flow->nr_nodes; i++)
		immediate[i] = IR_NO_BLOCK;
	immediate[flow->root] = flow->root;
	while (has_changed) {
		has_changed = false;
		for (uint32_t i = 1; i < flow->nr_reached; i++) {
			uint32_t node = flow->order[i];
			uint32_t found = meet_predecessors(flow, immediate, node);

			has_changed |= immediate[node] != found;
			immediate[node] = found;
		}
	}
	immediate[flow->root] = IR_NO_BLOCK;
}

/* Numbers the nodes of the tree, so that all below a node lie between its two numbers. */
static void number_tree(const struct flow *flow, struct ir_dominators *tree)
{
	uint32_t *size = xcalloc(flow->nr_nodes, sizeof(*size)); /* of the tree below, with it */
	uint32_t *next = xcalloc(flow->nr_nodes, sizeof(*next)); /* number for its next child */

	for (uint32_t i = flow->nr_reached; i-- > 0;) {
		uint32_t node = flow->order[i];

		size[node]++;
		if (i)
			size[tree->immediate[node]] += size[node];
	}
	for (uint32_t i = 0; i < flow->nr_reached; i++) {
		uint32_t node = flow->order[i];

		tree->entered[node] = i ? next[tree->immediate[node]] : 1;
		tree->left[node] = tree->entered[node] + size[node];
		next[node] = tree->entered[node] + 1;
		if (i)
			next[tree->immediate[node]] += size[node];
	}
	free(size);
	free(next);
}

static void compute(struct lists_maker *onward, struct lists_maker *back, uint32_t nr_nodes,
		    uint32_t root, struct ir_dominators *ret)
{
	struct flow flow = { .nr_nodes = nr_nodes, .root = root };

	lists_make(onward, nr_nodes, &flow.onward);
	lists_make(back, nr_nodes, &flow.back);
	put_in_order(&flow);
	*ret = (struct ir_dominators){
		.nr_nodes = nr_nodes,
		.root = root,
		.immediate = xcalloc(nr_nodes, sizeof(uint32_t)),
		.entered = xcalloc(nr_nodes, sizeof(uint32_t)),
		.left = xcalloc(nr_nodes, sizeof(uint32_t)),
	};
	find_immediate(&flow, ret->immediate);
	number_tree(&flow, ret);
	flow_deinit(&flow);
}

void ir_dominators(const struct ir_function *function, struct ir_dominators *ret)
{
	struct lists_maker onward = { 0 }, back = { 0 };

	add_edges(function, &onward, &back);
	compute(&onward, &back, function->nr_blocks + 1, 0, ret);
}

void ir_postdominators(const struct ir_function *function, struct ir_dominators *ret)
{
	struct lists_maker onward = { 0 }, back = { 0 };

	add_edges(function, &onward, &back);
	leave_endless_loops(function, &onward, &back);
	compute(&back, &onward, function->nr_blocks + 1, function->nr_blocks, ret);
}

bool ir_is_dominated(const struct ir_dominators *tree, uint32_t below, uint32_t above)
{
	return tree->entered[above] && tree->entered[below] >= tree->entered[above] &&
	       tree->entered[below] < tree->left[above];
}

void ir_dominators_deinit(struct ir_dominators *tree)
{
	free(tree->immediate);
	free(tree->entered);
	free(tree->left);
}
