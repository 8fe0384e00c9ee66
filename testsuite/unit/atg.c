/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of functions of one byte, which are made here as IR: the judge is the same function in C. */
#include "unit.h"

#include "atg/copies.h"
#include "atg/expansion.h"
#include "atg/kill.h"

enum { BYTE, TRUTH, SITE = 5 };
#define NONE UINT32_MAX

static const struct ir_type types[] = {
	[BYTE] = { .kind = REMT_IR_INTEGER,
		   .size = 1,
		   .alignment = 1,
		   .precision = 8,
		   .flags = REMT_IR_WRAPS },
	[TRUTH] = { .kind = REMT_IR_INTEGER,
		    .size = 1,
		    .alignment = 1,
		    .precision = 1,
		    .flags = REMT_IR_WRAPS | REMT_IR_TRUTH },
};
static const struct ir_unit unit = { .types = types, .nr_types = 2 };

static struct ir_operand value(uint32_t index)
{
	return (struct ir_operand){ .kind = REMT_IR_VALUE, .value = index };
}

static struct ir_operand number(uint64_t low)
{
	return (struct ir_operand){ .kind = REMT_IR_NUMBER, .type = BYTE, .number = { low, 0 } };
}

static struct ir_statement binary(enum remt_ir_operation operation, uint32_t result,
				  struct ir_operand a, struct ir_operand b)
{
	return (struct ir_statement){ .kind = REMT_IR_BINARY,
				      .operation = operation,
				      .value = result,
				      .nr_operands = 2,
				      .operands = { a, b } };
}

static struct ir_statement marked(struct ir_statement statement, const struct ir_mark *mark)
{
	statement.kind = REMT_IR_MARK;
	statement.mark = mark;
	return statement;
}

static struct ir_end branch(uint32_t condition, uint32_t yes, uint32_t no)
{
	return (struct ir_end){ .kind = REMT_IR_IF,
				.operation = REMT_IR_OP_NOT_EQUAL,
				.nr_operands = 2,
				.operands = { value(condition),
					      { .kind = REMT_IR_NUMBER, .type = TRUTH } },
				.blocks = { yes, no } };
}

static struct ir_end leave(struct ir_operand operand)
{
	return (struct ir_end){ .kind = REMT_IR_RETURN, .nr_operands = 1, .operands = { operand } };
}

/* What a case is: a function, and its two versions in C. */
struct sample {
	struct ir_function function;
	unsigned char (*versions[2])(unsigned char x);
	bool is_refused; /* the judge says no to all */
	unsigned nr_tried;
};

static bool kills(void *arg, const unsigned char *blob, size_t size)
{
	struct sample *sample = arg;

	CHECK_INT(size, ==, 1);
	sample->nr_tried++;
	return !sample->is_refused && sample->versions[0](blob[0]) != sample->versions[1](blob[0]);
}

/* Looks for a test; returns the verdict. */
static enum atg_verdict find(struct sample *sample, const struct atg_options *options,
			     unsigned char *ret)
{
	struct start start = { .nr_bytes = 1 };
	const unsigned char seed = 0;
	const struct atg_judge judge = { kills, sample };
	struct atg_result result;
	enum atg_verdict verdict;

	vec_push(&start.arguments, ((struct start_cell){ .kind = START_INPUT, .bytes = 1 }));
	atg_kill(&sample->function, &start, &seed, SITE, 1, options, &judge, &result);
	verdict = result.verdict;
	if (verdict == ATG_TEST && ret)
		*ret = result.blob[0];
	CHECK((verdict == ATG_UNKNOWN) == (result.why != NULL));
	atg_result_deinit(&result);
	start_deinit(&start);
	return verdict;
}

/* ---- x + 1, or x - 1, is 77 */

static const struct ir_alternative minus = { REMT_IR_BY_OPERATION, REMT_IR_OP_SUBTRACT, 0, 0, 0 };
static const struct ir_alternative first = { REMT_IR_BY_FIRST, REMT_IR_OP_NONE, 0, 0, 0 };
static const struct ir_mark to_minus = { .site = SITE,
					 .nr_alternatives = 1,
					 .alternatives = &minus };
