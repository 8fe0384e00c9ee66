/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers of the solver against all inputs there are: questions about two bytes, which can be tried one
 * by one.
 */
#include "unit.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

#include "common/deadline.h"
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

/* A factorisation that no sample finds and that takes more steps than are given. */
struct hard_question {
	struct terms terms;
	uint32_t conditions[3];
	unsigned char inputs[8];
};

/* The number of four bytes of input from FIRST on. */
static uint32_t make_factor(struct terms *terms, uint32_t first)
{
	uint32_t factor = term_input(terms, first);

	for (uint32_t i = 1; i < 4; i++)
		factor = term_concatenate(terms, term_input(terms, first + i), factor);
	return term_extend(terms, factor, 64, false);
}

static void make_hard_question(struct hard_question *question)
{
	/* 4294967291 * 4294967279, the two largest primes of 32 bits */
	uint64_t number = UINT64_C(4294967291) * UINT64_C(4294967279);
	struct terms *terms = &question->terms;
	uint32_t factors[2];

	*question = (struct hard_question){ .inputs = { 1 } };
	terms_init(terms);
	for (uint32_t f = 0; f < 2; f++) {
		factors[f] = make_factor(terms, 4 * f);
		question->conditions[f] = term_binary(terms, TERM_LESS_UNSIGNED,
						      term_constant(terms, 1, 64), factors[f]);
	}
	question->conditions[2] = term_binary(
		terms, TERM_EQUAL, term_binary(terms, TERM_MULTIPLY, factors[0], factors[1]),
		term_constant(terms, number, 64));
}

static enum solver_answer ask(struct solver *solver, struct hard_question *question)
{
	return solver_ask(solver, question->conditions, 3, question->inputs);
}

TEST(what_is_too_hard_is_unknown)
{
	struct solver_options options = solver_defaults;
	struct hard_question question;
	struct solver *solver;
	uint32_t easy;

	options.first_steps = 1000;
	options.last_steps = 100000;
	make_hard_question(&question);
	solver = solver_create(&question.terms, 8, &options);
	CHECK_INT(ask(solver, &question), ==, SOLVER_UNKNOWN);
	CHECK_INT(question.inputs[0], ==, 1);
	CHECK_INT(solver_counts(solver)->unknown, ==, 1);
	/* and the solver goes on */
	easy = term_binary(&question.terms, TERM_EQUAL, term_input(&question.terms, 7),
			   term_constant(&question.terms, 9, 8));
	CHECK_INT(solver_ask(solver, &easy, 1, question.inputs), ==, SOLVER_SAT);
	CHECK_INT(question.inputs[7], ==, 9);
	solver_destroy(solver);
	terms_deinit(&question.terms);
}

/* One step is too little for a product. */
TEST(little_effort_is_the_first_try_alone)
{
	struct solver_options options = solver_defaults;
	struct hard_question question;
	struct solver *solver;
	uint32_t condition, other;

	options.nr_samples = 0;
	options.first_steps = 1;
	options.last_steps = 2000000;
	make_hard_question(&question);
	other = make_factor(&question.terms, 4);
	condition = term_binary(
		&question.terms, TERM_EQUAL,
		term_binary(&question.terms, TERM_MULTIPLY, make_factor(&question.terms, 0), other),
		term_constant(&question.terms, 15, 64));
	solver = solver_create(&question.terms, 8, &options);
	CHECK_INT(solver_ask_with(solver, SOLVER_LITTLE, &condition, 1, question.inputs), ==,
		  SOLVER_UNKNOWN);
	CHECK_INT(question.inputs[0], ==, 1);
	CHECK(solver_ask_with(solver, SOLVER_WHOLE, &condition, 1, question.inputs) ==
	      (solver_has_prover() ? SOLVER_SAT : SOLVER_UNKNOWN));
	solver_destroy(solver);
	terms_deinit(&question.terms);
}

static volatile sig_atomic_t is_cancelled;

static void cancel(int number)
{
	(void)number;
	is_cancelled = 1;
}

/* Returns that a hash of eight bytes is NUMBER: Z3 is busy with it for hours. */
static uint32_t make_endless(struct terms *terms, uint64_t number)
{
	uint32_t hash = make_factor(terms, 0);

	for (uint32_t i = 0; i < 12; i++) {
		uint32_t shifted = term_binary(terms, TERM_SHIFT_RIGHT_UNSIGNED, hash,
					       term_constant(terms, 29, 64));

		hash = term_binary(terms, TERM_XOR, hash, shifted);
		hash = term_binary(terms, TERM_ADD, hash, make_factor(terms, 4 * (i % 2)));
		hash = term_binary(terms, TERM_MULTIPLY, hash,
				   term_constant(terms, UINT64_C(0xbf58476d1ce4e5b9), 64));
	}
	return term_binary(terms, TERM_EQUAL, hash, term_constant(terms, number, 64));
}

