/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_function_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/gen_function_pool.h"
#include "cmd/gen_function_shrink.h"
#include "cmd/gen_function_tests.h"
#include "common/clock.h"
#include "common/deadline.h"
#include "common/path.h"
#include "common/print.h"
#include "common/xalloc.h"

/* A mutant at hand. */
struct attempt {
	struct gen_function_run *run;
	struct gen_function_mutant *mutant_row;
	char *program; /* the harness with the mutant on */
	struct error *err;
	struct trial_result original, mutant; /* of the last candidate that kills */
	struct deadline deadline;	      /* of the mutant */
	bool is_unset; /* it does what depends on values that nobody has set */
};

enum { MAX_SHRINKING = 200 }; /* runs to make the values of one test smaller */

struct tally {
	size_t nr_killed, nr_by_chance, nr_by_search, nr_dropped, nr_none, nr_undefined, nr_unset,
		nr_unknown;
	uint64_t cpu_us;
};

/* ---- runs */

/* What is put in place of values that nobody has set: a byte on the stack, and one in blocks of the heap. */
static const struct {
	const char *stack, *heap;
} fillings[] = { { "1", "254" }, { "0", "0" }, { "85", "170" }, { "255", "1" } };
enum {
	NR_FILLINGS = sizeof(fillings) / sizeof(fillings[0]),
	LATE_FACTOR =
		5, /* what a mutant gets once more that took too long: it may be slow, and end */
};

static struct error *run_blob(const struct gen_function_run *run, const char *program,
			      const unsigned char *blob, unsigned filling, uint64_t max_ms,
			      struct trial_result *ret)
{
	const struct trial_opts opts = { .directory = run->directory,
					 .view = run->view,
					 .is_namespace = true,
					 .max_ms = max_ms };
	const struct command_file input = { .bytes = (unsigned char *)blob,
					    .size = run->start.nr_bytes };
	struct command command;
	struct error *err;

	command_init(&command, (char *[]){ NULL }, NULL, &input, 1);
	setenv("HARNESS_PAINT", fillings[filling].stack, 1);
	setenv("MALLOC_PERTURB_", fillings[filling].heap, 1);
	err = trial_run(&opts, program, &command, NULL, ret);
	command_deinit(&command);
	return err;
}

struct error *gen_function_run_blob(const struct gen_function_run *run, const char *program,
				    const unsigned char *blob, unsigned filling,
				    struct trial_result *ret)
{
	return run_blob(run, program, blob, filling, run->limits.run_ms, ret);
}

bool gen_function_ends_well(const struct trial_result *result)
{
	return WIFEXITED(result->status) && !result->is_late;
}

struct error *gen_function_is_steady(const struct gen_function_run *run, const unsigned char *blob,
				     const struct trial_result *expected, bool *ret)
{
	struct error *err = NULL;

	*ret = true;
	for (unsigned i = 1; i < NR_FILLINGS && *ret && !err; i++) {
		_cleanup_trial_result_ struct trial_result result = { 0 };

		err = run_blob(run, run->original, blob, i, run->limits.run_ms, &result);
		*ret = !err && trial_is_same(&result, expected);
	}
	return err;
}

/*
 * Runs original and mutant on BLOB once more, with another filling. *RET: each does what it did before. The mutant is
 * noted to depend on what nobody has set if it alone does not.
 */
static struct error *is_steady(struct attempt *attempt, const unsigned char *blob, unsigned filling,
			       bool *ret)
{
	_cleanup_trial_result_ struct trial_result original = { 0 }, mutant = { 0 };
	const struct gen_function_run *run = attempt->run;
	uint64_t max_ms = run->limits.run_ms;
	struct error *err = run_blob(run, run->original, blob, filling, max_ms, &original);

	*ret = !err && trial_is_same(&original, &attempt->original);
	if (!*ret)
		return err;
	err = run_blob(run, attempt->program, blob, filling, max_ms, &mutant);
	*ret = !err && trial_is_same(&mutant, &attempt->mutant);
	attempt->is_unset |= !err && !*ret;
	return err;
}

/*
 * Runs original and mutant on BLOB. Each has to do the same whatever lies where nobody has set a value: what depends on
 * that is killed today, and is not tomorrow.
 */