static const struct ir_mark to_first = { .site = SITE,
					 .nr_alternatives = 1,
					 .alternatives = &first };

static const struct ir_value five_values[] = { { .type = BYTE, .local = NONE, .parameter = 1 },
					       { .type = BYTE, .local = NONE },
					       { .type = TRUTH, .local = NONE },
					       { .type = BYTE, .local = NONE },
					       { .type = BYTE, .local = NONE } };

static unsigned char plus_is_77(unsigned char x)
{
	return x + 1 == 77;
}

static unsigned char minus_is_77(unsigned char x)
{
	return x - 1 == 77;
}

/* Makes "return x + ADDED == 77" with a branch; *STATEMENTS are two. */
static void make_branch(struct sample *sample, const struct ir_mark *mark, uint64_t added,
			struct ir_statement *statements, struct ir_block *blocks)
{
	static const uint32_t successors[] = { 1, 2 }, zero[] = { 0 };

	statements[0] = marked(binary(REMT_IR_OP_ADD, 1, value(0), number(added)), mark);
	statements[1] = binary(REMT_IR_OP_EQUAL, 2, value(1), number(77));
	blocks[0] = (struct ir_block){ .nr_statements = 2,
				       .statements = statements,
				       .end = branch(2, 1, 2),
				       .nr_successors = 2,
				       .successors = successors };
	for (unsigned i = 1; i < 3; i++)
		blocks[i] = (struct ir_block){ .nr_predecessors = 1,
					       .predecessors = zero,
					       .end = leave(number(i == 1)) };
	sample->function = (struct ir_function){ .unit = &unit,
						 .values = five_values,
						 .blocks = blocks,
						 .nr_values = 5,
						 .nr_blocks = 3 };
}

TEST(excited_and_propagated_through_a_branch)
{
	struct ir_statement statements[2];
	struct ir_block blocks[3];

	for (unsigned improvements = 0; improvements <= ATG_ALL_IMPROVEMENTS; improvements++) {
		struct sample sample = { .versions = { plus_is_77, minus_is_77 } };
		struct atg_options options = atg_defaults;
		unsigned char x = 0;

		options.improvements = improvements;
		options.has_whole = false;
		make_branch(&sample, &to_minus, 1, statements, blocks);
		/* The condition alone may be solved so that it differs; without help this takes luck. */
		if (find(&sample, &options, &x) != ATG_TEST) {
			CHECK(!(improvements & ATG_ASSIST));
			continue;
		}
		CHECK(x == 76 || x == 78);
	}
}

TEST(asked_as_a_whole)
{
	struct ir_statement statements[2];
	struct ir_block blocks[3];
	struct sample sample = { .versions = { plus_is_77, minus_is_77 } };
	struct atg_options options = atg_defaults;
	unsigned char x = 0;

	options.has_search = false;
	make_branch(&sample, &to_minus, 1, statements, blocks);
	CHECK_INT(find(&sample, &options, &x), ==, ATG_TEST);
	CHECK(x == 76 || x == 78);
}

static unsigned char is_77(unsigned char x)
{
	return x == 77;
}

TEST(no_test_where_both_are_the_same)
{
	struct ir_statement statements[2];
	struct ir_block blocks[3];
	struct sample sample = { .versions = { is_77, is_77 } };
	struct atg_options options = atg_defaults;

	make_branch(&sample, &to_first, 0, statements, blocks);
	CHECK_INT(find(&sample, &options, NULL), ==, ATG_NO_TEST);
	/* A search that finds nothing is no proof. */
	options.has_whole = false;
	CHECK_INT(find(&sample, &options, NULL), ==, ATG_UNKNOWN);
	CHECK_INT(sample.nr_tried, ==, 0);
}

static const struct ir_mark elsewhere = { .site = SITE + 1,
					  .nr_alternatives = 1,
					  .alternatives = &minus };

