/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers of the solver against all inputs there are: questions about two bytes, which can be tried one
 * by one.
 */
#include "unit.h"

#include <stdlib.h>

#include "solver/solver.h"
#include "table_sample.h"
#include "term/evaluate.h"

/* When Z3 runs out of memory, it loses some; the leak checker reads this. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libz3";
}

static unsigned pick(uint64_t *state, unsigned limit)
{
	return (unsigned)(table_sample_random(state) % limit);
}

/* A number of 16 bits at random: the two bytes, one of them, a constant, or a sum and the like. */
static uint32_t make_number(struct terms *terms, uint64_t *state, unsigned depth)
{
	uint32_t a, b;

	switch (depth ? pick(state, 6) : pick(state, 3)) {
	case 0: return term_concatenate(terms, term_input(terms, 1), term_input(terms, 0));
	case 1: return term_extend(terms, term_input(terms, pick(state, 2)), 16, pick(state, 2));
	case 2: return term_constant(terms, table_sample_random(state), 16);
	default:
		a = make_number(terms, state, depth - 1);
		b = make_number(terms, state, depth - 1);
		return term_binary(terms, TERM_ADD + pick(state, TERM_XOR - TERM_ADD + 1), a, b);
	}
}

/* Conditions joined, chosen, put side by side: what they are made of has one bit. */
static uint32_t make_condition(struct terms *terms, uint64_t *state, unsigned depth);

static uint32_t make_joined(struct terms *terms, uint64_t *state, unsigned depth)
{
	uint32_t a = make_condition(terms, state, depth);
	uint32_t b = make_condition(terms, state, depth);
	uint32_t both = term_concatenate(terms, a, b);

	switch (pick(state, 5)) {
	case 0:
		return term_binary(terms, TERM_ADD + pick(state, TERM_LESS_SIGNED - TERM_ADD + 1),
				   a, b);
	case 1: return term_choose(terms, make_condition(terms, state, 0), a, b);
	case 2:
		return term_binary(terms, TERM_EQUAL, both,
				   term_constant(terms, pick(state, 4), 2));
	case 3: return term_extract(terms, make_number(terms, state, 1), pick(state, 16), 1);
	default:
		return term_binary(terms, TERM_LESS_UNSIGNED,
				   term_extend(terms, both, 16, pick(state, 2)),
				   make_number(terms, state, 0));
	}
}

static uint32_t make_condition(struct terms *terms, uint64_t *state, unsigned depth)
{
	if (depth)
		return make_joined(terms, state, depth - 1);

	uint32_t a = make_number(terms, state, 2);
	uint32_t b = make_number(terms, state, 1);
	uint32_t condition = term_binary(terms, TERM_EQUAL + pick(state, 3), a, b);

	return pick(state, 2) ? condition : term_not(terms, condition);
}

#define MAX_CONDITIONS 3

struct question {
	struct terms terms;
	uint32_t conditions[MAX_CONDITIONS];
	unsigned number;
	unsigned char inputs[2];
};

static void make_question(struct question *question, uint64_t seed)
{
	uint64_t state = (seed + 1) * 0x9e3779b97f4a7c15u | 1;

	for (int i = 0; i < 5; i++)
		table_sample_random(&state);
	terms_init(&question->terms);
	question->number = 1 + pick(&state, MAX_CONDITIONS);
	for (unsigned i = 0; i < question->number; i++)
		question->conditions[i] = make_condition(&question->terms, &state, pick(&state, 4));
	question->inputs[0] = (unsigned char)pick(&state, 256);
	question->inputs[1] = (unsigned char)pick(&state, 256);
}

static bool holds(const struct question *question, struct evaluator *evaluator,
		  const unsigned char *inputs)
{
	evaluator_set(evaluator, inputs);
	for (unsigned i = 0; i < question->number; i++) {
		if (!evaluator_value(evaluator, question->conditions[i]))
			return false;
	}
	return true;
}

/* True if any of the 65,536 inputs fulfils QUESTION. */
static bool try_all(const struct question *question, struct evaluator *evaluator)
{
	for (unsigned i = 0; i < 65536; i++) {
		unsigned char inputs[2] = { (unsigned char)i, (unsigned char)(i >> 8) };

		if (holds(question, evaluator, inputs))
			return true;
	}
	return false;
}