static struct error *try_blob(struct attempt *attempt, const unsigned char *blob, bool *ret)
{
	const struct gen_function_run *run = attempt->run;
	uint64_t max_ms = run->limits.run_ms;
	struct error *err;

	trial_result_deinit(&attempt->original);
	trial_result_deinit(&attempt->mutant);
	attempt->original = attempt->mutant = (struct trial_result){ 0 };
	err = run_blob(run, run->original, blob, 0, max_ms, &attempt->original);
	if (!err)
		err = run_blob(run, attempt->program, blob, 0, max_ms, &attempt->mutant);
	if (!err && attempt->mutant.is_late) {
		trial_result_deinit(&attempt->mutant);
		attempt->mutant = (struct trial_result){ 0 };
		err = run_blob(run, attempt->program, blob, 0, LATE_FACTOR * max_ms,
			       &attempt->mutant);
	}
	*ret = !err && gen_function_ends_well(&attempt->original) &&
	       !trial_is_same(&attempt->original, &attempt->mutant);
	for (unsigned i = 1; i < NR_FILLINGS && *ret && !err && !attempt->mutant.is_late; i++)
		err = is_steady(attempt, blob, i, ret);
	return err;
}

static bool kills(void *arg, const unsigned char *blob, size_t size)
{
	struct attempt *attempt = arg;
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

/* ---- what is shown */

static void print_place(const struct gen_function_mutant *mutant)
{
	print("%s:%" PRIu32 ":%" PRIu32 " %s '%s' [%s]: ", mutant->row->file, mutant->row->line,
	      mutant->row->column, mutant->row->op, mutant->row->replacement, mutant->id);
}

static void print_number(const struct program_piece *piece, const unsigned char *blob)
{
	uint64_t number = 0;

	for (size_t i = 0; i < piece->nr_bytes && i < 8; i++)
		number |= (uint64_t)blob[piece->at + i] << 8 * i;
	if (piece->kind == PIECE_MODULO)
		number %= piece->modulus;
	else if (piece->nr_bytes < 8 && number >> (8 * piece->nr_bytes - 1) & 1 &&
		 piece->nr_bytes > 1)
		number |= ~UINT64_C(0) << 8 * piece->nr_bytes;
	print("%" PRId64, (int64_t)number);
}

/* Prints what the function begins with, in the words of C; what is 0 is left out. */
static void print_values(const struct program *program, const unsigned char *blob)
{
	const char *between = " for";

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		bool is_zero = true;

		for (size_t k = 0; k < piece->nr_bytes; k++)
			is_zero &= !blob[piece->at + k];
		if (!piece->nr_bytes || (piece->kind == PIECE_POINTER) != is_zero ||
		    (is_zero && piece->object && piece->kind != PIECE_POINTER))
			continue;
		print("%s %s = ", between, piece->name);
		if (piece->kind == PIECE_POINTER)
			print("NULL");
		else
			print_number(piece, blob);
		between = ",";
	}
}

/* Finds the first line in which two outputs differ; returns its length. */
static int first_difference(const char *a, const char *b, const char **ret)
{
	size_t start = 0;

	for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
		if (a[i] == '\n')
			start = i + 1;
	}
	*ret = a + start;
	return (int)strcspn(a + start, "\n");
}

static void print_end(const struct trial_result *result, const char *other)
{
	const char *line;
	int length;

	if (result->is_late) {
		print("does not end in time");
		return;
	}
	if (WIFSIGNALED(result->status)) {
		print("is ended by signal %d", WTERMSIG(result->status));
		return;
	}
	length = first_difference(strbuf_get(&result->out), other, &line);
	if (length)
		print("prints '%.*s'", length, line);
	else
		print("ends with %d", WEXITSTATUS(result->status));
}

static void print_test(const struct attempt *attempt, const unsigned char *blob)
{
	const struct gen_function_run *run = attempt->run;

	print("killed by %s()", run->name);
	print_values(&run->program, blob);
	print(": the original ");
	print_end(&attempt->original, strbuf_get(&attempt->mutant.out));
	print(", the mutant ");
	print_end(&attempt->mutant, strbuf_get(&attempt->original.out));
	print("\n  input:");
	for (uint32_t i = 0; i < run->start.nr_bytes; i++)
		print(" %02x", blob[i]);
	print("\n");
}

