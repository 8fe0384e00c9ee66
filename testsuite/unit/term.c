/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Terms against the operations that they stand for: trees at random are computed as they were asked for,
 * and as they were made, for many inputs.
 */
#include "unit.h"

#include "table_sample.h"
#include "term/column.h"
#include "term/compute.h"
#include "term/evaluate.h"
#include "term/support.h"

#define NR_INPUTS  6
#define NR_TREES   2000
#define NR_NODES   24
#define NR_SAMPLES 40

/* A term, and its value for the inputs at hand by the operations alone. */
struct node {
	uint32_t term;
	unsigned width;
	struct term asked; /* operands: indices of nodes */
	uint64_t value;
};

struct tree {
	uint64_t state;
	struct terms terms;
	struct node nodes[NR_NODES];
	unsigned nr_nodes;
	unsigned char inputs[NR_INPUTS];
};

static unsigned pick(struct tree *tree, unsigned limit)
{
	return (unsigned)(table_sample_random(&tree->state) % limit);
}

/* Returns a node of WIDTH, or UINT32_MAX. */
static uint32_t pick_of_width(struct tree *tree, unsigned width)
{
	unsigned start = pick(tree, tree->nr_nodes);

	for (unsigned i = 0; i < tree->nr_nodes; i++) {
		unsigned at = (start + i) % tree->nr_nodes;

		if (tree->nodes[at].width == width)
			return at;
	}
	return UINT32_MAX;
}

static void add(struct tree *tree, uint32_t term, struct term asked)
{
	asked.width = term_get(&tree->terms, term)->width;
	tree->nodes[tree->nr_nodes++] = (struct node){ term, asked.width, asked, 0 };
}

static void add_leaf(struct tree *tree)
{
	static const uint64_t numbers[] = { 0, 1, 2, 3, 0x7f, 0x80, 0xff, UINT64_MAX, 0x80000000 };
	static const unsigned widths[] = { 1, 8, 8, 16, 32, 64 };
	unsigned width = widths[pick(tree, 6)];
	uint64_t number = numbers[pick(tree, 9)];

	if (pick(tree, 2)) {
		number = pick(tree, NR_INPUTS);
		add(tree, term_input(&tree->terms, (uint32_t)number),
		    (struct term){ .operation = TERM_INPUT, .number = number });
	} else {
		add(tree, term_constant(&tree->terms, number, width),
		    (struct term){ .operation = TERM_CONSTANT,
				   .number = term_mask(number, width) });
	}
}

static void add_binary(struct tree *tree, uint32_t a)
{
	enum term_operation operation = TERM_ADD + pick(tree, TERM_LESS_SIGNED - TERM_ADD + 1);
	uint32_t b = pick_of_width(tree, tree->nodes[a].width);

	add(tree, term_binary(&tree->terms, operation, tree->nodes[a].term, tree->nodes[b].term),
	    (struct term){ .operation = (uint8_t)operation, .a = a, .b = b });
}

static void add_choice(struct tree *tree, uint32_t b)
{
	uint32_t a = pick_of_width(tree, 1);
	uint32_t c = pick_of_width(tree, tree->nodes[b].width);

	if (a == UINT32_MAX)
		return;
	add(tree,
	    term_choose(&tree->terms, tree->nodes[a].term, tree->nodes[b].term,
			tree->nodes[c].term),
	    (struct term){ .operation = TERM_CHOOSE, .a = a, .b = b, .c = c });
}

static void add_concatenation(struct tree *tree, uint32_t a)
{
	uint32_t b = pick(tree, tree->nr_nodes);

	if (tree->nodes[a].width + tree->nodes[b].width > 64)
		return;
	add(tree, term_concatenate(&tree->terms, tree->nodes[a].term, tree->nodes[b].term),
	    (struct term){ .operation = TERM_CONCATENATE, .a = a, .b = b });
}

