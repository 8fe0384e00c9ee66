/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/xalloc.h"
#include "solver/cache.h"
#include "solver/domain.h"
#include "solver/kept.h"
#include "solver/prover.h"
#include "solver/sample.h"
#include "solver/sift.h"

const struct solver_options solver_defaults = {
	.has_groups = true,
	.has_domains = true,
	.has_cache = true,
	.has_samples = true,
	.nr_samples = 256,
	.first_steps = 500000,
	.last_steps = 20000000,
	.seconds = 60,
	.megabytes = 2048,
};

/* Parts of conditions; what has more takes Z3 seconds and much memory before its first step. */
#define MAX_LITTLE 8192
/* What has more has no room for what Z3 keeps of each term. */
#define MAX_TERMS 20000

struct solver {
	enum solver_effort effort; /* of the question at hand */
	const struct terms *terms;
	uint32_t nr_inputs;
	struct solver_options options;
	struct evaluator evaluator;
	struct evaluator known; /* of the inputs that were at hand last */
	unsigned char *at_hand;
	bool has_at_hand;
	struct sift sift;
	struct supports supports;
	struct domains *domains;
	struct cache *cache;
	struct prover *prover; /* NULL: there is none */
	struct solver_counts counts;
};

/* Returns when what needs no proof is to end, too; NULL: never, as what was answered before is to be answered again. */
static const struct deadline *deadline_of(const struct solver_options *options)
{
	return options->keeper ? NULL : options->deadline;
}

struct solver *solver_create(const struct terms *terms, uint32_t nr_inputs,
			     const struct solver_options *options)
{
	struct solver *solver = xcalloc(1, sizeof(*solver));

	solver->terms = terms;
	solver->nr_inputs = nr_inputs;
	solver->options = *options;
	evaluator_init(&solver->evaluator, terms);
	evaluator_init(&solver->known, terms);
	solver->at_hand = xcalloc(nr_inputs + UINT32_C(1), 1);
	sift_init(&solver->sift, terms);
	supports_init(&solver->supports, terms);
	solver->domains = domains_create(terms, &solver->supports, deadline_of(options));
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
	domains_destroy(solver->domains);
	supports_deinit(&solver->supports);
	sift_deinit(&solver->sift);
	free(solver->at_hand);
	evaluator_deinit(&solver->known);
	evaluator_deinit(&solver->evaluator);
	free(solver);
}

void solver_rest(struct solver *solver)
{
	evaluator_rest(&solver->evaluator);
	evaluator_rest(&solver->known);
	sift_deinit(&solver->sift);
	sift_init(&solver->sift, solver->terms);
	domains_destroy(solver->domains);
	supports_deinit(&solver->supports);
	supports_init(&solver->supports, solver->terms);
	solver->domains =
		domains_create(solver->terms, &solver->supports, deadline_of(&solver->options));
}

const struct solver_counts *solver_counts(const struct solver *solver)
{
	return &solver->counts;
}

static void count_part(void *data, uint32_t term)
{
	size_t *number = data;

	(void)term;
	(*number)++;
}

/* True if GROUP has more parts than MAX. */
static bool is_larger(struct solver *solver, const struct group *group, size_t max)
{
	size_t number = 0;

	for (size_t i = 0; i < group->conditions.count && number <= max; i++)
		evaluator_walk(&solver->evaluator, group->conditions.items[i], count_part, &number);
	return number > max;
}

struct
try {
	enum prover_way way;
	unsigned steps; /* 0: none */
};