/* ---- mutants */

/* True if TEST kills the mutant at hand, whatever lies where nobody has set a value. */
static bool is_killed_by(struct attempt *attempt, const struct gen_function_test *test)
{
	const struct gen_function_run *run = attempt->run;
	_cleanup_trial_result_ struct trial_result result = { 0 };
	bool ret = false;

	attempt->err = run_blob(run, attempt->program, test->blob, 0, run->limits.run_ms, &result);
	if (!attempt->err && !trial_is_same(&result, &test->expected))
		attempt->err = try_blob(attempt, test->blob, &ret);
	return !attempt->err && ret;
}

/* Tries the tests that were found before. */
static bool drop(struct attempt *attempt)
{
	const struct gen_function_run *run = attempt->run;

	for (size_t i = run->tests.count; i-- > 0 && run->args->drops && !attempt->err;) {
		if (!is_killed_by(attempt, &run->tests.items[i]))
			continue;
		print("killed by test %zu\n", i + 1);
		attempt->mutant_row->test = i;
		return true;
	}
	return false;
}

/* True if both do not do the same on BLOB today. */
static bool differs(void *arg, const unsigned char *blob, size_t size)
{
	struct attempt *attempt = arg;
	const struct gen_function_run *run = attempt->run;
	_cleanup_trial_result_ struct trial_result original = { 0 }, mutant = { 0 };

	(void)size;
	if (attempt->err || deadline_is_over(&attempt->deadline))
		return false;
	attempt->err = run_blob(run, run->original, blob, 0, run->limits.run_ms, &original);
	if (!attempt->err && gen_function_ends_well(&original))
		attempt->err =
			run_blob(run, attempt->program, blob, 0, run->limits.run_ms, &mutant);
	return !attempt->err && gen_function_ends_well(&original) && !mutant.is_late &&
	       !trial_is_same(&original, &mutant);
}

/* Gives BLOB, which kills the mutant at hand, small values, if those kill, too. */
static void shrink(struct attempt *attempt, unsigned char *blob)
{
	const struct gen_function_run *run = attempt->run;
	const struct atg_judge judge = { differs, attempt };
	_cleanup_free_ unsigned char *before = xmemdup(blob, run->program.seed.length);

	if (attempt->mutant.is_late)
		return;
	gen_function_shrink(run->entries, &run->program, &judge, MAX_SHRINKING, blob);
	if (!kills(attempt, blob, run->program.seed.length)) {
		memcpy(blob, before, run->program.seed.length);
		kills(attempt, blob, run->program.seed.length);
	}
}

/* Takes BLOB, which kills the mutant at hand, as a test. */
static void take_test(struct attempt *attempt, const unsigned char *blob)
{
	struct gen_function_run *run = attempt->run;
	struct gen_function_test test = { xmemdup(blob, run->program.seed.length), { 0 } };

	shrink(attempt, test.blob);
	test.expected = attempt->original;
	attempt->mutant_row->test = run->tests.count;
	vec_push(&run->tests, test);
	print_test(attempt, test.blob);
	attempt->original = (struct trial_result){ 0 };
}

/* Tries the inputs of TESTS, of which there are COUNT. */
static bool try_list(struct attempt *attempt, const struct gen_function_test *tests, size_t count)
{
	for (size_t i = 0; i < count && !attempt->err; i++) {
		if (deadline_is_over(&attempt->deadline))
			return false;
		if (!is_killed_by(attempt, &tests[i]))
			continue;
		take_test(attempt, tests[i].blob);
		return true;
	}
	return false;
}

static void tell(struct attempt *attempt, const struct atg_result *result, struct tally *tally)
{
	switch (result->verdict) {
	case ATG_TEST:
		take_test(attempt, result->blob);
		tally->nr_killed++;
		tally->nr_by_search += result->is_by_search;
		break;
	case ATG_NO_TEST:
		tally->nr_none++;
		print("no test\n");
		break;
	case ATG_NO_DEFINED_TEST:
		tally->nr_undefined++;
		print("no test, as far as C defines what happens\n");
		break;
	case ATG_UNKNOWN:
		if (attempt->is_unset) {
			tally->nr_unset++;
			print("depends on a value that nobody has set\n");
			break;
		}
		tally->nr_unknown++;
		print("unknown: %s\n", result->why ? result->why : "nothing was tried");
		break;
	}
}

