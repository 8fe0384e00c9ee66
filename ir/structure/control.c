/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/control.h"

#include <stdlib.h>

#include "common/vec.h"

struct finder {
	const struct ir_dominators *postdominators;
	VEC(struct ir_edge) edges;
	struct lists_maker deciders, decided;
};

/* Adds what depends on EDGE: from its target up the tree to what post-dominates its source. */
static void add_edge(struct finder *finder, struct ir_edge edge)
{
	const struct ir_dominators *tree = finder->postdominators;
	uint32_t stop = tree->immediate[edge.from];
	uint32_t index = (uint32_t)finder->edges.count;

	if (edge.to == stop)
		return;
	vec_push(&finder->edges, edge);
	for (uint32_t node = edge.to; node != stop; node = tree->immediate[node]) {
		lists_add(&finder->deciders, node, index);
		lists_add(&finder->decided, index, node);
	}
}

void ir_control(const struct ir_function *function, const struct ir_dominators *postdominators,
		struct ir_control *ret)
{
	struct finder finder = { .postdominators = postdominators };

	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		const struct ir_block *block = &function->blocks[i];

		for (uint32_t s = 0; s < block->nr_successors; s++)
			add_edge(&finder, (struct ir_edge){ i, block->successors[s] });
	}
	lists_make(&finder.deciders, function->nr_blocks, &ret->deciders);
	lists_make(&finder.decided, (uint32_t)finder.edges.count, &ret->decided);
	ret->edges = finder.edges.items;
	ret->nr_edges = (uint32_t)finder.edges.count;
}

void ir_control_deinit(struct ir_control *control)
{
	free(control->edges);
	lists_deinit(&control->deciders);
	lists_deinit(&control->decided);
}