/* Asks Z3, first for little. What it says can be fulfilled is tried. */
static enum solver_answer ask_prover(struct solver *solver, const struct group *group,
				     unsigned char *inputs)
{
	const struct solver_options *options = &solver->options;
	bool is_whole = solver->effort == SOLVER_WHOLE;
	unsigned last_steps = is_whole ? options->last_steps : 0;
	struct try tries[] = {
		{ PROVER_BY_TERMS, options->first_steps },
		{ options->has_bits ? PROVER_BY_BITS : PROVER_BY_TERMS, last_steps },
	};
	enum solver_answer answer = SOLVER_UNKNOWN;

	if (!is_whole && is_larger(solver, group, MAX_LITTLE))
		return SOLVER_UNKNOWN;
	if (is_whole && options->has_bits && is_larger(solver, group, MAX_TERMS))
		tries[0].steps = 0;
	for (size_t i = 0; i < 2 && answer == SOLVER_UNKNOWN && solver->prover; i++) {
		if (tries[i].steps)
			answer = prover_ask(solver->prover, &solver->evaluator, group, tries[i].way,
					    tries[i].steps, inputs);
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
	return solver->effort == SOLVER_WHOLE &&
	       clock_ms() - start_ms < UINT64_C(500) * solver->options.seconds &&
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

/* Tries what is cheaper than a proof, and says in *COUNT what it was. */
static enum solver_answer ask_cheaply(struct solver *solver, const struct narrowed *narrowed,
				      unsigned char *inputs, uint64_t **count)
{
	const struct solver_options *options = &solver->options;
	const struct group *group = &narrowed->group;
	enum solver_answer answer = SOLVER_UNKNOWN;

	*count = &solver->counts.tried;
	if (options->has_domains)
		answer = narrowed_decide(narrowed, &solver->evaluator, inputs);
	if (answer == SOLVER_UNKNOWN && options->has_cache) {
		*count = &solver->counts.cached;
		answer = cache_find(solver->cache, &solver->evaluator, group, inputs);
	}
	if (answer == SOLVER_UNKNOWN && options->has_samples) {
		*count = &solver->counts.sampled;
		if (sample_group(&solver->evaluator, narrowed, options->nr_samples,
				 options->seed ^ group->conditions.items[0], inputs))
			answer = SOLVER_SAT;
	}
	return answer;
}

/* Decides GROUP, which the inputs at hand do not fulfil. */
static enum solver_answer decide(struct solver *solver, const struct group *group,
				 unsigned char *inputs)
{
	_cleanup_narrowed_ struct narrowed narrowed;
	enum solver_answer answer;
	uint64_t *count;

	domains_narrow(solver->options.has_domains ? solver->domains : NULL, group, &narrowed);
	answer = ask_cheaply(solver, &narrowed, inputs, &count);
	if (answer == SOLVER_UNKNOWN) {
		answer = prove(solver, &narrowed.group, inputs);
		count = answer == SOLVER_UNKNOWN ? &solver->counts.unknown : &solver->counts.proved;
	}
	(*count)++;
	if (solver->options.has_cache && answer != SOLVER_UNKNOWN &&
	    count != &solver->counts.cached)
		cache_keep(solver->cache, &narrowed.group, answer, inputs);
	return answer;
}

/* As decide(), unless the time is over. */
static enum solver_answer decide_in_time(struct solver *solver, const struct group *group,
					 unsigned char *inputs)
{
	const struct deadline *deadline = deadline_of(&solver->options);

	if (!deadline || !deadline_is_over(deadline))
		return decide(solver, group, inputs);
	solver->counts.unknown++;
	return SOLVER_UNKNOWN;
}

/* Decides all of GROUPS; on SOLVER_SAT INPUTS fulfil them. */
static enum solver_answer decide_all(struct solver *solver, const struct groups *groups,
				     unsigned char *inputs)
{
	bool is_unknown = false;

	solver->counts.at_hand += groups->nr_held;
	for (size_t i = 0; i < groups->number; i++) {
		enum solver_answer answer = decide_in_time(solver, &groups->items[i], inputs);

		if (answer == SOLVER_UNSAT)
			return SOLVER_UNSAT;
		is_unknown |= answer == SOLVER_UNKNOWN;
	}
	return is_unknown ? SOLVER_UNKNOWN : SOLVER_SAT;
}

/* Sets HOLDS, by condition: INPUTS fulfil it. Branches of one path are asked for with the same inputs at hand. */
static void evaluate(struct solver *solver, const uint32_t *conditions, size_t number,
		     const unsigned char *inputs, bool *holds)
{
	if (!solver->has_at_hand || memcmp(solver->at_hand, inputs, solver->nr_inputs) != 0) {
		memcpy(solver->at_hand, inputs, solver->nr_inputs);
		evaluator_set(&solver->known, solver->at_hand);
		solver->has_at_hand = true;
	}
	for (size_t i = 0; i < number; i++)
		holds[i] = evaluator_value(&solver->known, conditions[i]);
}

enum solver_answer solver_ask(struct solver *solver, const uint32_t *conditions, size_t number,
			      unsigned char *inputs)
{
	return solver_ask_with(solver, SOLVER_WHOLE, conditions, number, inputs);
}

enum solver_answer solver_ask_with(struct solver *solver, enum solver_effort effort,
				   const uint32_t *conditions, size_t number, unsigned char *inputs)
{
	_cleanup_free_ uint32_t *open = xcalloc(number + 1, sizeof(*open));
	_cleanup_free_ bool *holds = xcalloc(number + 1, sizeof(*holds));
	_cleanup_free_ unsigned char *found = xcalloc(solver->nr_inputs + UINT32_C(1), 1);
	_cleanup_groups_ struct groups groups = { 0 };
	enum solver_answer answer;

	solver->effort = effort;
	solver->counts.questions++;
	if (!sift_conditions(&solver->sift, conditions, &number, open)) {
		solver->counts.at_hand++;
		return SOLVER_UNSAT;
	}
	evaluate(solver, open, number, inputs, holds);
	memcpy(found, inputs, solver->nr_inputs);
	groups_make(&solver->supports, &solver->evaluator, open, number, holds,
		    !solver->options.has_groups, &groups);
	answer = decide_all(solver, &groups, found);
	if (answer == SOLVER_SAT)
		memcpy(inputs, found, solver->nr_inputs);
	return answer;
}
