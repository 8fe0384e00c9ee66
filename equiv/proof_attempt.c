/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/proof_attempt.h"

#include <stdlib.h>

#include "common/strbuf.h"
#include "common/xalloc.h"
#include "equiv/proof_difference.h"
#include "equiv/proof_invariant.h"
#include "equiv/proof_text.h"
#include "solver/solver.h"

/* The search for a region that shows it. */
struct search {
	const struct equiv_function *function;
	uint32_t site, alternative;
	const struct equiv_limits *limits;
	bool *has_mark; /* by block */
	uint32_t
		above; /* the block that dominates all that have marks; IR_NO_BLOCK: there are none */
	struct equiv_proof *proof;
	uint32_t last_entry, last_nr; /* of the region that was looked at last */
	unsigned nr_given_up; /* questions on which the solver gave up; larger regions are harder */
};

/* One region, with both sides. */
struct attempt {
	struct world world;
	struct side original, mutant;
	struct solver *solver;
	unsigned char *inputs;
	uint32_t difference;
	struct invariants invariants;
	bool has_learnt; /* all invariants hold */
	unsigned *nr_given_up;
};

#define MAX_GIVEN_UP   2

#define MAX_CONDITIONS 40
#define GAVE_UP	       "the solver gave up"

/* Can the conditions hold, and the invariants, if those are known to hold? */
static enum solver_answer ask(struct attempt *attempt, const uint32_t *conditions, size_t number)
{
	uint32_t all[MAX_CONDITIONS];
	size_t count = 0;
	enum solver_answer answer;

	for (size_t i = 0; i < number; i++)
		all[count++] = conditions[i];
	for (size_t i = 0; i < attempt->invariants.items.count && attempt->has_learnt; i++)
		all[count++] = attempt->invariants.items.items[i].now;
	for (size_t i = 0; i < count; i++) {
		if (world_is(&attempt->world, all[i], false))
			return SOLVER_UNSAT;
	}
	if (*attempt->nr_given_up >= MAX_GIVEN_UP)
		return SOLVER_UNKNOWN;
	answer = solver_ask(attempt->solver, all, count, attempt->inputs);
	*attempt->nr_given_up += answer == SOLVER_UNKNOWN;
	return answer;
}

static enum solver_answer ask_one(struct attempt *attempt, uint32_t condition)
{
	return ask(attempt, &condition, 1);
}

/* True if the guess INDEX holds at first, and goes on to hold if all guesses do. */
static bool holds(struct attempt *attempt, size_t index)
{
	const struct invariant guess = attempt->invariants.items.items[index];
	bool holds_first, holds_on;

	attempt->has_learnt = false;
	holds_first = ask_one(attempt, guess.broken) == SOLVER_UNSAT;
	attempt->has_learnt = true;
	holds_on = holds_first && ask_one(attempt, guess.lost) == SOLVER_UNSAT;
	attempt->has_learnt = false;
	return holds_on;
}

/* Drops the guesses that do not hold; true: there are some left. */
static bool learn(struct attempt *attempt)
{
	bool has_dropped = !attempt->has_learnt;

	if (attempt->has_learnt)
		return false;
	while (has_dropped) {
		has_dropped = false;
		for (size_t i = 0; i < attempt->invariants.items.count; i++) {
			if (holds(attempt, i))
				continue;
			attempt->invariants.items.items[i] =
				attempt->invariants.items.items[--attempt->invariants.items.count];
			has_dropped = true;
			break;
		}
	}
	attempt->has_learnt = true;
	return attempt->invariants.items.count > 0;
}

static void attempt_solver(struct attempt *attempt, const struct equiv_limits *limits)
{
	struct solver_options options = solver_defaults;

	options.first_steps = limits->nr_steps / 10;
	options.last_steps = limits->nr_steps;
	options.seconds = limits->seconds;
	attempt->inputs = xcalloc(attempt->world.nr_inputs + UINT32_C(1), 1);
	attempt->solver = solver_create(&attempt->world.terms, attempt->world.nr_inputs, &options);
}

/* ---- words */

static void add_reason(struct strbuf *out, struct attempt *attempt, const struct equiv_proof *proof,
		       enum equiv_verdict verdict)
{
	bool marks_agree = ask_one(attempt, mark_difference(&attempt->original,
							    &attempt->mutant)) == SOLVER_UNSAT;

	if (attempt->mutant.marks.count &&
	    !attempt->mutant.marks.items[0].statement->mark->nr_alternatives)
		marks_agree = false;
	if (marks_agree && proof_add_pair(out, &attempt->mutant)) {
		strbuf_adds(out, " agree for all values");
	} else if (marks_agree) {
		strbuf_adds(out, "what is computed is the same for all values");
	} else {
		proof_add_lines(out, proof->first_line, proof->last_line);
		strbuf_addf(out, " leave%s the same behind for all values",
			    proof->first_line == proof->last_line ? "s" : "");
	}
	if (marks_agree && proof->first_line != proof->last_line) {
		strbuf_adds(out, " that ");
		proof_add_lines(out, proof->first_line, proof->last_line);
		strbuf_adds(out, " make");
	}
	if (verdict == EQUIV_BUT_FOR_UNDEFINED)
		strbuf_adds(out, ", as far as C defines what happens");
}

