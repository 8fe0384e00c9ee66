/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Z3 said is kept: for the very same conditions, and nothing else. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "solver/solver.h"

/* When Z3 runs out of memory, it loses some; the leak checker reads this. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libz3";
}

#define MAX_VALUES 4

struct kept {
	char *question;
	size_t size;
	enum solver_answer answer;
	unsigned char values[MAX_VALUES];
	size_t nr_values;
};

struct kept_answers {
	VEC(struct kept) items;
	size_t nr_kept; /* since this was 0 */
};

static bool recall(void *arg, const void *question, size_t size, enum solver_answer *answer,
		   unsigned char *values, size_t nr_values)
{
	struct kept_answers *answers = arg;

	for (size_t i = answers->items.count; i-- > 0;) {
		const struct kept *kept = &answers->items.items[i];

		if (kept->size != size || memcmp(kept->question, question, size) != 0)
			continue;
		CHECK_INT(kept->nr_values, ==, nr_values);
		memcpy(values, kept->values, nr_values);
		*answer = kept->answer;
		return true;
	}
	return false;
}

static void keep(void *arg, const void *question, size_t size, enum solver_answer answer,
		 const unsigned char *values, size_t nr_values)
{
	struct kept_answers *answers = arg;
	struct kept *kept = vec_add(&answers->items);

	CHECK_INT(nr_values, <=, MAX_VALUES);
	*kept = (struct kept){ xcalloc(size, 1), size, answer, { 0 }, nr_values };
	memcpy(kept->question, question, size);
	memcpy(kept->values, values, nr_values);
	answers->nr_kept++;
}

static void forget(struct kept_answers *answers)
{
	for (size_t i = 0; i < answers->items.count; i++)
		free(answers->items.items[i].question);
	vec_deinit(&answers->items);
}

/* True if NUMBER is the product of two bytes. */
static bool is_product(unsigned number)
{
	for (unsigned a = 1; a < 256; a++) {
		if (number % a == 0 && number / a < 256)
			return true;
	}
	return false;
}

/*
 * Asks whether the product of the inputs FIRST and FIRST + 1 is NUMBER, behind NR_BEFORE other terms; returns how many
 * answers were kept for it.
 */
static size_t ask(struct kept_answers *answers, uint32_t first, unsigned number, unsigned nr_before)
{
	const struct solver_keeper keeper = { recall, keep, answers };
	struct solver_options options = solver_defaults;
	_cleanup_terms_ struct terms terms = { 0 };
	unsigned char inputs[4] = { 0 };
	uint32_t condition, a, b;
	struct solver *solver;
	enum solver_answer answer;

	options.keeper = &keeper;
	options.has_samples = false;
	terms_init(&terms);
	for (unsigned i = 0; i < nr_before; i++)
		term_constant(&terms, 1000 + i, 16);
	a = term_extend(&terms, term_input(&terms, first), 16, false);
	b = term_extend(&terms, term_input(&terms, first + 1), 16, false);
	condition = term_binary(&terms, TERM_EQUAL, term_binary(&terms, TERM_MULTIPLY, a, b),
				term_constant(&terms, number, 16));
	answers->nr_kept = 0;
	solver = solver_create(&terms, 4, &options);
	answer = solver_ask(solver, &condition, 1, inputs);
	CHECK_INT(answer, ==, is_product(number) ? SOLVER_SAT : SOLVER_UNSAT);
	if (answer == SOLVER_SAT)
		CHECK_INT(inputs[first] * inputs[first + 1], ==, number);
	solver_destroy(solver);
	return answers->nr_kept;
}

TEST(answers_are_right_however_they_come)
{
	struct kept_answers answers = { 0 };

	if (!solver_has_prover())
		return;
	for (unsigned number = 240; number < 300; number++)
		CHECK_INT(ask(&answers, 0, number, 0), ==, 1);
	for (unsigned number = 240; number < 300; number++)
		CHECK_INT(ask(&answers, 0, number, 0), ==, 0);
	forget(&answers);
}

TEST(an_answer_counts_for_the_same_conditions_alone)
{
	struct kept_answers answers = { 0 };

	if (!solver_has_prover())
		return;
	CHECK_INT(ask(&answers, 0, 257, 0), ==, 1);
	CHECK_INT(ask(&answers, 0, 257, 9), ==, 0); /* other numbers of terms */
	CHECK_INT(ask(&answers, 0, 258, 0), ==, 1);
	CHECK_INT(ask(&answers, 1, 257, 0), ==, 1); /* other inputs */
	forget(&answers);
}

TEST(what_does_not_fulfil_the_conditions_is_no_answer)
{
	struct kept_answers answers = { 0 };

	if (!solver_has_prover())
		return;
	CHECK_INT(ask(&answers, 0, 251, 0), ==, 1);
	answers.items.items[0].values[0] ^= 0x55;
	CHECK_INT(ask(&answers, 0, 251, 0), ==, 1);
	CHECK_INT(ask(&answers, 0, 251, 0), ==, 0);
	forget(&answers);
}

TEST(what_ran_out_of_time_is_not_kept)
{
	struct kept_answers answers = { 0 };
	const struct solver_keeper keeper = { recall, keep, &answers };
	struct solver_options options = solver_defaults;
	_cleanup_terms_ struct terms terms = { 0 };
	unsigned char inputs[4] = { 0 };
	uint32_t condition, input;

	if (!solver_has_prover())
		return;
	options.keeper = &keeper;
	options.nr_samples = 0;
	options.first_steps = options.last_steps = 1;
	terms_init(&terms);
	input = term_extend(&terms, term_input(&terms, 0), 64, false);
	for (int i = 0; i < 9; i++)
		input = term_binary(
			&terms, TERM_MULTIPLY, input,
			term_binary(&terms, TERM_ADD, input,
				    term_extend(&terms, term_input(&terms, 1 + i % 3), 64, false)));
	condition = term_binary(&terms, TERM_EQUAL, input, term_constant(&terms, 1234567, 64));
	for (unsigned seconds = 0; seconds < 61; seconds += 60) {
		struct solver *solver;

		options.seconds = seconds;
		solver = solver_create(&terms, 4, &options);
		CHECK_INT(solver_ask(solver, &condition, 1, inputs), ==, SOLVER_UNKNOWN);
		/* What ran out of steps is. */
		CHECK_INT(answers.nr_kept, ==, seconds ? 1 : 0);
		solver_destroy(solver);
	}
	forget(&answers);
}
