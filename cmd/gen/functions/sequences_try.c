/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which sequences of calls kill which mutants. Many sequences run one behind the other in one process; where a mutant does
 * something else there, those sequences are tried by themselves.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/gen/functions/sequences_state.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

enum {
	WINDOW = 48,	   /* sequences that are tried by themselves */
	MOST_SHRINKS = 48, /* steps that are tried to be taken out of a sequence */
};

/* What the original does in one process: the tests, then the pool from `nr_tried` on. */
struct row {
	const struct gen_sequence **sequences;
	unsigned char *bytes;
	struct gen_sequence_answer *answers;
	size_t number;
};

/* ---- one sequence */

/* *RET: VARIANT, the harness with a mutant on, and the original differ on SEQUENCE, each the same in each run. */
static struct error *kills(const struct gen_sequences *sequences, const char *variant,
			   const unsigned char *sequence, struct trial_result *original,
			   bool *ret_late, bool *ret)
{
	const struct gen_function_run *harness = &sequences->harness;
	_cleanup_trial_result_ struct trial_result mutant = { 0 };
	struct error *err =
		gen_function_run_blob(harness, harness->original, sequence, 0, original);

	if (!err)
		err = gen_function_run_blob(harness, variant, sequence, 0, &mutant);
	*ret_late = !err && mutant.is_late;
	*ret = !err && gen_function_ends_well(original) && !trial_is_same(original, &mutant);
	for (unsigned filling = 1; filling < gen_function_nr_fillings() && *ret; filling++) {
		_cleanup_trial_result_ struct trial_result again = { 0 }, other = { 0 };

		err = gen_function_run_blob(harness, harness->original, sequence, filling, &again);
		if (!err && !*ret_late)
			err = gen_function_run_blob(harness, variant, sequence, filling, &other);
		*ret = !err && trial_is_same(original, &again) &&
		       (*ret_late || trial_is_same(&mutant, &other));
	}
	return err;
}

/* *RET: the original does nothing undefined on SEQUENCE, and prints what it does without sanitizers. */
static struct error *is_clean(const struct gen_sequences *sequences, const unsigned char *sequence,
			      const struct trial_result *original, bool *ret)
{
	struct gen_sequence_answer clean;
	struct error *err =
		gen_sequences_answer(sequences, sequences->sanitized, sequence, 1, false, &clean);

	*ret = !err && clean.output && !clean.status &&
	       strcmp(clean.output, strbuf_get(&original->out)) == 0;
	free(clean.output);
	return err;
}

/* Gives TEST, which kills VARIANT, the calls of BYTES if these do so, too. */
static struct error *replace(const struct gen_sequences *sequences, const char *variant,
			     struct gen_sequence *test, const unsigned char *bytes, bool *ret_late,
			     bool *ret)
{
	_cleanup_trial_result_ struct trial_result original = { 0 };
	struct error *err = kills(sequences, variant, bytes, &original, ret_late, ret);

	if (!err && *ret)
		err = is_clean(sequences, bytes, &original, ret);
	if (err || !*ret)
		return err;
	memcpy(test->bytes, bytes, SEQUENCE_SIZE);
	free(test->output);
	test->output = xstrdup(strbuf_get(&original.out));
	return NULL;
}

/* Takes calls out of TEST that it does not need to kill VARIANT. */
static struct error *shrink(const struct gen_sequences *sequences, const char *variant,
			    struct gen_sequence *test)
{
	size_t step = gen_sequences_length(sequences, test->bytes);
	struct error *err = NULL;

	for (unsigned i = 0; i < MOST_SHRINKS && step-- > 0 && !err; i++) {
		unsigned char bytes[SEQUENCE_SIZE];
		bool is_replaced, is_late;

		memcpy(bytes, test->bytes, SEQUENCE_SIZE);
		if (gen_sequences_remove(sequences, bytes, step))
			err = replace(sequences, variant, test, bytes, &is_late, &is_replaced);
	}
	return err;
}

/* Adds SEQUENCE to the tests, if it kills VARIANT. */
static struct error *take(struct gen_sequences *sequences, const char *variant,
			  const struct gen_sequence *sequence, bool *ret)
{
	struct gen_sequence test = { .output = NULL };
	bool is_late;
	struct error *err = replace(sequences, variant, &test, sequence->bytes, &is_late, ret);

	if (!err && *ret)
		err = shrink(sequences, variant, &test);
	if (!err && *ret)
		vec_push(&sequences->tests, test);
	else
		free(test.output);
	return err;
}

/* ---- many sequences */

static void row_deinit(struct row *row)
{
	gen_sequences_free_answers(row->answers, row->number);
	free(row->answers);
	free(row->bytes);
	free(row->sequences);
}

static struct error *make_row(const struct gen_sequences *sequences, struct row *ret)
{
	size_t nr_tests = sequences->tests.count;

