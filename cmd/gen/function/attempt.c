/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/attempt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/gen/function/pool.h"
#include "cmd/gen/function/shrink.h"
#include "cmd/gen/function/tests.h"
#include "common/clock.h"
#include "common/deadline.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"

enum {
	MAX_SHRINKING = 200, /* runs to make the values of one test smaller */
	MAX_RAISING = 48,    /* runs to have fewer large numbers in what it sees */
	LEAST_DIGITS = 10,   /* of a large number */
	/*
	 * Of the time of a run that may take longer, the original has to end within one of so many parts: a switch within a
	 * loop makes a mutant slower than the edited source is.
	 */
	LATE_SHARE = 50,
	HANGING_SHARE = 2, /* of the time of a mutant, in which runs may hang */
	SHRINKING_SHARE =
		10, /* the same when a test becomes smaller: the number of runs is limited, too */
	MAX_IN_VAIN = 3, /* the time of a mutant is halved so often */
};

/*
 * Runs original and mutant on BLOB once more, with another filling. *RET: each does what it did before. The mutant is
 * noted to depend on what nobody has set if it alone does not.
 */
static struct error *is_steady(struct gen_function_attempt *attempt, const unsigned char *blob,
			       unsigned filling, bool *ret)
{
	_cleanup_trial_result_ struct trial_result original = { 0 }, mutant = { 0 };
	const struct gen_function_run *run = attempt->run;
	struct error *err = gen_function_run_blob(run, run->original, blob, filling, &original);

	*ret = !err && trial_is_same(&original, &attempt->original);
	if (!*ret)
		return err;
	err = gen_function_run_blob(run, attempt->program, blob, filling, &mutant);
	*ret = !err && trial_is_same(&mutant, &attempt->mutant);
	attempt->is_unset |= !err && !*ret;
	return err;
}

/*
 * Runs original and mutant on BLOB. Each has to do the same whatever lies where nobody has set a value: what depends on
 * that is killed today, and is not tomorrow.
 */
static struct error *try_blob(struct gen_function_attempt *attempt, const unsigned char *blob,
			      bool *ret)
{
	const struct gen_function_run *run = attempt->run;
	struct error *err;

	trial_result_deinit(&attempt->original);
	trial_result_deinit(&attempt->mutant);
	attempt->original = attempt->mutant = (struct trial_result){ 0 };
	err = gen_function_run_blob(run, run->original, blob, 0, &attempt->original);
	if (!err)
		err = gen_function_run_blob(run, attempt->program, blob, 0, &attempt->mutant);
	if (!err && attempt->mutant.is_late) {
		trial_result_deinit(&attempt->mutant);
		attempt->mutant = (struct trial_result){ 0 };
		err = gen_function_run_longer(run, attempt->program, blob, &attempt->mutant);
	}
	*ret = !err && gen_function_ends_well(&attempt->original) &&
	       !trial_is_same(&attempt->original, &attempt->mutant) &&
	       !(attempt->mutant.is_late &&
		 attempt->original.used_us >
			 run->limits.run_ms * 1000 * GEN_FUNCTION_LATE_FACTOR / LATE_SHARE);
	for (unsigned i = 1;
	     i < gen_function_nr_fillings() && *ret && !err && !attempt->mutant.is_late; i++)
		err = is_steady(attempt, blob, i, ret);
	return err;
}

static bool kills(void *arg, const unsigned char *blob, size_t size)
{
	struct gen_function_attempt *attempt = arg;
	bool ret = false;
	struct error *err;

	(void)size;
	if (attempt->err || deadline_is_over(&attempt->deadline))
		return false;
	err = try_blob(attempt, blob, &ret);
	if (!err)
		return ret;
	error_destroy(attempt->err);
	attempt->err = err;
	return false;
}

/* ---- mutants */

/* True if TEST kills the mutant at hand, whatever lies where nobody has set a value. */
static bool is_killed_by(struct gen_function_attempt *attempt, const struct gen_function_test *test)
{
	const struct gen_function_run *run = attempt->run;
	_cleanup_trial_result_ struct trial_result result = { 0 };
	bool ret = false;

	attempt->err = gen_function_run_blob(run, attempt->program, test->blob, 0, &result);
	if (!attempt->err && !trial_is_same(&result, &test->expected))
		attempt->err = try_blob(attempt, test->blob, &ret);
	return !attempt->err && ret;
}

/* Tries the tests that were found before. */
static bool drop(struct gen_function_attempt *attempt)
{
	const struct gen_function_run *run = attempt->run;

	for (size_t i = run->tests.count; i-- > 0 && !attempt->err;) {
		if (run->tests.items[i].is_sequence || !is_killed_by(attempt, &run->tests.items[i]))
			continue;
		attempt->mutant_row->verdict = GEN_FUNCTION_KILLED;
		attempt->mutant_row->method = GEN_FUNCTION_BY_TEST;
		attempt->mutant_row->test = i;
		return true;
	}
	return false;
}

