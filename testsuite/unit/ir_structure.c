/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The structure of functions, held against its definitions: random graphs small enough to try every
 * path, and random walks that note who wrote what is read.
 */
#include "unit.h"

#include <stdlib.h>

#include "ir/structure/control.h"
#include "ir/structure/memory.h"
#include "table_sample.h"

#define MAX_BLOCKS 9
#define NR_LOCALS  3
#define NR_GRAPHS  3000

/* A function that is made at random, and what it is made of. */
struct sample {
	uint64_t state;
	struct ir_unit unit;
	struct ir_type types[2];
	struct ir_function function;
	struct ir_local locals[NR_LOCALS];
	struct ir_block blocks[MAX_BLOCKS];
	uint32_t successors[MAX_BLOCKS][2], predecessors[MAX_BLOCKS][2 * MAX_BLOCKS];
	struct ir_statement statements[MAX_BLOCKS][4];
	struct ir_place places[MAX_BLOCKS][4];
};

static uint32_t pick(struct sample *sample, uint32_t limit)
{
	return (uint32_t)(table_sample_random(&sample->state) % limit);
}

/* The entry leads to block 1 alone; block 0 has no predecessors. */
static void add_edges(struct sample *sample)
{
	struct ir_function *function = &sample->function;

	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		struct ir_block *block = &sample->blocks[i];
		uint32_t number = i == 0 ? 1 : pick(sample, 3);

		block->successors = sample->successors[i];
		block->predecessors = sample->predecessors[i];
		for (uint32_t s = 0; s < number; s++) {
			uint32_t to = i == 0 ? 1 : 1 + pick(sample, function->nr_blocks - 1);
			struct ir_block *target = &sample->blocks[to];

			if (s && sample->successors[i][0] == to)
				continue;
			sample->successors[i][block->nr_successors++] = to;
			sample->predecessors[to][target->nr_predecessors++] = i;
		}
		block->end.kind = block->nr_successors == 0   ? REMT_IR_RETURN
				  : block->nr_successors == 1 ? REMT_IR_GOTO
							      : REMT_IR_IF;
	}
}

/* Reads and writes of one of three locals: a whole one or a half of it. */
static void add_statements(struct sample *sample, uint32_t block)
{
	sample->blocks[block].statements = sample->statements[block];
	sample->blocks[block].nr_statements = pick(sample, 5);
	for (uint32_t i = 0; i < sample->blocks[block].nr_statements; i++) {
		struct ir_place *place = &sample->places[block][i];

		place->base = REMT_IR_LOCAL;
		place->index = pick(sample, NR_LOCALS);
		place->type = pick(sample, 2);
		place->offset = place->type == 0 ? 0 : 4 * (int64_t)pick(sample, 2);
		sample->statements[block][i].kind = pick(sample, 2) ? REMT_IR_LOAD : REMT_IR_STORE;
		sample->statements[block][i].place = place;
	}
}

static void make_sample(struct sample *sample, uint64_t seed)
{
	*sample = (struct sample){ .state = seed * 0x9e3779b97f4a7c15u | 1 };
	sample->types[0] = (struct ir_type){ .kind = REMT_IR_INTEGER, .size = 8 };
	sample->types[1] = (struct ir_type){ .kind = REMT_IR_INTEGER, .size = 4 };
	sample->unit = (struct ir_unit){ .types = sample->types, .nr_types = 2 };
	for (int i = 0; i < 5; i++)
		table_sample_random(&sample->state);
	sample->function = (struct ir_function){
		.unit = &sample->unit,
		.locals = sample->locals,
		.nr_locals = NR_LOCALS,
		.blocks = sample->blocks,
		.nr_blocks = 2 + pick(sample, MAX_BLOCKS - 1),
	};
	add_edges(sample);
	for (uint32_t i = 0; i < sample->function.nr_blocks; i++)
		add_statements(sample, i);
}

/* ---- definitions */