static void add_extract(struct tree *tree, uint32_t a)
{
	unsigned lowest = pick(tree, tree->nodes[a].width);
	unsigned width = 1 + pick(tree, tree->nodes[a].width - lowest);

	if (pick(tree, 2) && tree->nodes[a].width >= 8) {
		lowest = 8 * pick(tree, tree->nodes[a].width / 8);
		width = 8;
	}
	if (lowest + width > tree->nodes[a].width)
		return;
	add(tree, term_extract(&tree->terms, tree->nodes[a].term, lowest, width),
	    (struct term){ .operation = TERM_EXTRACT, .a = a, .number = lowest });
}

static void add_node(struct tree *tree)
{
	uint32_t a = pick(tree, tree->nr_nodes);
	unsigned wider = tree->nodes[a].width + pick(tree, 65 - tree->nodes[a].width);
	bool is_signed = pick(tree, 2);

	switch (pick(tree, 8)) {
	case 0: add_leaf(tree); break;
	case 1: add_choice(tree, a); break;
	case 2: add_concatenation(tree, a); break;
	case 3: add_extract(tree, a); break;
	case 4:
		add(tree, term_extend(&tree->terms, tree->nodes[a].term, wider, is_signed),
		    (struct term){ .operation = is_signed ? TERM_EXTEND_SIGN : TERM_EXTEND_ZERO,
				   .a = a });
		break;
	case 5:
		add(tree, term_not(&tree->terms, tree->nodes[a].term),
		    (struct term){ .operation = TERM_NOT, .a = a });
		break;
	default: add_binary(tree, a); break;
	}
}

static void make_tree(struct tree *tree, uint64_t seed)
{
	*tree = (struct tree){ .state = seed * 0x9e3779b97f4a7c15u | 1 };
	terms_init(&tree->terms);
	for (int i = 0; i < 5; i++)
		table_sample_random(&tree->state);
	add_leaf(tree);
	add_leaf(tree);
	while (tree->nr_nodes < NR_NODES)
		add_node(tree);
}

static void compute_nodes(struct tree *tree)
{
	for (unsigned i = 0; i < tree->nr_nodes; i++) {
		const struct term *asked = &tree->nodes[i].asked;
		const struct node *nodes = tree->nodes;

		if (asked->operation == TERM_CONSTANT)
			tree->nodes[i].value = asked->number;
		else if (asked->operation == TERM_INPUT)
			tree->nodes[i].value = tree->inputs[asked->number];
		else
			tree->nodes[i].value =
				compute(asked, nodes[asked->a].width, nodes[asked->b].width,
					nodes[asked->a].value, nodes[asked->b].value,
					nodes[asked->c].value);
	}
}

TEST(terms_have_the_values_of_what_they_were_made_of)
{
	size_t nr_simplified = 0;

	for (uint64_t seed = 0; seed < NR_TREES; seed++) {
		struct tree tree;
		_cleanup_evaluator_ struct evaluator evaluator = { 0 };

		make_tree(&tree, seed);
		evaluator_init(&evaluator, &tree.terms);
		for (int sample = 0; sample < NR_SAMPLES; sample++) {
			for (unsigned i = 0; i < NR_INPUTS; i++)
				tree.inputs[i] = (unsigned char)(pick(&tree, 3) ? pick(&tree, 256)
										: pick(&tree, 3));
			evaluator_set(&evaluator, tree.inputs);
			compute_nodes(&tree);
			for (unsigned i = 0; i < tree.nr_nodes; i++)
				CHECK_INT(evaluator_value(&evaluator, tree.nodes[i].term), ==,
					  tree.nodes[i].value);
		}
		for (unsigned i = 0; i < tree.nr_nodes; i++)
			nr_simplified += term_get(&tree.terms, tree.nodes[i].term)->operation !=
					 tree.nodes[i].asked.operation;
		terms_deinit(&tree.terms);
	}
	CHECK_INT(nr_simplified, >, NR_TREES);
}

/* What a walk met. */
struct met {
	const struct terms *terms;
	bool inputs[NR_INPUTS];
	size_t nr_parts;
};