/* Returns how many large numbers TEXT has: below 0 they wrapped, or lost their upper bits, and nobody expects them. */
static size_t count_large(const char *text)
{
	size_t ret = 0, length;

	for (; *text; text += length ? length : 1) {
		length = strspn(text, "0123456789");
		ret += length >= LEAST_DIGITS;
	}
	return ret;
}

/* True if both do not do the same on BLOB today, and the original has no more large numbers than wanted. */
static bool differs(void *arg, const unsigned char *blob, size_t size)
{
	struct gen_function_attempt *attempt = arg;
	const struct gen_function_run *run = attempt->run;
	_cleanup_trial_result_ struct trial_result original = { 0 }, mutant = { 0 };
	size_t nr_large;

	(void)size;
	if (attempt->err || deadline_is_over(&attempt->deadline))
		return false;
	attempt->err = gen_function_run_blob(run, run->original, blob, 0, &original);
	if (!attempt->err && gen_function_ends_well(&original))
		attempt->err = gen_function_run_blob(run, attempt->program, blob, 0, &mutant);
	if (attempt->err || !gen_function_ends_well(&original) || mutant.is_late ||
	    trial_is_same(&original, &mutant))
		return false;
	nr_large = count_large(strbuf_get(&original.out));
	if (nr_large > attempt->max_large)
		return false;
	attempt->max_large = nr_large;
	return true;
}

/* Returns when the time of a mutant is over that begins now; where runs hang, after SHARE times that. */
static struct deadline find_deadline(const struct gen_function_run *run, uint64_t share)
{
	const struct deadline *whole = &run->limits.deadline;
	uint64_t ms = run->limits.mutant_ms >> run->nr_in_vain;
	uint64_t most = ms < UINT64_MAX / share ? ms * share : UINT64_MAX;

	return (struct deadline){
		.at_ms = deadline_after(clock_ms(), deadline_bound_ms(whole, most)),
		.work_us = ms < UINT64_MAX / 2000 ? clock_work_us() + ms * 1000 : 0,
		.cancelled = whole->cancelled,
	};
}

/* Gives BLOB, which kills the mutant at hand, small values, if those kill, too. */
static void shrink(struct gen_function_attempt *attempt, unsigned char *blob)
{
	const struct gen_function_run *run = attempt->run;
	const struct atg_judge judge = { differs, attempt };
	_cleanup_free_ unsigned char *before = xmemdup(blob, run->program.seed.length);

	if (attempt->mutant.is_late)
		return;
	/* What took the time of the mutant is none the better as it was found. */
	attempt->deadline = find_deadline(run, SHRINKING_SHARE);
	attempt->max_large = count_large(strbuf_get(&attempt->original.out));
	gen_function_shrink(run->entries, &run->program, &judge, MAX_SHRINKING, false, blob);
	if (attempt->max_large) {
		attempt->max_large--;
		gen_function_raise(run->entries, &run->program, &judge, MAX_RAISING, blob);
	}
	if (!kills(attempt, blob, run->program.seed.length)) {
		memcpy(blob, before, run->program.seed.length);
		kills(attempt, blob, run->program.seed.length);
	}
}

/* Takes BLOB, which kills the mutant at hand, as a test. */
static void take_test(struct gen_function_attempt *attempt, const unsigned char *blob)
{
	struct gen_function_run *run = attempt->run;
	struct gen_function_test test = { .blob = xmemdup(blob, run->program.seed.length) };

	shrink(attempt, test.blob);
	test.expected = attempt->original;
	attempt->mutant_row->verdict = GEN_FUNCTION_KILLED;
	attempt->mutant_row->test = run->tests.count;
	vec_push(&run->tests, test);
	attempt->blob = test.blob;
}

/* Tries those of TESTS, of which there are COUNT, that leave all global variables as they are, or the others. */
static bool try_some(struct gen_function_attempt *attempt, const struct gen_function_test *tests,
		     size_t count, bool are_kept)
{
	for (size_t i = 0; i < count && !attempt->err; i++) {
		if (deadline_is_over(&attempt->deadline))
			return false;
		if (program_keeps_globals(&attempt->run->program, tests[i].blob) != are_kept)
			continue;
		if (!is_killed_by(attempt, &tests[i]))
			continue;
		attempt->mutant_row->method = GEN_FUNCTION_BY_CHANCE;
		take_test(attempt, tests[i].blob);
		return true;
	}
	return false;
}

/* Tries the inputs of TESTS, of which there are COUNT. */
static bool try_list(struct gen_function_attempt *attempt, const struct gen_function_test *tests,
		     size_t count)
{
	return try_some(attempt, tests, count, true) || try_some(attempt, tests, count, false);
}

