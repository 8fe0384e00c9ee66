/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/compare.h"
#include "common/xalloc.h"
#include "solver/cache.h"
#include "solver/kept.h"
#include "solver/prover.h"
#include "solver/sample.h"

const struct solver_options solver_defaults = {
	.has_groups = true,
	.has_cache = true,
	.has_samples = true,
	.nr_samples = 256,
	.first_steps = 500000,
	.last_steps = 20000000,
	.seconds = 60,
	.megabytes = 2048,
};

struct solver {
	const struct terms *terms;
	uint32_t nr_inputs;
	struct solver_options options;
	struct evaluator evaluator;
	struct cache *cache;
	struct prover *prover; /* NULL: there is none */
	struct solver_counts counts;
};

struct solver *solver_create(const struct terms *terms, uint32_t nr_inputs,
			     const struct solver_options *options)
{
	struct solver *solver = xcalloc(1, sizeof(*solver));

	solver->terms = terms;
	solver->nr_inputs = nr_inputs;
	solver->options = *options;
	evaluator_init(&solver->evaluator, terms);
	solver->cache = cache_create();
	solver->prover = prover_create(terms, &solver->options);
	return solver;
}

void solver_destroy(struct solver *solver)
{
	if (!solver)
		return;
	prover_destroy(solver->prover);
	cache_destroy(solver->cache);
	evaluator_deinit(&solver->evaluator);
	free(solver);
}

const struct solver_counts *solver_counts(const struct solver *solver)
{
	return &solver->counts;
}

/* Asks Z3, first for little. What it says can be fulfilled is tried. */
static enum solver_answer ask_prover(struct solver *solver, const struct group *group,
				     unsigned char *inputs)
{
	const unsigned steps[] = { solver->options.first_steps, solver->options.last_steps };
	enum solver_answer answer = SOLVER_UNKNOWN;

	for (size_t i = 0; i < 2 && answer == SOLVER_UNKNOWN && solver->prover; i++) {
		if (steps[i])
			answer = prover_ask(solver->prover, &solver->evaluator, group, steps[i],
					    inputs);
	}
	if (answer == SOLVER_SAT && !group_holds(&solver->evaluator, group, inputs)) {
		solver->counts.refuted++;
		return SOLVER_UNKNOWN;
	}
	return answer;
}

/* True if UNKNOWN, which took since START_MS, is what Z3 says each time: steps ran out, not time or memory. */
static bool is_for_good(const struct solver *solver, uint64_t start_ms)
{
	return clock_ms() - start_ms < UINT64_C(500) * solver->options.seconds &&
	       !prover_has_failed(solver->prover);
}

/* As ask_prover(), unless the answer is kept. */
static enum solver_answer prove(struct solver *solver, const struct group *group,
				unsigned char *inputs)
{
	const struct solver_keeper *keeper = solver->prover ? solver->options.keeper : NULL;
	uint64_t start = clock_ms();
	enum solver_answer answer;

	if (keeper && kept_recall(keeper, &solver->evaluator, group, &answer, inputs))
		return answer;
	answer = ask_prover(solver, group, inputs);
	if (keeper && (answer != SOLVER_UNKNOWN || is_for_good(solver, start)))
		kept_add(keeper, &solver->evaluator, group, answer, inputs);
	return answer;
}

/* Decides GROUP, which the inputs at hand do not fulfil. */
static enum solver_answer decide(struct solver *solver, const struct group *group,
				 unsigned char *inputs)
{
	const struct solver_options *options = &solver->options;
	enum solver_answer answer = SOLVER_UNKNOWN;
	uint64_t *count = &solver->counts.cached;

	if (options->has_cache)
		answer = cache_find(solver->cache, &solver->evaluator, group, inputs);
	if (answer != SOLVER_UNKNOWN) {
		(*count)++;
		return answer;
	}
	if (options->has_samples &&
	    sample_group(&solver->evaluator, group, options->nr_samples,
			 options->seed ^ group->conditions.items[0], inputs)) {
		count = &solver->counts.sampled;
		answer = SOLVER_SAT;
	} else {
		count = &solver->counts.proved;
		answer = prove(solver, group, inputs);
	}
	if (answer == SOLVER_UNKNOWN)
		count = &solver->counts.unknown;
	else if (options->has_cache)
		cache_keep(solver->cache, group, answer, inputs);
	(*count)++;
	return answer;
}

/* True if CONDITIONS, which are sorted, have one and its negation. */
static bool contradicts_itself(const struct solver *solver, const uint32_t *conditions,
			       size_t number)
{
	for (size_t i = 0; i < number; i++) {
		const struct term *row = term_get(solver->terms, conditions[i]);

		if (row->operation == TERM_NOT &&
		    bsearch(&row->a, conditions, number, sizeof(*conditions), compare_u32))
			return true;
	}
	return false;
}

/* Decides all of GROUPS; on SOLVER_SAT INPUTS fulfil them. */
static enum solver_answer decide_all(struct solver *solver, const struct groups *groups,
				     unsigned char *inputs)
{
	bool is_unknown = false;

	for (size_t i = 0; i < groups->number; i++) {
		enum solver_answer answer = SOLVER_SAT;

		if (group_holds(&solver->evaluator, &groups->items[i], inputs))
			solver->counts.at_hand++;
		else
			answer = decide(solver, &groups->items[i], inputs);
		if (answer == SOLVER_UNSAT)
			return SOLVER_UNSAT;
		is_unknown |= answer == SOLVER_UNKNOWN;
	}
	return is_unknown ? SOLVER_UNKNOWN : SOLVER_SAT;
}

/* Copies the CONDITIONS that are no constants; false: one is false. */
static bool drop_constants(const struct solver *solver, const uint32_t *conditions, size_t *number,
			   uint32_t *ret)
{
	size_t left = 0;

	for (size_t i = 0; i < *number; i++) {
		uint64_t value;

		if (!term_is_constant(solver->terms, conditions[i], &value))
			ret[left++] = conditions[i];
		else if (!value)
			return false;
	}
	*number = left;
	return true;
}

enum solver_answer solver_ask(struct solver *solver, const uint32_t *conditions, size_t number,
			      unsigned char *inputs)
{
	_cleanup_free_ uint32_t *open = xcalloc(number + 1, sizeof(*open));
	_cleanup_free_ unsigned char *found = xcalloc(solver->nr_inputs + UINT32_C(1), 1);
	_cleanup_groups_ struct groups groups = { 0 };
	enum solver_answer answer;

	solver->counts.questions++;
	if (!drop_constants(solver, conditions, &number, open)) {
		solver->counts.at_hand++;
		return SOLVER_UNSAT;
	}
	qsort(open, number, sizeof(*open), compare_u32);
	if (contradicts_itself(solver, open, number)) {
		solver->counts.at_hand++;
		return SOLVER_UNSAT;
	}
	memcpy(found, inputs, solver->nr_inputs);
	groups_make(&solver->evaluator, open, number, !solver->options.has_groups, &groups);
	answer = decide_all(solver, &groups, found);
	if (answer == SOLVER_SAT)
		memcpy(inputs, found, solver->nr_inputs);
	return answer;
}