/* True if TO can be reached from FROM without WITHOUT. The end is the node behind the blocks. */
static bool reaches(const struct ir_function *function, uint32_t from, uint32_t to,
		    uint32_t without)
{
	bool seen[MAX_BLOCKS + 1] = { false };
	uint32_t stack[MAX_BLOCKS + 1];
	uint32_t depth = 0;

	if (from == without)
		return false;
	seen[from] = true;
	stack[depth++] = from;
	while (depth) {
		uint32_t node = stack[--depth];
		const struct ir_block *block = &function->blocks[node];

		if (node == to)
			return true;
		if (node == function->nr_blocks)
			continue;
		for (uint32_t s = 0; s <= block->nr_successors; s++) {
			uint32_t next = s < block->nr_successors ? block->successors[s]
								 : function->nr_blocks;

			if (s == block->nr_successors && block->nr_successors)
				continue;
			if (next == without || seen[next])
				continue;
			seen[next] = true;
			stack[depth++] = next;
		}
	}
	return false;
}

#define NOTHING UINT32_MAX

TEST(dominators_are_on_every_path_from_the_entry)
{
	for (uint64_t seed = 0; seed < NR_GRAPHS; seed++) {
		struct sample sample;
		_cleanup_ir_dominators_ struct ir_dominators tree = { 0 };

		make_sample(&sample, seed);
		ir_dominators(&sample.function, &tree);
		for (uint32_t a = 0; a < sample.function.nr_blocks; a++) {
			for (uint32_t b = 0; b < sample.function.nr_blocks; b++) {
				bool is_reached = reaches(&sample.function, 0, b, NOTHING);
				bool expected = is_reached && !reaches(&sample.function, 0, b, a);

				CHECK_INT(ir_is_dominated(&tree, b, a), ==, expected);
			}
		}
	}
}

/* True if from each block that FROM leads to the function can end. */
static bool always_can_end(const struct ir_function *function, uint32_t from)
{
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		if (reaches(function, from, i, NOTHING) &&
		    !reaches(function, i, function->nr_blocks, NOTHING))
			return false;
	}
	return true;
}

/* A way into a loop that never ends leads to the end, too: what is told there is less. */
TEST(postdominators_are_on_every_path_to_the_end)
{
	size_t nr_endless = 0, nr_compared = 0;

	for (uint64_t seed = 0; seed < NR_GRAPHS; seed++) {
		struct sample sample;
		_cleanup_ir_dominators_ struct ir_dominators tree = { 0 };
		uint32_t end;

		make_sample(&sample, seed);
		end = sample.function.nr_blocks;
		ir_postdominators(&sample.function, &tree);
		for (uint32_t a = 0; a < end; a++) {
			bool is_endless = !reaches(&sample.function, a, end, NOTHING);
			bool is_exact = always_can_end(&sample.function, a);

			CHECK(tree.entered[a]); /* each has a place in the tree */
			nr_endless += is_endless;
			for (uint32_t b = 0; b < end && !is_endless; b++) {
				bool expected = !reaches(&sample.function, a, end, b);
				bool is_told = ir_is_dominated(&tree, a, b);

				CHECK(expected || !is_told);
				CHECK(is_told || !expected || !is_exact);
				nr_compared += is_exact;
			}
		}
	}
	CHECK_INT(nr_endless, >, 100);
	CHECK_INT(nr_compared, >, 10000);
}

/* Ferrante, Ottenstein and Warren's definition, by the tree that the test above judges. */
TEST(blocks_depend_on_the_edges_that_decide_over_them)
{
	for (uint64_t seed = 0; seed < NR_GRAPHS; seed++) {
		struct sample sample;
		_cleanup_ir_dominators_ struct ir_dominators tree = { 0 };
		_cleanup_ir_control_ struct ir_control control = { 0 };
		size_t nr_expected = 0, nr_found;

		make_sample(&sample, seed);
		ir_postdominators(&sample.function, &tree);
		ir_control(&sample.function, &tree, &control);
		for (uint32_t x = 0; x < sample.function.nr_blocks; x++) {
			const struct ir_block *block = &sample.function.blocks[x];

			for (uint32_t s = 0; s < block->nr_successors; s++) {
				for (uint32_t y = 0; y < sample.function.nr_blocks; y++)
					nr_expected +=
						ir_is_dominated(&tree, block->successors[s], y) &&
						(x == y || !ir_is_dominated(&tree, x, y));
			}
		}
		nr_found = control.deciders.first[sample.function.nr_blocks];
		CHECK_INT(nr_found, ==, nr_expected);
		CHECK_INT(control.decided.first[control.nr_edges], ==, nr_expected);
		for (uint32_t y = 0; y < sample.function.nr_blocks; y++) {
			LISTS_EACH(&control.deciders, y, e)
			{
				struct ir_edge edge = control.edges[e];

				CHECK(ir_is_dominated(&tree, edge.to, y));
				CHECK(edge.from == y || !ir_is_dominated(&tree, edge.from, y));
			}
		}
	}
}