static void meet(void *data, uint32_t term)
{
	const struct term *row;
	struct met *met = data;

	row = term_get(met->terms, term);
	if (row->operation == TERM_INPUT)
		met->inputs[row->number] = true;
	met->nr_parts++;
}

/* SUPPORT is the inputs of TERM, ascending. */
static void check_support(struct evaluator *evaluator, uint32_t term, const struct support *support)
{
	struct met met = { .terms = evaluator->terms };
	size_t next = 0;

	evaluator_walk(evaluator, term, meet, &met);
	for (uint32_t input = 0; input < NR_INPUTS; input++) {
		if (!met.inputs[input])
			continue;
		CHECK_INT(next, <, support->number);
		CHECK_INT(support->inputs[next++], ==, input);
	}
	CHECK_INT(next, ==, support->number);
}

/* Returns how many nodes of TREE have a column; their columns are what evaluation says. */
static size_t check_columns(struct tree *tree, struct columns *columns, struct supports *supports)
{
	_cleanup_evaluator_ struct evaluator evaluator = { 0 };
	size_t nr_single = 0;

	evaluator_init(&evaluator, &tree->terms);
	for (unsigned i = 0; i < tree->nr_nodes; i++) {
		uint32_t term = tree->nodes[i].term, input = supports_single(supports, term);
		struct support support = supports_of(supports, &evaluator, term);
		const uint64_t *values;

		CHECK_INT(support.number > 1, ==, input == SUPPORT_MANY);
		CHECK_INT(support.number == 0, ==, input == SUPPORT_NONE);
		check_support(&evaluator, term, &support);
		if (support.number != 1)
			continue;
		CHECK_INT(support.inputs[0], ==, input);
		values = columns_get(columns, term);
		nr_single += values != NULL;
		for (unsigned value = 0; values && value < COLUMN_SIZE; value++) {
			tree->inputs[input] = (unsigned char)value;
			evaluator_set(&evaluator, tree->inputs);
			CHECK_INT(evaluator_value(&evaluator, term), ==, values[value]);
		}
	}
	return nr_single;
}

TEST(columns_have_the_values_for_all_values_of_an_input)
{
	size_t nr_single = 0;

	for (uint64_t seed = 0; seed < NR_TREES; seed += 8) {
		_cleanup_(columns_deinit) struct columns columns;
		_cleanup_(supports_deinit) struct supports supports;
		struct tree tree;

		make_tree(&tree, seed);
		/* so few that they have to be dropped now and then, and that some terms have more parts */
		columns_init(&columns, &tree.terms, 6);
		supports_init(&supports, &tree.terms);
		nr_single += check_columns(&tree, &columns, &supports);
		terms_deinit(&tree.terms);
	}
	CHECK_INT(nr_single, >, 50);
}

#define NR_SUMS 1000

/* A loop asks for one sum after the other. */
TEST(what_sums_are_about_is_known_by_the_sums_before)
{
	_cleanup_terms_ struct terms terms = { 0 };
	_cleanup_evaluator_ struct evaluator evaluator = { 0 };
	_cleanup_(supports_deinit) struct supports supports;
	struct met met = { .terms = &terms };
	uint32_t sums[NR_SUMS], sum;

	terms_init(&terms);
	evaluator_init(&evaluator, &terms);
	supports_init(&supports, &terms);
	sum = term_constant(&terms, 0, 8);
	for (uint32_t i = 0; i < NR_SUMS; i++) {
		sum = term_binary(&terms, TERM_XOR, term_input(&terms, i % 3),
				  term_binary(&terms, TERM_ADD, sum, sum));
		sums[i] = sum;
	}
	for (uint32_t i = 0; i < NR_SUMS; i++) {
		struct support support = supports_of(&supports, &evaluator, sums[i]);

		check_support(&evaluator, sums[i], &support);
	}
	/* {0}, {1}, {2}, {0, 1} and {0, 1, 2} */
	CHECK_INT(supports.lists.count, ==, 5);
	evaluator_walk_all(&evaluator, sums, NR_SUMS, meet, &met);
	CHECK_INT(met.nr_parts, <=, terms.count);
	CHECK_INT(met.nr_parts, >=, NR_SUMS);
}

