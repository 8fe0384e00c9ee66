/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/pool.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/gen/function/random.h"
#include "common/clock.h"
#include "common/xalloc.h"

enum {
	MOST_TRIES = 600,
	MOST_VAIN =
		150, /* after so many, one behind the other, of which none was kept there are no more */
	MOST_KEPT = 128,
	MOST_SPARE = 400,
	MOST_US = 50000, /* of processors: mutants run what is kept, and may be slower by far */
	MOST_MS = 3000,	 /* of processors */
	KEPT_SHARE =
		2, /* of so many inputs that are made anew one leaves all global variables as they are */
	MAX_LATE = 3, /* after so many that did not end there are no more */
};

static bool is_known(const struct gen_function_run *run, const struct trial_result *result)
{
	for (size_t i = 0; i < run->pool.count; i++) {
		if (trial_is_same(&run->pool.items[i].expected, result))
			return true;
	}
	return false;
}

/* Runs the original on BLOB; *RET: it is kept. */
static struct error *try_blob(struct gen_function_run *run, const unsigned char *blob,
			      bool *ret_late, bool *ret)
{
	struct gen_function_test test = { 0 };
	bool is_steady = false;
	struct error *err = gen_function_run_blob(run, run->original, blob, 0, &test.expected);

	*ret = false;
	*ret_late = !err && test.expected.is_late;
	if (!err && gen_function_ends_well(&test.expected) && test.expected.used_us < MOST_US) {
		if (is_known(run, &test.expected) && run->spare.count < MOST_SPARE) {
			test.blob = xmemdup(blob, run->program.seed.length);
			vec_push(&run->spare, test);
			return NULL;
		}
		if (!is_known(run, &test.expected))
			err = gen_function_is_steady(run, blob, &test.expected, &is_steady);
	}
	if (err || !is_steady) {
		trial_result_deinit(&test.expected);
		return err;
	}
	test.blob = xmemdup(blob, run->program.seed.length);
	vec_push(&run->pool, test);
	*ret = true;
	return NULL;
}

struct error *gen_function_pool_fill(struct gen_function_run *run)
{
	unsigned char *blob = xcalloc(run->program.seed.length + 1, 1);
	uint64_t start_us = clock_own_us();
	struct gen_function_random random;
	unsigned nr_vain = 0, nr_late = 0;
	struct error *err = NULL;

	gen_function_random_init(&random, run->entries, &run->program,
				 run->has_function ? &run->function : NULL, 0);
	for (size_t i = 0; i < run->nr_carved && !err; i++) {
		bool is_kept, is_late;

		err = try_blob(run, run->carved[i], &is_late, &is_kept);
	}
	for (unsigned i = 0; i < MOST_TRIES && !err; i++) {
		bool is_kept, is_late;

		if (nr_vain >= MOST_VAIN || nr_late >= MAX_LATE || run->pool.count >= MOST_KEPT ||
		    clock_own_us() - start_us > MOST_MS * 1000)
			break;
		/* One of two is a change of one that was kept. */
		if (i % 2 && run->pool.count) {
			memcpy(blob, run->pool.items[i / 2 % run->pool.count].blob,
			       run->program.seed.length);
			gen_function_random_change(&random, blob);
		} else if (i) {
			gen_function_random_make(&random, blob);
		}
		/* Tests that set no global variables are the better ones. */
		if (i % (2 * KEPT_SHARE) == 0)
			program_keep(&run->program, true, blob);
		err = try_blob(run, blob, &is_late, &is_kept);
		nr_vain = is_kept ? 0 : nr_vain + 1;
		nr_late += is_late;
	}
	gen_function_random_deinit(&random);
	free(blob);
	return err;
}

static void deinit(struct gen_function_test *tests, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(tests[i].blob);
		trial_result_deinit(&tests[i].expected);
	}
}

void gen_function_pool_deinit(struct gen_function_run *run)
{
	deinit(run->pool.items, run->pool.count);
	deinit(run->spare.items, run->spare.count);
	vec_deinit(&run->pool);
	vec_deinit(&run->spare);
}