/* Steps and seconds would not run out in this test's time. */
TEST(a_question_that_is_cancelled_ends_as_unknown)
{
	const struct deadline deadline = { .cancelled = &is_cancelled };
	const struct itimerval soon = { .it_value = { .tv_usec = 100000 } };
	_cleanup_terms_ struct terms terms = { 0 };
	struct solver_options options = solver_defaults;
	unsigned char inputs[8] = { 1 };
	struct solver *solver;
	uint32_t endless, easy;

	options.nr_samples = 0;
	options.first_steps = options.last_steps = UINT32_MAX;
	options.seconds = 100000;
	options.deadline = &deadline;
	terms_init(&terms);
	endless = make_endless(&terms, UINT64_C(0x123456789abcdef1));
	easy = term_binary(&terms, TERM_EQUAL, make_factor(&terms, 0),
			   term_constant(&terms, UINT64_C(4294967291), 64));
	solver = solver_create(&terms, 8, &options);
	signal(SIGPROF, cancel);
	setitimer(ITIMER_PROF, &soon, NULL);
	CHECK_INT(solver_ask(solver, &endless, 1, inputs), ==, SOLVER_UNKNOWN);
	if (solver_has_prover())
		CHECK_INT(is_cancelled, ==, 1);
	/* nor does another one begin */
	is_cancelled = 1;
	CHECK_INT(solver_ask(solver, &easy, 1, inputs), ==, SOLVER_UNKNOWN);
	CHECK_INT(solver_counts(solver)->unknown, ==, 2);
	is_cancelled = 0;
	CHECK(solver_ask(solver, &easy, 1, inputs) ==
	      (solver_has_prover() ? SOLVER_SAT : SOLVER_UNKNOWN));
	solver_destroy(solver);
}

TEST(memory_that_is_used_up_is_unknown)
{
	struct solver_options options = solver_defaults;
	struct hard_question question;
	struct solver *solver;
	uint32_t easy;

	options.nr_samples = 0;
	options.last_steps = 2000000;
	make_hard_question(&question);
	for (options.megabytes = 1; options.megabytes < 40; options.megabytes += 6) {
		solver = solver_create(&question.terms, 8, &options);
		for (int i = 0; i < 3; i++)
			CHECK_INT(ask(solver, &question), ==, SOLVER_UNKNOWN);
		solver_destroy(solver);
	}
	/* the limit is the process's; with more the next solver finds what it is asked for */
	options.megabytes = 2048;
	solver = solver_create(&question.terms, 8, &options);
	easy = term_binary(&question.terms, TERM_LESS_SIGNED, term_input(&question.terms, 7),
			   term_constant(&question.terms, 0, 8));
	CHECK(solver_ask(solver, &easy, 1, question.inputs) ==
	      (solver_has_prover() ? SOLVER_SAT : SOLVER_UNKNOWN));
	solver_destroy(solver);
	terms_deinit(&question.terms);
}

/* They share Z3's memory, which is less than what all of them would like to keep. */
TEST(many_solvers_take_turns)
{
	enum { NR_SOLVERS = 200, NR_TURNS = 4 };
	_cleanup_terms_ struct terms terms = { 0 };
	struct solver_options options = solver_defaults;
	struct solver *solvers[NR_SOLVERS];
	unsigned nr_found = 0;

	options.nr_samples = 0;
	options.megabytes = 60;
	terms_init(&terms);
	for (unsigned i = 0; i < NR_SOLVERS; i++)
		solvers[i] = solver_create(&terms, 8, &options);
	for (unsigned i = 0; i < NR_SOLVERS * NR_TURNS; i++) {
		unsigned char inputs[8] = { 0 };
		uint32_t product = term_binary(&terms, TERM_MULTIPLY, term_input(&terms, 0),
					       term_input(&terms, 1));
		uint32_t condition = term_binary(&terms, TERM_EQUAL, product,
						 term_constant(&terms, 3 + i % 100 * 2, 8));

		nr_found +=
			solver_ask(solvers[i % NR_SOLVERS], &condition, 1, inputs) == SOLVER_SAT;
	}
	CHECK_INT(nr_found, ==, solver_has_prover() ? NR_SOLVERS * NR_TURNS : 0);
	for (unsigned i = 0; i < NR_SOLVERS; i++)
		solver_destroy(solvers[i]);
	/* of the process */
	options.megabytes = solver_defaults.megabytes;
	solver_destroy(solver_create(&terms, 8, &options));
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