static struct error *attack(struct gen_function_run *run, struct gen_function_mutant *mutant,
			    struct tally *tally)
{
	struct attempt attempt = { .run = run,
				   .mutant_row = mutant,
				   .deadline = { .at_ms = deadline_after(clock_ms(),
									 run->limits.mutant_ms) } };
	const struct atg_judge judge = { kills, &attempt };
	struct atg_result result = { 0 };
	struct error *err;

	print_place(mutant);
	if (!mutant->found || mutant->found->nr_on != 1) {
		tally->nr_unknown++;
		print("unknown: the harness %s\n",
		      mutant->found ? "has it at several places" : "does not have it");
		return NULL;
	}
	attempt.program = path_join(run->scratch, "mutant");
	err = gen_mutant_write(run->original, mutant->found, attempt.program);
	if (!err && drop(&attempt)) {
		tally->nr_killed++;
		tally->nr_dropped++;
	} else if (!err && !attempt.err && try_list(&attempt, run->pool.items, run->pool.count)) {
		tally->nr_killed++;
		tally->nr_by_chance++;
	} else if (!err && !attempt.err) {
		const struct remt_switch *on = &mutant->found->on[0];
		struct atg_options options = run->args->search;
		/* What is left then is for chance. */
		options.deadline = deadline_part(&attempt.deadline, 2);
		options.deadline.at_ms += (attempt.deadline.at_ms - options.deadline.at_ms) / 2;
		options.first_bounds = run->first_bounds;
		result.why = run->refusal ? xstrdup(run->refusal) : NULL;
		if (!run->refusal)
			atg_kill(&run->function, &run->start,
				 (const unsigned char *)strbuf_get(&run->program.seed), on->site,
				 on->alternative, &options, &judge, &result);
		if (!run->refusal)
			run->first_bounds = result.first_bounds;
		if (result.verdict == ATG_UNKNOWN && !attempt.is_unset &&
		    try_list(&attempt, run->spare.items, run->spare.count)) {
			tally->nr_killed++;
			tally->nr_by_chance++;
		} else if (!attempt.err) {
			tell(&attempt, &result, tally);
		}
	}
	atg_result_deinit(&result);
	trial_result_deinit(&attempt.original);
	trial_result_deinit(&attempt.mutant);
	free(attempt.program);
	if (!err)
		return attempt.err;
	error_destroy(attempt.err);
	return err;
}

static void print_sum(const struct gen_function_run *run, const struct tally *tally)
{
	print("%s(): %zu mutants, %zu killed by %zu tests (%zu found by chance, %zu by the D-algorithm), %zu without a test, "
	      "%zu as far as C defines it, %zu that depend on values that nobody has set, %zu unknown; %" PRIu64
	      " ms\n",
	      run->name, run->wanted.count, tally->nr_killed, run->tests.count, tally->nr_by_chance,
	      tally->nr_by_search, tally->nr_none, tally->nr_undefined, tally->nr_unset,
	      tally->nr_unknown, tally->cpu_us / 1000);
}

int gen_function_work(struct gen_function_run *run)
{
	struct tally tally = { 0 };
	uint64_t start_us = clock_own_us();
	struct error *err = run->args->is_random ? gen_function_pool_fill(run) : NULL;

	for (size_t i = 0; i < run->wanted.count && !err; i++) {
		err = attack(run, &run->wanted.items[i], &tally);
		fflush(stdout);
	}
	tally.cpu_us = clock_own_us() - start_us;
	if (!err)
		print_sum(run, &tally);
	if (!err && run->args->tests)
		err = gen_function_tests_write(run, &run->tests_file, run->args->tests);
	for (size_t i = 0; i < run->tests.count; i++) {
		free(run->tests.items[i].blob);
		trial_result_deinit(&run->tests.items[i].expected);
	}
	vec_deinit(&run->tests);
	gen_function_pool_deinit(run);
	return err ? cmd_fail(err) : EXIT_OK;
}
