/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries whether a test kills the mutant that the new program has on. */
#ifndef CMD_GEN_KILL_TRY_H
#define CMD_GEN_KILL_TRY_H

#include "cmd/gen_exploration.h"

/* The variable with the number that the evaluator takes for values that nobody has set. */
#define GEN_KILL_UNDEFINED "REMT_EXPLORE_UNDEFINED"

/* Sets NAME to VALUE, NULL: to nothing, in what runs see; returns what it was, which is to be freed, or NULL. */
char *gen_kill_exchange(const char *name, const char *value) MUST_CHECK;

/* Runs PROGRAM on TEST; *RET: it does what the original is expected to do. */
struct error *gen_kill_run(const struct trial_opts *trial, const char *program,
			   const struct gen_kill_test *test, bool *ret,
			   struct trial_result *result) MUST_CHECK;

/*
 * Finds out whether TEST kills the mutant; RESULT is what that does, for trial_result_deinit() in any case. It is to do so,
 * too, where values that nobody has set are others, and the original is to do what is expected in the mutant's place: what
 * depends on these is killed today, and is not tomorrow.
 */
struct error *gen_kill_try(const struct gen_exploration *exploration,
			   const struct trial_opts *trial, const struct gen_kill_test *test,
			   bool *ret, struct trial_result *result) MUST_CHECK;

#endif