static void set_words(struct equiv_proof *proof, enum equiv_verdict verdict, struct strbuf *words,
		      const char *cause)
{
	free(proof->words);
	proof->verdict = verdict;
	proof->cause = cause;
	proof->words = words->length ? strbuf_take(words) : xstrdup(cause);
}

static void tell_unknown(struct equiv_proof *proof, const char *cause)
{
	_cleanup_strbuf_ struct strbuf none = { 0 };

	if (proof->verdict != EQUIV_BUT_FOR_UNDEFINED)
		set_words(proof, EQUIV_UNKNOWN, &none, cause);
}

/* Tells for which values the sides differ; the solver's inputs are those. */
static void tell_difference(struct attempt *attempt, struct equiv_proof *proof)
{
	_cleanup_strbuf_ struct strbuf words = { 0 };

	if (proof->verdict == EQUIV_BUT_FOR_UNDEFINED)
		return;
	proof_add_lines(&words, proof->first_line, proof->last_line);
	strbuf_adds(&words,
		    proof->first_line != proof->last_line ? " differ for " : " differs for ");
	if (world_is(&attempt->world, attempt->difference, true))
		strbuf_adds(&words, "all values");
	if (proof_add_values(&words, &attempt->mutant, attempt->difference, attempt->inputs)) {
		set_words(proof, EQUIV_DIFFERS, &words, "there are values for which they differ");
		return;
	}
	tell_unknown(proof, "they may differ by what calls or memory give them");
}

static void tell_proof(struct attempt *attempt, struct equiv_proof *proof,
		       enum equiv_verdict verdict)
{
	_cleanup_strbuf_ struct strbuf words = { 0 };

	add_reason(&words, attempt, proof, verdict);
	set_words(proof, verdict, &words, NULL);
}

/* ---- one region */

/* The sides leave the same behind for all values. */
static void judge_equal(struct attempt *attempt, struct equiv_proof *proof)
{
	bool trusts = attempt->original.trusts_objects || attempt->mutant.trusts_objects;
	uint32_t undefined = newly_undefined(&attempt->original, &attempt->mutant);
	enum equiv_verdict verdict = EQUIV_BUT_FOR_UNDEFINED;

	if (!trusts && (ask_one(attempt, undefined) == SOLVER_UNSAT ||
			(learn(attempt) && ask_one(attempt, undefined) == SOLVER_UNSAT)))
		verdict = EQUIV_EQUIVALENT;
	if (verdict == EQUIV_EQUIVALENT || proof->verdict != EQUIV_BUT_FOR_UNDEFINED)
		tell_proof(attempt, proof, verdict);
}

/* They differ for the solver's inputs: also where the original does nothing undefined? */
static void judge_different(struct attempt *attempt, struct equiv_proof *proof)
{
	struct world *world = &attempt->world;
	uint32_t defined = term_not(&world->terms, certainly_undefined(&attempt->original));
	const uint32_t conditions[] = { attempt->difference, defined };
	uint32_t undefined[] = { possibly_undefined(&attempt->mutant), defined };
	enum solver_answer answer = SOLVER_SAT;

	if (!world_is(world, defined, true))
		answer = ask(attempt, conditions, 2);
	if (answer == SOLVER_UNSAT && ask(attempt, undefined, 2) == SOLVER_UNSAT)
		tell_proof(attempt, proof, EQUIV_BUT_FOR_UNDEFINED);
	else if (answer == SOLVER_SAT)
		tell_difference(attempt, proof);
	else
		tell_unknown(proof, answer == SOLVER_UNSAT
					    ? "the mutant may do what C leaves undefined"
					    : GAVE_UP);
}

static void judge(struct attempt *attempt, const struct equiv_limits *limits,
		  struct equiv_proof *proof)
{
	enum solver_answer answer;

	attempt->difference = side_difference(&attempt->original, &attempt->mutant);
	/* All terms that questions need are made before the solver counts inputs. */
	certainly_undefined(&attempt->original);
	possibly_undefined(&attempt->mutant);
	newly_undefined(&attempt->original, &attempt->mutant);
	mark_difference(&attempt->original, &attempt->mutant);
	invariants_guess(&attempt->original, &attempt->invariants);
	if (world_is_full(&attempt->world)) {
		tell_unknown(proof, "the region is too large");
		return;
	}
	attempt_solver(attempt, limits);
	answer = ask_one(attempt, attempt->difference);
	if (answer != SOLVER_UNSAT && learn(attempt))
		answer = ask_one(attempt, attempt->difference);
	switch (answer) {
	case SOLVER_UNSAT: judge_equal(attempt, proof); break;
	case SOLVER_SAT: judge_different(attempt, proof); break;
	case SOLVER_UNKNOWN: tell_unknown(proof, GAVE_UP); break;
	}
	solver_destroy(attempt->solver);
	free(attempt->inputs);
}

