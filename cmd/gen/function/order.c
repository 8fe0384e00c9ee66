/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which mutants of a function are attacked. By default one test is wanted for each line: of the mutants of a
 * line, those come first that the fewest inputs of the pool kill, and last those that none kills. So none comes behind one
 * that it subsumes dynamically (Kurtz et al., "Mutant Subsumption Graphs", 2014): what kills it is a part of what kills that.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/gen/function/attempt.h"
#include "common/path.h"
#include "common/xalloc.h"

enum {
	MAX_ATTACKED = 3, /* mutants of a line for which no test was found; then the line is left */
	MAX_RANKED = 256, /* inputs that a mutant is ranked by: a clock would depend on load */
	MAX_HANGS = 2,	  /* inputs on which a mutant does not end; all are taken to kill it then */
};

struct rank {
	size_t index;	/* of the mutant */
	unsigned kills; /* inputs of the pool that kill it; UINT_MAX: none */
};

static int compare_ranks(const void *a, const void *b)
{
	const struct rank *one = a, *other = b;

	if (one->kills != other->kills)
		return one->kills < other->kills ? -1 : 1;
	return one->index < other->index ? -1 : one->index > other->index;
}

/* Counts the inputs of the pool by which MUTANT does something else. */
static struct error *count_kills(const struct gen_function_run *run,
				 const struct gen_function_mutant *mutant, unsigned *ret)
{
	_cleanup_free_ char *program = path_join(run->scratch, "mutant");
	size_t count = run->pool.count < MAX_RANKED ? run->pool.count : MAX_RANKED, nr_hangs = 0;
	struct error *err;

	*ret = 0;
	if (!mutant->found || mutant->found->nr_on != 1)
		return NULL;
	err = gen_mutant_write(run->original, mutant->found, program);
	for (size_t i = 0; i < count && !err && nr_hangs < MAX_HANGS; i++) {
		_cleanup_trial_result_ struct trial_result result = { 0 };

		err = gen_function_run_blob(run, program, run->pool.items[i].blob, 0, &result);
		*ret += !err && !trial_is_same(&result, &run->pool.items[i].expected);
		nr_hangs += !err && result.is_late;
	}
	if (nr_hangs == MAX_HANGS)
		*ret = (unsigned)count;
	return err;
}

static bool is_same_line(const struct gen_function_mutant *a, const struct gen_function_mutant *b)
{
	return a->row->line == b->row->line && strcmp(a->row->file, b->row->file) == 0;
}

/* True if a sequence of calls kills a mutant of the line of MUTANT. */
static bool is_line_killed(const struct gen_function_run *run,
			   const struct gen_function_mutant *mutant)
{
	for (size_t i = 0; i < run->wanted.count; i++) {
		if (run->wanted.items[i].method == GEN_FUNCTION_BY_SEQUENCE &&
		    is_same_line(&run->wanted.items[i], mutant))
			return true;
	}
	return false;
}

bool gen_function_has_search(const struct gen_function_run *run)
{
	for (size_t i = 0; i < run->wanted.count; i++) {
		const struct gen_function_mutant *mutant = &run->wanted.items[i];

		if (mutant->verdict != GEN_FUNCTION_KILLED &&
		    (run->args->has_each || !is_line_killed(run, mutant)))
			return true;
	}
	return false;
}

/* Sorts the mutants FIRST to END, which are those of a line; what sequences of calls kill comes first. */
static struct error *rank_line(const struct gen_function_run *run, struct rank *ranks, size_t first,
			       size_t end)
{
	bool is_killed = is_line_killed(run, &run->wanted.items[first]);
	struct error *err = NULL;

	for (size_t i = first; i < end; i++) {
		ranks[i] = (struct rank){
			.index = i, .kills = run->wanted.items[i].method == GEN_FUNCTION_BY_SEQUENCE
		};
		if (!err && !is_killed && end - first > 1 &&
		    !deadline_is_over(&run->limits.deadline))
			err = count_kills(run, &run->wanted.items[i], &ranks[i].kills);
		ranks[i].kills -= 1; /* 0 is the most */
	}
	qsort(ranks + first, end - first, sizeof(*ranks), compare_ranks);
	return err;
}

/* Attacks the mutants of a line until one is killed. */
static struct error *attack_line(struct gen_function_run *run, const struct rank *ranks,
				 size_t count, bool *is_attacked)
{
	struct error *err = NULL;

	for (size_t i = 0; i < count && i < MAX_ATTACKED && !err; i++) {
		struct gen_function_mutant *mutant = &run->wanted.items[ranks[i].index];

		if (deadline_is_over(&run->limits.deadline))
			break;
		err = gen_function_attack(run, mutant, true);
		is_attacked[ranks[i].index] = true;
		if (mutant->verdict == GEN_FUNCTION_KILLED)
			break;
	}
	return err;
}

/* Tries the mutants that were not attacked on the tests that are there now. */
static struct error *try_rest(struct gen_function_run *run, const bool *is_attacked)
{
	struct error *err = NULL;

	for (size_t i = 0; i < run->wanted.count && !err; i++) {
		if (deadline_is_over(&run->limits.deadline))
			break;
		if (!is_attacked[i])
			err = gen_function_attack(run, &run->wanted.items[i], false);
	}
	return err;
}

struct error *gen_function_attack_all(struct gen_function_run *run)
{
	size_t count = run->wanted.count, end;
	_cleanup_free_ struct rank *ranks = xcalloc(count + 1, sizeof(*ranks));
	_cleanup_free_ bool *is_attacked = xcalloc(count + 1, sizeof(*is_attacked));
	struct error *err = NULL;

	for (size_t i = 0; i < count && !err && run->args->has_each; i++) {
		if (!deadline_is_over(&run->limits.deadline))
			err = gen_function_attack(run, &run->wanted.items[i], true);
	}
	for (size_t i = 0; i < count && !err && !run->args->has_each; i = end) {
		for (end = i + 1;
		     end < count && is_same_line(&run->wanted.items[i], &run->wanted.items[end]);)
			end++;
		err = rank_line(run, ranks, i, end);
		if (!err)
			err = attack_line(run, ranks + i, end - i, is_attacked);
	}
	return err || run->args->has_each ? err : try_rest(run, is_attacked);
}