static void conclude(struct gen_function_attempt *attempt, struct atg_result *result)
{
	struct gen_function_mutant *mutant = attempt->mutant_row;

	switch (result->verdict) {
	case ATG_TEST:
		mutant->method =
			result->is_by_search ? GEN_FUNCTION_BY_SEARCH : GEN_FUNCTION_BY_QUESTION;
		take_test(attempt, result->blob);
		break;
	case ATG_NO_TEST: mutant->verdict = GEN_FUNCTION_NO_TEST; break;
	case ATG_NO_DEFINED_TEST: mutant->verdict = GEN_FUNCTION_NO_DEFINED_TEST; break;
	case ATG_UNKNOWN:
		mutant->verdict = attempt->is_unset ? GEN_FUNCTION_UNSET : GEN_FUNCTION_UNKNOWN;
		mutant->why = attempt->is_unset
				      ? NULL
				      : xstrdup(result->why ? result->why : "nothing was tried");
		break;
	}
}

/* Looks for a test of the mutant at hand. */
static void search(struct gen_function_attempt *attempt)
{
	struct gen_function_run *run = attempt->run;
	const struct remt_switch *on = &attempt->mutant_row->found->on[0];
	const struct atg_judge judge = { kills, attempt };
	struct atg_options options = run->args->search;
	struct atg_result result = { 0 };

	/* What is left then is for chance. */
	options.deadline = deadline_part(&attempt->deadline, 3, 4);
	options.first_bounds = run->first_bounds;
	result.why = run->refusal ? xstrdup(run->refusal) : NULL;
	if (!run->refusal) {
		atg_kill(&run->function, &run->start,
			 (const unsigned char *)strbuf_get(&run->program.seed), on->site,
			 on->alternative, &options, &judge, &result);
		run->first_bounds = result.first_bounds;
		if (result.verdict != ATG_UNKNOWN)
			run->nr_in_vain = 0;
		else if (deadline_is_over(&options.deadline) && run->nr_in_vain < MAX_IN_VAIN)
			run->nr_in_vain++;
	}
	if (result.verdict != ATG_UNKNOWN || attempt->is_unset ||
	    !try_list(attempt, run->spare.items, run->spare.count))
		conclude(attempt, &result);
	atg_result_deinit(&result);
}

/* Has the mutant at hand in a program of its own; false: the harness has none. */
static bool write_mutant(struct gen_function_attempt *attempt)
{
	struct gen_function_mutant *mutant = attempt->mutant_row;

	if (!mutant->found || mutant->found->nr_on != 1) {
		mutant->verdict = GEN_FUNCTION_UNKNOWN;
		mutant->why = xasprintf("the harness %s", mutant->found ? "has it at several places"
									: "does not have it");
		return false;
	}
	attempt->program = path_join(attempt->run->scratch, "mutant");
	attempt->err = gen_mutant_write(attempt->run->original, mutant->found, attempt->program);
	return !attempt->err;
}

/*
 * Returns when the search in a function, or for a test of one mutant, ends: after its time of a processor, so that what
 * is found does not depend on what else the machine does; where runs hang, after some times that; and with all that is
 * limited.  What follows mutants whose time was too short is mostly like them, and gets less.
 */
struct deadline gen_function_deadline(const struct gen_function_run *run)
{
	return find_deadline(run, HANGING_SHARE);
}

struct error *gen_function_attack(struct gen_function_run *run, struct gen_function_mutant *mutant,
				  bool is_searched)
{
	struct gen_function_attempt attempt = { .run = run,
						.mutant_row = mutant,
						.deadline = gen_function_deadline(run) };

	gen_function_print_place(mutant);
	/* What a sequence kills needs no search. */
	if (mutant->verdict != GEN_FUNCTION_KILLED && write_mutant(&attempt)) {
		bool is_killed = (run->args->drops || !is_searched) && drop(&attempt);

		if (!is_searched && !is_killed)
			mutant->verdict = GEN_FUNCTION_PASSED;
		else if (!is_killed && !attempt.err &&
			 !try_list(&attempt, run->pool.items, run->pool.count) && !attempt.err)
			search(&attempt);
	}
	if (!attempt.err)
		gen_function_print_verdict(&attempt);
	if (run->progress) {
		run->progress->nr_done++;
		run->progress->nr_killed += mutant->verdict == GEN_FUNCTION_KILLED;
	}
	/* What a test expects is its own. */
	if (!attempt.blob)
		trial_result_deinit(&attempt.original);
	trial_result_deinit(&attempt.mutant);
	free(attempt.program);
	return attempt.err;
}

/* Attacks all mutants, and makes C tests. */
static struct error *work(struct gen_function_run *run)
{
	uint64_t start_us = clock_own_us();
	struct error *err = run->args->is_random && gen_function_has_search(run)
				    ? gen_function_pool_fill(run)
				    : NULL;

	if (!err)
		err = gen_function_attack_all(run);
	run->cpu_us = clock_own_us() - start_us;
	if (!err)
		gen_function_print_sum(run);
	return err;
}

struct error *gen_function_find(struct gen_function_run *run)
{
	struct error *err = work(run);

	gen_function_pool_deinit(run);
	return err;
}

int gen_function_work(struct gen_function_run *run)
{
	struct error *err = gen_function_find(run);

	if (!err && run->args->tests)
		err = gen_function_tests_write(run, &run->tests_file, run->args->tests);
	gen_function_forget(run);
	return err ? cmd_fail(err) : EXIT_OK;
}