TEST(what_has_no_mark_is_unknown)
{
	struct ir_statement statements[2];
	struct ir_block blocks[3];
	struct sample sample = { .versions = { is_77, is_77 } };

	make_branch(&sample, &elsewhere, 0, statements, blocks);
	CHECK_INT(find(&sample, &atg_defaults, NULL), ==, ATG_UNKNOWN);
}

TEST(what_the_judge_refuses_is_unknown)
{
	struct ir_statement statements[2];
	struct ir_block blocks[3];
	struct sample sample = { .versions = { plus_is_77, minus_is_77 }, .is_refused = true };

	make_branch(&sample, &to_minus, 1, statements, blocks);
	CHECK_INT(find(&sample, &atg_defaults, NULL), ==, ATG_UNKNOWN);
	CHECK(sample.nr_tried > 0);
}

/* ---- for (i = 0; i < x; i++) s += 2; or s -= 2 */

static unsigned char add_two(unsigned char x)
{
	return (unsigned char)(x * 2);
}

static unsigned char take_two(unsigned char x)
{
	return (unsigned char)(x * -2);
}

/* Values: 0 x, 1 i, 2 s, 3 i < x, 4 s + 2, 5 i + 1. */
static void make_loop(struct sample *sample, struct ir_statement *statements,
		      struct ir_block *blocks, struct ir_phi *phis,
		      struct ir_operand operands[2][2])
{
	static const struct ir_value values[] = { { .type = BYTE, .local = NONE, .parameter = 1 },
						  { .type = BYTE, .local = NONE },
						  { .type = BYTE, .local = NONE },
						  { .type = TRUTH, .local = NONE },
						  { .type = BYTE, .local = NONE },
						  { .type = BYTE, .local = NONE } };
	static const uint32_t head[] = { 1 }, into_head[] = { 0, 2 }, out_of_head[] = { 2, 3 };

	for (unsigned i = 0; i < 2; i++) {
		operands[i][0] = number(0);
		operands[i][1] = value(i ? 4 : 5);
		phis[i] = (struct ir_phi){ i + 1, operands[i] };
	}
	statements[0] = binary(REMT_IR_OP_LESS, 3, value(1), value(0));
	statements[1] = marked(binary(REMT_IR_OP_ADD, 4, value(2), number(2)), &to_minus);
	statements[2] = binary(REMT_IR_OP_ADD, 5, value(1), number(1));
	blocks[0] = (struct ir_block){ .end = { .kind = REMT_IR_GOTO, .blocks = { 1 } },
				       .nr_successors = 1,
				       .successors = head };
	blocks[1] = (struct ir_block){ .nr_predecessors = 2,
				       .predecessors = into_head,
				       .nr_phis = 2,
				       .phis = phis,
				       .nr_statements = 1,
				       .statements = statements,
				       .end = branch(3, 2, 3),
				       .nr_successors = 2,
				       .successors = out_of_head };
	blocks[2] = (struct ir_block){ .nr_predecessors = 1,
				       .predecessors = head,
				       .nr_statements = 2,
				       .statements = statements + 1,
				       .end = { .kind = REMT_IR_GOTO, .blocks = { 1 } },
				       .nr_successors = 1,
				       .successors = head };
	blocks[3] = (struct ir_block){ .nr_predecessors = 1,
				       .predecessors = head,
				       .end = leave(value(2)) };
	sample->function = (struct ir_function){
		.unit = &unit, .values = values, .blocks = blocks, .nr_values = 6, .nr_blocks = 4
	};
}

struct rounds {
	struct sample sample;
	struct ir_statement statements[3];
	struct ir_block blocks[4];
	struct ir_phi phis[2];
	struct ir_operand operands[2][2];
};

static void loop_init(struct rounds *loop)
{
	*loop = (struct rounds){ .sample = { .versions = { add_two, take_two } } };
	make_loop(&loop->sample, loop->statements, loop->blocks, loop->phis, loop->operands);
}

