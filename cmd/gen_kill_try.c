/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_kill_try.h"

#include <stdlib.h>

#include "common/xalloc.h"

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

/* Runs TEST on version VERSION with the variable NAME, which has VALUE; *RET: it does what is expected. */
static struct error *run_with(const struct gen_exploration *exploration,
			      const struct trial_opts *trial, const char *name, const char *value,
			      unsigned version, const struct gen_kill_test *test, bool *ret)
{
	_cleanup_free_ char *before = gen_kill_exchange(name, value), *now = NULL;
	struct trial_result result = { 0 };
	struct error *err = gen_kill_run(trial, exploration->programs[version], test, ret, &result);

	now = gen_kill_exchange(name, before);
	trial_result_deinit(&result);
	return err;
}

/* Returns what preloads the evaluator, before the caller's own libraries; owned by the caller. */
static char *preload(const struct gen_exploration *exploration)
{
	const char *others = getenv("LD_PRELOAD");

	return xasprintf("%s%s%s", exploration->evaluator, others && *others ? ":" : "",
			 others ? others : "");
}

/* Runs TEST on the mutant by the evaluator, where UNDEFINED stands for values that nobody has set. */
static struct error *evaluate(const struct gen_exploration *exploration,
			      const struct trial_opts *trial, const char *undefined,
			      const struct gen_kill_test *test, bool *ret)
{
	_cleanup_free_ char *libraries = preload(exploration), *now = NULL;
	_cleanup_free_ char *before = gen_kill_exchange(GEN_KILL_UNDEFINED, undefined);
	struct error *err = run_with(exploration, trial, "LD_PRELOAD", libraries, 1, test, ret);

	now = gen_kill_exchange(GEN_KILL_UNDEFINED, before);
	return err;
}

struct error *gen_kill_try(const struct gen_exploration *exploration,
			   const struct trial_opts *trial, const struct gen_kill_test *test,
			   bool *ret, struct trial_result *result)
{
	static const char *const undefined[] = { "0", "1" };
	bool is_same;
	struct error *err = gen_kill_run(trial, exploration->programs[1], test, &is_same, result);

	*ret = false;
	if (err || is_same)
		return err;
	/* The loader then leaves other values on the stack. */
	err = run_with(exploration, trial, "LD_BIND_NOW", "1", 0, test, &is_same);
	if (err || !is_same)
		return err;
	for (unsigned i = 0; i < 2; i++) {
		err = evaluate(exploration, trial, undefined[i], test, &is_same);
		if (err || is_same)
			return err;
	}
	*ret = true;
	return NULL;
}
