/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/kill/matrix.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "cmd/gen/kill/try.h"
#include "common/cleanup.h"
#include "common/xalloc.h"
#include "paths/compaction.h"

struct error *gen_kill_matrix_create(const struct gen_kills *kills, struct gen_kill_matrix *ret)
{
	size_t nr_mutants = kills->results.count, nr_tests = kills->tests.count;
	size_t size = (nr_mutants + 1) * nr_tests * sizeof(bool);
	void *shared;

	*ret = (struct gen_kill_matrix){ .kills = kills };
	if (!size)
		return NULL;
	shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return error_errno(ERROR_UNUSABLE, errno, "memory that processes share");
	ret->cells = shared;
	ret->kept = ret->cells + nr_mutants * nr_tests;
	ret->nr_mutants = nr_mutants;
	ret->nr_tests = nr_tests;
	ret->size = size;
	return NULL;
}

void gen_kill_matrix_destroy(struct gen_kill_matrix *matrix)
{
	if (matrix->cells)
		munmap(matrix->cells, matrix->size);
	*matrix = (struct gen_kill_matrix){ 0 };
}

struct error *gen_kill_matrix_fill(struct killing *killing, struct gen_kill_matrix *matrix,
				   size_t index)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	const struct gen_kills *kills = matrix->kills;
	bool *row = matrix->cells + index * matrix->nr_tests;
	struct error *err = NULL;

	for (size_t t = 0; t < matrix->nr_tests && !err && !*exploration->signal; t++) {
		struct trial_result result = { 0 };
		bool is_same = false;

		/* That one is known. */
		if (t != kills->results.items[index].test)
			err = gen_kill_run_quickly(exploration, &trial, &kills->tests.items[t],
						   &is_same, &result);
		row[t] = !err && !is_same;
		trial_result_deinit(&result);
	}
	return err;
}

void gen_kill_matrix_choose(struct gen_kill_matrix *matrix)
{
	if (matrix->cells)
		compaction_find(matrix->cells, matrix->nr_mutants, matrix->nr_tests, matrix->kept);
	matrix->is_chosen = true;
}

struct error *gen_kill_matrix_reassign(struct killing *killing,
				       const struct gen_kill_matrix *matrix, size_t index)
{
	const struct gen_kills *kills = matrix->kills;
	const bool *row = matrix->cells + index * matrix->nr_tests;
	struct error *err = NULL;

	if (matrix->kept[kills->results.items[index].test])
		return NULL;
	for (size_t t = 0; t < matrix->nr_tests && !err && !killing->test; t++) {
		if (row[t] && matrix->kept[t])
			err = gen_kill_try_all(killing, &kills->tests.items[t], 1, UINT_MAX);
	}
	return err;
}

static bool has_test(const struct gen_kill_result *result)
{
	return result->is_known && result->verdict == GEN_KILLED;
}

/* Returns the new numbers of tests; SIZE_MAX: it is dropped. */
static size_t *number_anew(const struct gen_kills *kills)
{
	size_t *ret = xcalloc(kills->tests.count + 1, sizeof(*ret));
	size_t number = 0;

	for (size_t t = 0; t < kills->tests.count; t++)
		ret[t] = SIZE_MAX;
	for (unsigned is_tested = 2; is_tested-- > 0;) {
		for (size_t i = 0; i < kills->results.count; i++) {
			const struct gen_kill_result *result = &kills->results.items[i];

			if (has_test(result) && result->is_tested == is_tested &&
			    ret[result->test] == SIZE_MAX)
				ret[result->test] = number++;
		}
	}
	return ret;
}

void gen_kill_matrix_apply(struct gen_kills *kills)
{
	_cleanup_free_ size_t *numbers = number_anew(kills);
	_cleanup_free_ bool *is_had = xcalloc(kills->tests.count + 1, sizeof(*is_had));
	size_t number = kills->tests.count, nr_kept = 0;
	struct gen_kill_test *tests = xcalloc(number + 1, sizeof(*tests));

	for (size_t t = 0; t < number; t++) {
		if (numbers[t] == SIZE_MAX) {
			gen_kill_test_deinit(&kills->tests.items[t]);
			continue;
		}
		tests[numbers[t]] = kills->tests.items[t];
		nr_kept++;
	}
	for (size_t t = 0; t < nr_kept; t++)
		kills->tests.items[t] = tests[t];
	kills->tests.count = nr_kept;
	free(tests);
	for (size_t i = 0; i < kills->results.count; i++) {
		struct gen_kill_result *result = &kills->results.items[i];

		if (!has_test(result))
			continue;
		result->test = numbers[result->test];
		result->is_dropped = is_had[result->test];
		is_had[result->test] = true;
	}
}