/* Asks 150 questions by OPTIONS; returns how many stayed open. */
static size_t compare_with_all_inputs(const struct solver_options *options)
{
	size_t nr_unknown = 0, nr_unsat = 0;

	for (uint64_t seed = 0; seed < 150; seed++) {
		struct question question;
		struct solver *solver;
		_cleanup_evaluator_ struct evaluator evaluator = { 0 };
		bool is_possible;

		make_question(&question, seed);
		evaluator_init(&evaluator, &question.terms);
		is_possible = try_all(&question, &evaluator);
		solver = solver_create(&question.terms, 2, options);
		for (int again = 0; again < 2; again++) {
			unsigned char inputs[2] = { question.inputs[0], question.inputs[1] };
			enum solver_answer answer =
				solver_ask(solver, question.conditions, question.number, inputs);

			if (answer == SOLVER_SAT)
				CHECK(holds(&question, &evaluator, inputs));
			else
				CHECK(memcmp(inputs, question.inputs, 2) == 0);
			CHECK(answer == SOLVER_UNKNOWN || (answer == SOLVER_SAT) == is_possible);
			nr_unknown += answer == SOLVER_UNKNOWN;
			nr_unsat += answer == SOLVER_UNSAT;
		}
		CHECK_INT(solver_counts(solver)->refuted, ==, 0);
		solver_destroy(solver);
		terms_deinit(&question.terms);
	}
	CHECK(!solver_has_prover() || nr_unsat > 20);
	return nr_unknown;
}

TEST(answers_are_those_of_all_inputs)
{
	CHECK_INT(compare_with_all_inputs(&solver_defaults), <=, solver_has_prover() ? 0 : 300);
}

TEST(each_stage_alone_is_right)
{
	struct solver_options proofs = solver_defaults, samples = solver_defaults;

	proofs.has_groups = false;
	proofs.has_domains = false;
	proofs.has_cache = false;
	proofs.has_samples = false;
	CHECK_INT(compare_with_all_inputs(&proofs), <=, solver_has_prover() ? 0 : 300);
	proofs.has_bits = true;
	proofs.first_steps = 0;
	CHECK_INT(compare_with_all_inputs(&proofs), <=, solver_has_prover() ? 0 : 300);
	samples.has_domains = false;
	samples.first_steps = 0;
	samples.last_steps = 0;
	if (!solver_has_prover())
		return;
	/* no proof, no "unsat" but for constants */
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct question question;
		struct solver *solver;
		unsigned char inputs[2] = { 0, 0 };

		make_question(&question, seed);
		solver = solver_create(&question.terms, 2, &samples);
		if (solver_ask(solver, question.conditions, question.number, inputs) ==
		    SOLVER_UNSAT)
			CHECK_INT(solver_counts(solver)->at_hand, ==, 1);
		solver_destroy(solver);
		terms_deinit(&question.terms);
	}
}

