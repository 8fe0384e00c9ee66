/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows that what a mutant does depends on values that nobody has set. */
#include <stdlib.h>
#include <sys/personality.h>

#include "cmd/gen/kill/try.h"
#include "common/cleanup.h"

#define ASK_PERSONALITY 0xffffffff

enum { MAX_MS = 2000 /* of processors, for a run that may not end */ };

/* A variable of the environment, and values of it that stand for what nobody has set. */
struct filler {
	const char *name;
	bool is_evaluated;
	const char *values[5]; /* NULL at the end */
};

static const struct filler fillers[] = {
	{ GEN_KILL_UNDEFINED, true, { "0", "1", "-1", "1000" } },
	/* The bytes of new blocks of the heap: as they come, 1, and 171. */
	{ "MALLOC_PERTURB_", false, { "0", "254", "84" } },
};

/* What a program does with one of these values. */
struct answer {
	bool is_steady; /* it did so twice */
	uint64_t hash;
};

/* Runs PROGRAM on TEST, in the place of FILLER's variable VALUE; *RET is what it does. */
static struct error *ask(const struct trial_opts *trial, const char *program,
			 const struct filler *filler, const char *value,
			 const struct gen_kill_test *test, struct answer *ret)
{
	_cleanup_free_ char *libraries = gen_kill_preload(trial->evaluator);
	_cleanup_free_ char *before = gen_kill_exchange(filler->name, value), *now = NULL;
	_cleanup_free_ char *others = NULL, *then = NULL;
	uint64_t hashes[2] = { 0 };
	struct error *err = NULL;

	if (filler->is_evaluated)
		others = gen_kill_exchange("LD_PRELOAD", libraries);
	for (unsigned i = 0; i < 2 && !err; i++) {
		struct trial_result result = { 0 };

		err = trial_run(trial, program, &test->command, NULL, &result);
		hashes[i] = trial_hash(&result);
		trial_result_deinit(&result);
	}
	if (filler->is_evaluated)
		then = gen_kill_exchange("LD_PRELOAD", others);
	now = gen_kill_exchange(filler->name, before);
	*ret = (struct answer){ !err && hashes[0] == hashes[1], hashes[0] };
	return err;
}

/* Asks both programs; *RET: of the mutant. It is not steady if the original does not do what is expected. */
static struct error *ask_both(const struct gen_exploration *exploration,
			      const struct trial_opts *trial, const struct filler *filler,
			      const char *value, const struct gen_kill_test *test,
			      struct answer *ret)
{
	struct answer original;
	struct error *err = ask(trial, exploration->programs[0], filler, value, test, &original);

	if (!err)
		err = ask(trial, exploration->programs[1], filler, value, test, ret);
	if (!err && (!original.is_steady || original.hash != trial_hash(&test->expected)))
		ret->is_steady = false;
	return err;
}

static struct error *try_filler(const struct gen_exploration *exploration,
				const struct trial_opts *trial, const struct filler *filler,
				const struct gen_kill_test *test, bool *ret)
{
	struct answer first = { .is_steady = false };
	struct error *err = NULL;

	for (unsigned i = 0; filler->values[i] && !err && !*ret; i++) {
		struct answer answer;

		err = ask_both(exploration, trial, filler, filler->values[i], test, &answer);
		if (err || !answer.is_steady)
			continue;
		*ret = first.is_steady && first.hash != answer.hash;
		first = answer;
	}
	return err;
}

struct error *gen_kill_show_unset(const struct gen_exploration *exploration,
				  const struct trial_opts *trial, const struct gen_kill_test *test,
				  bool *ret)
{
	int before = personality(ASK_PERSONALITY);
	struct trial_opts short_trial = *trial;
	struct error *err = NULL;

	if (short_trial.max_ms > MAX_MS)
		short_trial.max_ms = MAX_MS;
	*ret = false;
	personality((unsigned long)before | ADDR_NO_RANDOMIZE);
	for (unsigned i = 0; i < sizeof(fillers) / sizeof(*fillers) && !err && !*ret; i++)
		err = try_filler(exploration, &short_trial, &fillers[i], test, ret);
	personality((unsigned long)before);
	return err;
}