	ret->number = nr_tests + sequences->pool.count - sequences->nr_tried;
	ret->sequences = xcalloc(ret->number + 1, sizeof(*ret->sequences));
	ret->bytes = xcalloc(ret->number + 1, SEQUENCE_SIZE);
	ret->answers = xcalloc(ret->number + 1, sizeof(*ret->answers));
	for (size_t i = 0; i < ret->number; i++) {
		ret->sequences[i] =
			i < nr_tests ? &sequences->tests.items[i]
				     : &sequences->pool.items[sequences->nr_tried + i - nr_tests];
		memcpy(ret->bytes + i * SEQUENCE_SIZE, ret->sequences[i]->bytes, SEQUENCE_SIZE);
	}
	return gen_sequences_answer(sequences, sequences->harness.original, ret->bytes, ret->number,
				    true, ret->answers);
}

/* *RET: the first sequence of ROW for which VARIANT does something else in one process; `number`: there is none. */
static struct error *find_first(const struct gen_sequences *sequences, const struct row *row,
				const char *variant, size_t *ret)
{
	struct gen_sequence_answer *answers = xcalloc(row->number + 1, sizeof(*answers));
	struct error *err =
		gen_sequences_answer(sequences, variant, row->bytes, row->number, true, answers);
	size_t i = 0;

	while (i < row->number && row->answers[i].output && answers[i].output &&
	       strcmp(row->answers[i].output, answers[i].output) == 0)
		i++;
	/* What the original does not come to is not compared. */
	*ret = i < row->number && row->answers[i].output ? i : row->number;
	gen_sequences_free_answers(answers, row->number);
	free(answers);
	return err;
}

/* Reports a kill of MUTANT by TEST to FD. */
static struct error *report(const struct gen_sequences *sequences,
			    const struct gen_sequence_mutant *mutant,
			    const struct gen_sequence *test, int fd)
{
	struct gen_sequence_kill kill = {
		.item = (size_t)(mutant->item - sequences->functions->items.items),
		.mutant = mutant->index,
		.size = strlen(test->output),
	};

	memcpy(kill.bytes, test->bytes, SEQUENCE_SIZE);
	if (fs_write_all(fd, (const char *)&kill, sizeof(kill)) &&
	    fs_write_all(fd, test->output, kill.size))
		return NULL;
	return error_create(ERROR_INTERNAL, "a kill can't be handed over");
}

/* Tries the sequences of ROW from FIRST on by themselves. *RET: the test that kills VARIANT; SIZE_MAX: none does. */
static struct error *try_window(struct gen_sequences *sequences, const struct row *row,
				const char *variant, size_t first, size_t nr_tests, size_t *ret)
{
	size_t number = row->number - first < WINDOW ? row->number - first : WINDOW;
	struct gen_sequence_answer answers[WINDOW] = { 0 };
	struct error *err = gen_sequences_answer(
		sequences, variant, row->bytes + first * SEQUENCE_SIZE, number, false, answers);

	*ret = SIZE_MAX;
	for (size_t i = 0; i < number && !err && *ret == SIZE_MAX; i++) {
		const struct gen_sequence *sequence = row->sequences[first + i];
		bool is_killed = false;

		if (!answers[i].output ||
		    (!answers[i].status && strcmp(answers[i].output, sequence->output) == 0))
			continue;
		if (first + i < nr_tests) {
			_cleanup_trial_result_ struct trial_result original = { 0 };
			bool is_late;

			err = kills(sequences, variant, sequence->bytes, &original, &is_late,
				    &is_killed);
			*ret = is_killed ? first + i : SIZE_MAX;
			continue;
		}
		err = take(sequences, variant, sequence, &is_killed);
		*ret = is_killed ? sequences->tests.count - 1 : SIZE_MAX;
	}
	gen_sequences_free_answers(answers, number);
	return err;
}

static struct error *try_mutant(struct gen_sequences *sequences, const struct row *row,
				struct gen_sequence_mutant *mutant, size_t nr_tests, int fd)
{
	_cleanup_free_ char *variant = path_join(sequences->harness.scratch, "sequence-mutant");
	size_t first = 0, test = SIZE_MAX;
	struct error *err = gen_mutant_write(sequences->harness.original, mutant->found, variant);

	if (!err)
		err = find_first(sequences, row, variant, &first);
	if (!err && first < row->number)
		err = try_window(sequences, row, variant, first, nr_tests, &test);
	mutant->is_killed = test != SIZE_MAX;
	return err || !mutant->is_killed
		       ? err
		       : report(sequences, mutant, &sequences->tests.items[test], fd);
}

struct error *gen_sequences_try(struct gen_sequences *sequences, int fd, size_t *ret)
{
	size_t nr_tests = SIZE_MAX; /* that the row has */
	struct row row = { 0 };
	struct error *err = NULL;

	*ret = 0;
	for (size_t m = 0; m < sequences->wanted.count && !err; m++) {
		struct gen_sequence_mutant *mutant = &sequences->wanted.items[m];

		if (mutant->is_killed || deadline_is_over(&sequences->deadline))
			continue;
		if (nr_tests != sequences->tests.count) {
			row_deinit(&row);
			row = (struct row){ 0 };
			nr_tests = sequences->tests.count;
			err = make_row(sequences, &row);
		}
		if (!err)
			err = try_mutant(sequences, &row, mutant, nr_tests, fd);
		*ret += mutant->is_killed;
	}
	row_deinit(&row);
	sequences->nr_tried = sequences->pool.count;
	return err;
}