TEST(values_that_are_allowed_are_tried)
{
	_cleanup_terms_ struct terms terms = { 0 };
	struct solver_options options = solver_defaults;
	unsigned char inputs[3] = { 'x', 'y', 'z' };
	uint32_t first, second, sum, conditions[4], open[2];
	struct solver *solver;

	options.has_cache = options.has_samples = false;
	options.first_steps = options.last_steps = 0;
	terms_init(&terms);
	first = term_input(&terms, 0);
	second = term_input(&terms, 1);
	sum = term_binary(&terms, TERM_ADD, first, term_constant(&terms, 1, 8));
	conditions[0] =
		term_binary(&terms, TERM_LESS_UNSIGNED, first, term_constant(&terms, 'd', 8));
	conditions[1] =
		term_binary(&terms, TERM_LESS_UNSIGNED, term_constant(&terms, 'a', 8), first);
	conditions[2] = term_binary(&terms, TERM_EQUAL, second, sum);
	conditions[3] = term_binary(&terms, TERM_EQUAL, second, term_constant(&terms, 'd', 8));
	solver = solver_create(&terms, 3, &options);
	CHECK_INT(solver_ask(solver, conditions, 4, inputs), ==, SOLVER_SAT);
	CHECK(memcmp(inputs, "cdz", 3) == 0);
	/* b or c, and one more is not b */
	conditions[3] = term_binary(&terms, TERM_EQUAL, second, term_constant(&terms, 'b', 8));
	CHECK_INT(solver_ask(solver, conditions, 4, inputs), ==, SOLVER_UNSAT);
	/* what can't be said of one input alone */
	conditions[3] = term_binary(&terms, TERM_EQUAL, first, term_constant(&terms, 'd', 8));
	CHECK_INT(solver_ask(solver, conditions, 4, inputs), ==, SOLVER_UNSAT);
	CHECK(memcmp(inputs, "cdz", 3) == 0);
	CHECK_INT(solver_counts(solver)->tried, ==, 3);
	/* there are too many */
	open[0] = term_binary(&terms, TERM_EQUAL, sum, term_input(&terms, 2));
	open[1] = term_binary(&terms, TERM_EQUAL, second, term_input(&terms, 2));
	CHECK_INT(solver_ask(solver, open, 2, inputs), ==, SOLVER_UNKNOWN);
	solver_destroy(solver);
}

TEST(nothing_is_decided_when_the_time_is_over)
{
	const struct deadline before = { .at_ms = 1 };
	_cleanup_terms_ struct terms terms = { 0 };
	struct solver_options options = solver_defaults;
	unsigned char inputs[1] = { 'x' };
	struct solver *solver;
	uint32_t condition;

	options.deadline = &before;
	terms_init(&terms);
	condition = term_binary(&terms, TERM_EQUAL, term_input(&terms, 0),
				term_constant(&terms, 'a', 8));
	solver = solver_create(&terms, 1, &options);
	CHECK_INT(solver_ask(solver, &condition, 1, inputs), ==, SOLVER_UNKNOWN);
	CHECK_INT(inputs[0], ==, 'x');
	CHECK_INT(solver_counts(solver)->unknown, ==, 1);
	solver_destroy(solver);
}

/* What belongs to other conditions stays as it is at hand. */
TEST(only_the_group_that_does_not_hold_is_asked)
{
	_cleanup_terms_ struct terms terms = { 0 };
	unsigned char inputs[4] = { 5, 6, 7, 8 };
	uint32_t conditions[2];
	struct solver *solver;

	terms_init(&terms);
	conditions[0] = term_binary(&terms, TERM_LESS_UNSIGNED, term_input(&terms, 0),
				    term_input(&terms, 1));
	conditions[1] = term_binary(
		&terms, TERM_EQUAL,
		term_binary(&terms, TERM_ADD, term_input(&terms, 2), term_input(&terms, 3)),
		term_constant(&terms, 99, 8));
	solver = solver_create(&terms, 4, &solver_defaults);
	CHECK_INT(solver_ask(solver, conditions, 2, inputs), ==, SOLVER_SAT);
	CHECK_INT(inputs[0], ==, 5);
	CHECK_INT(inputs[1], ==, 6);
	CHECK_INT((unsigned char)(inputs[2] + inputs[3]), ==, 99);
	CHECK_INT(solver_counts(solver)->at_hand, ==, 1);
	CHECK_INT(solver_counts(solver)->sampled + solver_counts(solver)->proved, ==, 1);
	/* a part that can't be fulfilled is known the next time, with others beside it */
	conditions[1] = term_binary(&terms, TERM_LESS_UNSIGNED, term_input(&terms, 1),
				    term_input(&terms, 0));
	if (solver_has_prover()) {
		CHECK_INT(solver_ask(solver, conditions, 2, inputs), ==, SOLVER_UNSAT);
		uint32_t more[] = { conditions[0], conditions[1],
				    term_binary(&terms, TERM_EQUAL, term_input(&terms, 1),
						term_input(&terms, 2)) };
		CHECK_INT(solver_ask(solver, more, 3, inputs), ==, SOLVER_UNSAT);
		CHECK_INT(solver_counts(solver)->cached, ==, 1);
	}
	solver_destroy(solver);
}