/* ---- memory */

/* Who wrote each half of each local last; 0: the caller. */
struct memory {
	uint32_t writers[NR_LOCALS][2];
};

static bool has_half(const struct ir_place *place, uint32_t half)
{
	return place->type == 0 || place->offset == 4 * (int64_t)half;
}

static uint32_t find_writing(const struct ir_memory *memory, uint32_t block, uint32_t at)
{
	for (uint32_t i = 1; i < memory->nr_writings; i++) {
		if (memory->writings[i].block == block && memory->writings[i].at == at)
			return i;
	}
	return 0;
}

static uint32_t find_reading(const struct ir_memory *memory, uint32_t block, uint32_t at)
{
	for (uint32_t i = 0; i < memory->nr_readings; i++) {
		if (memory->readings[i].point.block == block && memory->readings[i].point.at == at)
			return i;
	}
	return UINT32_MAX;
}

#define MAX_ACCESSES (MAX_BLOCKS * 4 + 1)

struct seen {
	bool pairs[MAX_ACCESSES][MAX_ACCESSES]; /* by reading and writing */
};

static void walk_block(const struct sample *sample, const struct ir_memory *memory, uint32_t block,
		       struct memory *now, struct seen *seen)
{
	for (uint32_t i = 0; i < sample->blocks[block].nr_statements; i++) {
		const struct ir_place *place = &sample->places[block][i];

		for (uint32_t half = 0; half < 2; half++) {
			uint32_t *writer = &now->writers[place->index][half];

			if (!has_half(place, half))
				continue;
			if (sample->statements[block][i].kind == REMT_IR_STORE)
				*writer = find_writing(memory, block, i);
			else
				seen->pairs[find_reading(memory, block, i)][*writer] = true;
		}
	}
}

static void walk(struct sample *sample, const struct ir_memory *memory, struct seen *seen)
{
	struct memory now = { { { 0 } } };
	uint32_t block = 0;

	for (int steps = 0; steps < 40; steps++) {
		const struct ir_block *row = &sample->blocks[block];

		walk_block(sample, memory, block, &now, seen);
		if (!row->nr_successors)
			return;
		block = row->successors[pick(sample, row->nr_successors)];
	}
}

/* Nothing that a walk sees is missing, and little is told that no walk sees: two halves may have been
 * written by two statements, each of which is passed by, but for the whole. */
TEST(writers_are_those_that_walks_see)
{
	size_t nr_seen = 0, nr_told = 0;

	for (uint64_t seed = 0; seed < 1500; seed++) {
		struct sample sample;
		static struct seen seen;
		_cleanup_ir_memory_ struct ir_memory memory = { 0 };

		make_sample(&sample, seed);
		ir_memory_init(&memory, &sample.function);
		memset(&seen, 0, sizeof(seen));
		for (int i = 0; i < 60; i++)
			walk(&sample, &memory, &seen);
		for (uint32_t r = 0; r < memory.nr_readings; r++) {
			bool is_told[MAX_ACCESSES] = { false };
			uint32_t number;
			const uint32_t *writers = ir_memory_writers(&memory, r, &number);

			if (!reaches(&sample.function, 0, memory.readings[r].point.block, NOTHING))
				continue;
			nr_told += number;
			for (uint32_t i = 0; i < number; i++)
				is_told[writers[i]] = true;
			for (uint32_t w = 0; w < memory.nr_writings; w++) {
				nr_seen += seen.pairs[r][w];
				CHECK(is_told[w] || !seen.pairs[r][w]);
			}
		}
	}
	CHECK_INT(nr_seen, >, 4000);
	CHECK_INT(nr_told, <, nr_seen + nr_seen / 5);
}