TEST(loops_are_unwound_up_to_the_bound)
{
	for (unsigned bound = 0; bound < 5; bound++) {
		struct rounds loop;
		struct copies copies;

		loop_init(&loop);
		copies_init(&copies, &loop.sample.function, bound, 1000);
		CHECK(!copies.refusal);
		/* The entry, the way out, and head and body for each round; the last head leads no further. */
		CHECK_INT(copies.items.count, ==, 2 + 2 * (bound + 1));
		for (size_t i = 1; i < copies.items.count; i++)
			CHECK(copies.order[i] < copies.items.count);
		copies_deinit(&copies);
		copies_init(&copies, &loop.sample.function, bound, bound + 2);
		CHECK(copies.refusal);
		copies_deinit(&copies);
	}
}

/* A loop of the blocks 1 and 2, into which block 0 leads at both; 2 leads to itself, too, and to 3. */
TEST(loops_with_two_entries_are_unwound)
{
	static const uint32_t both[] = { 1, 2 }, second[] = { 2 }, all[] = { 1, 2, 3 },
			      into_first[] = { 0, 2 }, into_second[] = { 0, 1, 2 };
	const struct ir_block blocks[] = {
		{ .nr_successors = 2, .successors = both },
		{ .nr_predecessors = 2,
		  .predecessors = into_first,
		  .nr_successors = 1,
		  .successors = second },
		{ .nr_predecessors = 3,
		  .predecessors = into_second,
		  .nr_successors = 3,
		  .successors = all },
		{ .nr_predecessors = 1, .predecessors = second },
	};
	const struct ir_function function = { .unit = &unit, .blocks = blocks, .nr_blocks = 4 };

	for (unsigned bound = 0; bound < 4; bound++) {
		struct copies copies;
		uint32_t at[64];
		unsigned nr_beyond = 0;

		copies_init(&copies, &function, bound, 64);
		CHECK(!copies.refusal);
		CHECK_INT(copies.loops.items.count, ==, 1);
		CHECK_INT(copies.loops.items.items[0].head, ==, 2);
		/* The entry and the way out; before the first round the block 1 and the head, then both in each round. */
		CHECK_INT(copies.items.count, ==, 2 + 2 * (bound + 1));
		for (uint32_t i = 0; i < copies.items.count; i++)
			at[copies.order[i]] = i;
		for (uint32_t i = 0; i < copies.items.count; i++) {
			const struct copy *copy = &copies.items.items[i];

			for (uint32_t k = 0; k < blocks[copy->block].nr_successors; k++) {
				if (copy->targets[k] == COPY_BEYOND)
					nr_beyond++;
				else
					CHECK(at[i] < at[copy->targets[k]]);
			}
		}
		/* To the head, from itself and from block 1, and nothing else. */
		CHECK_INT(nr_beyond, ==, 2);
		copies_deinit(&copies);
	}
}

TEST(tests_stay_within_the_bound)
{
	struct atg_options options = atg_defaults;
	struct rounds loop;
	unsigned char x = 0;

	loop_init(&loop);
	options.bound = 3;
	CHECK_INT(find(&loop.sample, &options, &x), ==, ATG_TEST);
	CHECK(x >= 1 && x <= 3);
	/* Without a round nothing differs; x = 0 is what is left, and all others were not looked at. */
	options.bound = 0;
	CHECK_INT(find(&loop.sample, &options, NULL), ==, ATG_UNKNOWN);
}

TEST(searches_end_with_their_time)
{
	struct ir_statement statements[2];
	struct ir_block blocks[3];
	struct sample sample = { .versions = { plus_is_77, minus_is_77 } };
	struct atg_options options = atg_defaults;

	options.deadline.at_ms = 1;
	make_branch(&sample, &to_minus, 1, statements, blocks);
	CHECK_INT(find(&sample, &options, NULL), ==, ATG_UNKNOWN);
	CHECK_INT(sample.nr_tried, ==, 0);
}