static void try_region(struct search *search, const struct region *region)
{
	struct attempt attempt = { .nr_given_up = &search->nr_given_up };
	struct equiv_proof *proof = search->proof;
	uint32_t first, last;

	proof->nr_regions++;
	region_lines(search->function, region, &first, &last);
	if (proof->verdict != EQUIV_BUT_FOR_UNDEFINED) {
		proof->first_line = first;
		proof->last_line = last;
	}
	world_init(&attempt.world, search->limits->nr_parts);
	side_init(&attempt.original, &attempt.world, search->function, region, search->site, 0);
	side_init(&attempt.mutant, &attempt.world, search->function, region, search->site,
		  search->alternative);
	if (attempt.original.refusal || attempt.mutant.refusal)
		tell_unknown(proof, attempt.original.refusal ? attempt.original.refusal
							     : attempt.mutant.refusal);
	else if (world_is_full(&attempt.world))
		tell_unknown(proof, "the region is too large");
	else
		judge(&attempt, search->limits, proof);
	invariants_deinit(&attempt.invariants);
	side_deinit(&attempt.original);
	side_deinit(&attempt.mutant);
	world_deinit(&attempt.world);
}

/* ---- regions */

static bool has_all_marks(const struct search *search, const struct region *region)
{
	for (uint32_t b = 0; b < search->function->function->nr_blocks; b++) {
		if (search->has_mark[b] && !region->contains[b])
			return false;
	}
	return true;
}

/* Tries the region from ENTRY to BOUND; true: there is no need to go on. */
static bool try_bound(struct search *search, uint32_t entry, uint32_t bound)
{
	struct region region;

	if (!region_make(search->function, entry, bound, search->limits->nr_blocks, &region))
		return false;
	if (has_all_marks(search, &region) &&
	    (entry != search->last_entry || region.nr_blocks != search->last_nr)) {
		search->last_entry = entry;
		search->last_nr = region.nr_blocks;
		try_region(search, &region);
	}
	region_deinit(&region);
	return search->proof->verdict == EQUIV_EQUIVALENT || search->nr_given_up >= MAX_GIVEN_UP ||
	       search->proof->nr_regions >= search->limits->nr_regions;
}

/* Tries the regions from ENTRY down to its post-dominators, one after the other, and to where no other is. */
static bool try_entry(struct search *search, uint32_t entry)
{
	const uint32_t *next = search->function->postdominators.immediate;
	uint32_t bound = next[entry];

	for (; bound < search->function->function->nr_blocks; bound = next[bound]) {
		if (try_bound(search, entry, bound))
			return true;
	}
	return try_bound(search, entry, IR_NO_BLOCK);
}

/* Tries the block ENTRY alone, if it has all marks; true: there is no need to go on. */
static bool try_block(struct search *search, uint32_t entry)
{
	struct region region;

	region_of_block(search->function, entry, &region);
	if (has_all_marks(search, &region))
		try_region(search, &region);
	region_deinit(&region);
	return search->proof->verdict == EQUIV_EQUIVALENT;
}

static uint32_t common_dominator(const struct equiv_function *function, uint32_t a, uint32_t b)
{
	while (a != IR_NO_BLOCK && !ir_is_dominated(&function->dominators, b, a))
		a = function->dominators.immediate[a];
	return a;
}

static void find_marks(struct search *search)
{
	const struct ir_function *function = search->function->function;

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		if (!ir_is_dominated(&search->function->dominators, b, 0))
			continue;
		for (uint32_t i = 0; i < function->blocks[b].nr_statements; i++) {
			const struct ir_mark *mark = function->blocks[b].statements[i].mark;

			if (!mark || mark->site != search->site)
				continue;
			search->has_mark[b] = true;
			search->above =
				search->above == IR_NO_BLOCK
					? b
					: common_dominator(search->function, search->above, b);
		}
	}
}

void function_prove(const struct equiv_function *function, uint32_t site, uint32_t alternative,
		    const struct equiv_limits *limits, struct equiv_proof *ret)
{
	struct search search = {
		.function = function,
		.site = site,
		.alternative = alternative,
		.limits = limits,
		.has_mark = xcalloc(function->function->nr_blocks + 1, sizeof(bool)),
		.above = IR_NO_BLOCK,
		.proof = ret,
		.last_entry = IR_NO_BLOCK,
	};

	find_marks(&search);
	if (function->refusal) {
		tell_unknown(ret, function->refusal);
	} else if (search.above == IR_NO_BLOCK) {
		tell_unknown(ret, "the marks are not in what the function does");
	} else if (!try_block(&search, search.above)) {
		for (uint32_t entry = search.above; entry != IR_NO_BLOCK;
		     entry = function->dominators.immediate[entry]) {
			if (try_entry(&search, entry))
				break;
		}
	}
	if (!ret->words)
		tell_unknown(ret, "no region has all marks of the site");
	free(search.has_mark);
}
