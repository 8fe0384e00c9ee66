/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/kill/try.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/xalloc.h"
#include "runner/job/allowance.h"

/* Fills blocks that malloc() gives with bytes that are 1. */
#define PERTURB "MALLOC_PERTURB_", "254"

struct error *gen_kill_run(const struct trial_opts *trial, const char *program,
			   const struct gen_kill_test *test, bool *ret, struct trial_result *result)
{
	struct error *err = trial_run(trial, program, &test->command, NULL, result);

	*ret = !err && trial_is_same(result, &test->expected);
	return err;
}

char *gen_kill_exchange(const char *name, const char *value)
{
	const char *before = getenv(name);
	char *ret = before ? xstrdup(before) : NULL;

	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
	return ret;
}

char *gen_kill_preload(const char *library)
{
	const char *others = getenv("LD_PRELOAD");

	return xasprintf("%s%s%s", library, others && *others ? ":" : "", others ? others : "");
}

/* Runs TEST at the mutant's place with the variable NAME, which has VALUE; *RET: it does what is expected. */
static struct error *run_with(const struct gen_exploration *exploration,
			      const struct trial_opts *trial, const char *name, const char *value,
			      const struct gen_kill_test *test, bool *ret)
{
	_cleanup_free_ char *before = gen_kill_exchange(name, value), *now = NULL;
	struct trial_result result = { 0 };
	struct error *err = gen_kill_run(trial, exploration->programs[1], test, ret, &result);

	now = gen_kill_exchange(name, before);
	trial_result_deinit(&result);
	return err;
}

/* Runs TEST on the mutant by the evaluator, where UNDEFINED stands for values that nobody has set. */
static struct error *evaluate(const struct gen_exploration *exploration,
			      const struct trial_opts *trial, const char *undefined,
			      const struct gen_kill_test *test, bool *ret)
{
	_cleanup_free_ char *libraries = gen_kill_preload(exploration->evaluator), *now = NULL;
	_cleanup_free_ char *before = gen_kill_exchange(GEN_KILL_UNDEFINED, undefined);
	struct error *err = run_with(exploration, trial, "LD_PRELOAD", libraries, test, ret);

	now = gen_kill_exchange(GEN_KILL_UNDEFINED, before);
	return err;
}

/* Puts a copy of the original where the mutant lies, which moves to *HELD; that is to be freed. */
static struct error *swap_in(const struct gen_exploration *exploration, char **held)
{
	const char *place = exploration->programs[1];

	*held = xasprintf("%s.held", place);
	if (rename(place, *held) < 0 || link(exploration->programs[0], place) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", place);
	return NULL;
}

static struct error *swap_out(const struct gen_exploration *exploration, const char *held)
{
	if (rename(held, exploration->programs[1]) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", held);
	return NULL;
}

struct error *gen_kill_run_original(const struct gen_exploration *exploration,
				    const struct trial_opts *trial,
				    const struct gen_kill_test *test, bool *ret)
{
	_cleanup_free_ char *before = NULL, *now = NULL, *held = NULL;
	struct error *err = swap_in(exploration, &held), *other;

	if (!err) {
		before = gen_kill_exchange("LD_BIND_NOW", "1");
		err = run_with(exploration, trial, PERTURB, test, ret);
		now = gen_kill_exchange("LD_BIND_NOW", before);
	}
	other = swap_out(exploration, held);
	if (!err)
		return other;
	error_destroy(other);
	return err;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Returns TRIAL with the limits that a run of TEST by `remt run` has: a short one, or the one that confirms a timeout. */
static struct trial_opts limit(const struct trial_opts *trial, const struct gen_kill_test *test,
			       bool is_short)
{
	const struct allowance_use use = { .cpu_us = test->expected.used_us };
	struct trial_opts ret = *trial;
	struct allowance_opts opts;

	allowance_defaults(&opts);
	ret.max_ms = least(trial->max_ms, is_short ? allowance_suspecting(&opts, &use, 0).cpu_ms
						   : allowance_limits(&opts, &use, 0, 1).cpu_ms);
	return ret;
}

struct error *gen_kill_run_quickly(const struct gen_exploration *exploration,
				   const struct trial_opts *trial, const struct gen_kill_test *test,
				   bool *ret, struct trial_result *result)
{
	const struct trial_opts quick = limit(trial, test, true);

	return gen_kill_run(&quick, exploration->programs[1], test, ret, result);
}

/* Runs TEST on the mutant, and once more with more time if the short one is not enough. */
static struct error *run_mutant(const struct gen_exploration *exploration,
				const struct trial_opts *trial, const struct gen_kill_test *test,
				bool *ret, struct trial_result *result)
{
	const struct trial_opts full = limit(trial, test, false);
	struct error *err = gen_kill_run_quickly(exploration, trial, test, ret, result);

	if (err || !result->is_late || result->is_cut)
		return err;
	trial_result_deinit(result);
	return gen_kill_run(&full, exploration->programs[1], test, ret, result);
}

struct error *gen_kill_try(const struct gen_exploration *exploration,
			   const struct trial_opts *trial, const struct gen_kill_test *test,
			   enum gen_kill_effect *ret, struct trial_result *result)
{
	static const char *const undefined[] = { "0", "1" };
	const struct trial_opts quick = limit(trial, test, true);
	bool is_same;
	struct error *err = run_mutant(exploration, trial, test, &is_same, result);

	*ret = GEN_KILL_SAME;
	if (err || is_same || result->is_cut)
		return err;
	*ret = GEN_KILL_DOUBT;
	/* What takes longer than that by then will not be what is expected. */
	if (result->is_late)
		trial = &quick;
	err = gen_kill_run_original(exploration, trial, test, &is_same);
	if (err || !is_same)
		return err;
	err = run_with(exploration, trial, PERTURB, test, &is_same);
	for (unsigned i = 0; i < 2 && !err && !is_same; i++)
		err = evaluate(exploration, trial, undefined[i], test, &is_same);
	if (!err && !is_same)
		*ret = GEN_KILL_DIFFERS;
	return err;
}