TEST(the_same_operation_is_the_same_term)
{
	_cleanup_terms_ struct terms terms = { 0 };
	uint32_t a, b;

	terms_init(&terms);
	a = term_input(&terms, 0);
	b = term_input(&terms, 1);
	CHECK_INT(term_binary(&terms, TERM_ADD, a, b), ==, term_binary(&terms, TERM_ADD, b, a));
	CHECK_INT(term_subtract(&terms, a, a), ==, term_constant(&terms, 0, 8));
	/* bytes that are taken apart and put together again */
	CHECK_INT(term_concatenate(&terms,
				   term_extract(&terms, term_extend(&terms, a, 32, true), 8, 24),
				   term_extract(&terms, term_extend(&terms, a, 32, true), 0, 8)),
		  ==, term_extend(&terms, a, 32, true));
	for (uint32_t i = 0; i < 5000; i++)
		CHECK_INT(term_input(&terms, i), ==, term_input(&terms, i));
}

/* Each operation with a divisor of 0, a shift too far, and the smallest number divided by -1. */
TEST(operations_mean_what_smt_lib_says)
{
	struct {
		enum term_operation operation;
		uint64_t a, b, value;
	} const cases[] = {
		{ TERM_DIVIDE_UNSIGNED, 7, 0, 0xff },
		{ TERM_DIVIDE_SIGNED, 7, 0, 0xff },
		{ TERM_DIVIDE_SIGNED, 0xf9, 0, 1 },
		{ TERM_DIVIDE_SIGNED, 0x80, 0xff, 0x80 },
		{ TERM_DIVIDE_SIGNED, 0xf9, 2, 0xfd },
		{ TERM_REMAINDER_UNSIGNED, 7, 0, 7 },
		{ TERM_REMAINDER_SIGNED, 0xf9, 0, 0xf9 },
		{ TERM_REMAINDER_SIGNED, 0xf9, 2, 0xff },
		{ TERM_REMAINDER_SIGNED, 0x80, 0xff, 0 },
		{ TERM_SHIFT_LEFT, 1, 8, 0 },
		{ TERM_SHIFT_RIGHT_UNSIGNED, 0x80, 9, 0 },
		{ TERM_SHIFT_RIGHT_SIGNED, 0x80, 200, 0xff },
		{ TERM_SHIFT_RIGHT_SIGNED, 0x40, 8, 0 },
		{ TERM_LESS_SIGNED, 0x80, 0, 1 },
		{ TERM_LESS_UNSIGNED, 0x80, 0, 0 },
	};
	_cleanup_terms_ struct terms terms = { 0 };

	terms_init(&terms);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint32_t term = term_binary(&terms, cases[i].operation,
					    term_constant(&terms, cases[i].a, 8),
					    term_constant(&terms, cases[i].b, 8));
		uint64_t number;

		CHECK(term_is_constant(&terms, term, &number));
		CHECK_INT(number, ==, cases[i].value);
	}
}

/* Each term has the one before twice, so that there are 2^60 ways down. */
TEST(common_parts_are_taken_apart_once)
{
	_cleanup_terms_ struct terms terms = { 0 };
	uint32_t bit, term;

	terms_init(&terms);
	bit = term_extract(&terms, term_input(&terms, 0), 0, 1);
	term = term_input(&terms, 1);
	for (unsigned i = 0; i < 50; i++)
		term = term_binary(&terms, TERM_ADD, term_extend(&terms, term, 9 + i, false),
				   term_concatenate(&terms, bit, term));
	CHECK_INT(term_get(&terms, term_extract(&terms, term, 0, 1))->width, ==, 1);
	CHECK_INT(terms.count, <, 1000);
}
