/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* What is put in place of values that nobody has set: a byte on the stack, and one in blocks of the heap. */
static const struct {
	const char *stack, *heap;
} fillings[] = { { "1", "254" }, { "0", "0" }, { "85", "170" }, { "255", "1" } };
enum { NR_FILLINGS = sizeof(fillings) / sizeof(fillings[0]) };

static struct error *run_bytes(const struct gen_function_run *run, const char *program,
			       const unsigned char *bytes, size_t size, unsigned filling,
			       uint64_t max_ms, struct trial_result *ret)
{
	const struct trial_opts opts = { .directory = run->directory,
					 .view = run->view,
					 .is_namespace = true,
					 .max_ms = max_ms };
	const struct command_file input = { .bytes = (unsigned char *)bytes, .size = size };
	struct command command;
	struct error *err;

	command_init(&command, (char *[]){ NULL }, NULL, &input, 1);
	setenv("HARNESS_PAINT", fillings[filling].stack, 1);
	setenv("MALLOC_PERTURB_", fillings[filling].heap, 1);
	err = trial_run(&opts, program, &command, NULL, ret);
	command_deinit(&command);
	return err;
}

struct error *gen_function_run_bytes(const struct gen_function_run *run, const char *program,
				     const unsigned char *blobs, size_t size,
				     struct trial_result *ret)
{
	return run_bytes(run, program, blobs, size, 0,
			 run->limits.run_ms * GEN_FUNCTION_LATE_FACTOR, ret);
}

unsigned gen_function_nr_fillings(void)
{
	return NR_FILLINGS;
}

struct error *gen_function_run_blob(const struct gen_function_run *run, const char *program,
				    const unsigned char *blob, unsigned filling,
				    struct trial_result *ret)
{
	return run_bytes(run, program, blob, run->program.seed.length, filling, run->limits.run_ms,
			 ret);
}

struct error *gen_function_run_longer(const struct gen_function_run *run, const char *program,
				      const unsigned char *blob, struct trial_result *ret)
{
	return gen_function_run_bytes(run, program, blob, run->program.seed.length, ret);
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

		err = gen_function_run_blob(run, run->original, blob, i, &result);
		*ret = !err && trial_is_same(&result, expected);
	}
	return err;
}

void gen_function_forget(struct gen_function_run *run)
{
	for (size_t i = 0; i < run->tests.count; i++) {
		free(run->tests.items[i].blob);
		trial_result_deinit(&run->tests.items[i].expected);
	}
	vec_deinit(&run->tests);
}
