/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions that take Z3 too many steps, too long or too much memory are unknown, and the solver goes on. */
#include "unit.h"

#include <signal.h>
#include <sys/time.h>

#include "common/deadline.h"
#include "solver/solver.h"
#include "term/evaluate.h"

/* When Z3 runs out of memory, it loses some; the leak checker reads this. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libz3";
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

/*
 * Steps and seconds would not run out in this test's time, nobody cancels, and Z3's own limit, which is that of the last
 * solver, is far.
 */
TEST(a_question_is_interrupted_for_its_memory_alone)
{
	const struct itimerval hopeless = { .it_value = { .tv_sec = 60 } }; /* of processors */
	_cleanup_terms_ struct terms terms = { 0 };
	struct solver_options options = solver_defaults;
	unsigned char inputs[8] = { 1 };
	struct solver *solver, *last;
	uint32_t endless, easy;

	options.nr_samples = 0;
	options.first_steps = 0;
	options.last_steps = UINT32_MAX;
	options.seconds = 100000;
	options.megabytes = 48;
	terms_init(&terms);
	endless = make_endless(&terms, UINT64_C(0x123456789abcdef1));
	easy = term_binary(&terms, TERM_EQUAL, make_factor(&terms, 0),
			   term_constant(&terms, UINT64_C(4294967291), 64));
	solver = solver_create(&terms, 8, &options);
	last = solver_create(&terms, 8, &solver_defaults);
	setitimer(ITIMER_PROF, &hopeless, NULL);
	for (unsigned i = 1; i <= 2; i++) {
		CHECK_INT(solver_ask(solver, &endless, 1, inputs), ==, SOLVER_UNKNOWN);
		CHECK_INT(solver_counts(solver)->unknown, ==, i);
	}
	/* and the solver goes on */
	CHECK(solver_ask(solver, &easy, 1, inputs) ==
	      (solver_has_prover() ? SOLVER_SAT : SOLVER_UNKNOWN));
	solver_destroy(solver);
	solver_destroy(last);
}

/* Returns what a table of 256 numbers has at the place that INPUT says, after it was mixed with KEY. */
static uint32_t make_lookup(struct terms *terms, uint32_t input, unsigned key)
{
	uint32_t place = term_binary(terms, TERM_XOR, term_input(terms, input),
				     term_constant(terms, key, 8));
	uint32_t ret = term_constant(terms, 0, 64);

	for (uint64_t i = 0; i < 256; i++) {
		uint64_t number = (i + key * 256 + 1) * UINT64_C(0x9e3779b97f4a7c15);

		ret = term_choose(terms,
				  term_binary(terms, TERM_EQUAL, place, term_constant(terms, i, 8)),
				  term_constant(terms, number ^ number >> 29, 64), ret);
	}
	return ret;
}

/* Some forty thousand parts: by terms, Z3 has no memory for them. */
TEST(large_questions_are_asked_by_bits)
{
	_cleanup_terms_ struct terms terms = { 0 };
	struct solver_options options = solver_defaults;
	unsigned char inputs[2] = { 17, 200 };
	_cleanup_evaluator_ struct evaluator evaluator = { 0 };
	struct solver *solver;
	uint32_t condition;

	options.has_samples = options.has_domains = false;
	options.has_bits = true;
	options.megabytes = 100;
	terms_init(&terms);
	evaluator_init(&evaluator, &terms);
	evaluator_set(&evaluator, inputs);
	condition = term_constant(&terms, 1, 1);
	for (unsigned i = 0; i < 60; i++) {
		uint32_t found = make_lookup(&terms, i % 2, i);
		uint64_t number = evaluator_value(&evaluator, found);
		uint32_t is_right =
			term_binary(&terms, TERM_EQUAL, found, term_constant(&terms, number, 64));

		condition = term_binary(&terms, TERM_AND, condition, is_right);
	}
	memset(inputs, 0, sizeof(inputs));
	solver = solver_create(&terms, 2, &options);
	CHECK(solver_ask(solver, &condition, 1, inputs) ==
	      (solver_has_prover() ? SOLVER_SAT : SOLVER_UNKNOWN));
	solver_destroy(solver);
	/* of the process */
	solver_destroy(solver_create(&terms, 2, &solver_defaults));
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
