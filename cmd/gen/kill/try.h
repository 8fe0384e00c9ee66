/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries whether a test kills the mutant that the new program has on. */
#ifndef CMD_GEN_KILL_TRY_H
#define CMD_GEN_KILL_TRY_H

#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/kill/kill.h"

/* The variable with the number that the evaluator takes for values that nobody has set. */
#define GEN_KILL_UNDEFINED "REMT_EXPLORE_UNDEFINED"

/* Sets NAME to VALUE, NULL: to nothing, in what runs see; returns what it was, which is to be freed, or NULL. */
char *gen_kill_exchange(const char *name, const char *value) MUST_CHECK;

/* Returns what LD_PRELOAD is for LIBRARY to come before the caller's own libraries; owned by the caller. */
char *gen_kill_preload(const char *library) MUST_CHECK;

/* Runs PROGRAM on TEST; *RET: it does what the original is expected to do. */
struct error *gen_kill_run(const struct trial_opts *trial, const char *program,
			   const struct gen_kill_test *test, bool *ret,
			   struct trial_result *result) MUST_CHECK;

/*
 * Runs TEST on the original, in the place of the mutant, with other values where nobody has set any: on the stack, as the
 * loader binds all functions at once, and in blocks of the heap. *RET: it does what is expected.
 */
struct error *gen_kill_run_original(const struct gen_exploration *exploration,
				    const struct trial_opts *trial,
				    const struct gen_kill_test *test, bool *ret) MUST_CHECK;

/* Runs TEST on the mutant, as long as `remt run` has it run before it suspects a timeout; RESULT and *RET as above. */
struct error *gen_kill_run_quickly(const struct gen_exploration *exploration,
				   const struct trial_opts *trial, const struct gen_kill_test *test,
				   bool *ret, struct trial_result *result) MUST_CHECK;

enum gen_kill_effect {
	GEN_KILL_SAME,	/* the mutant does what is expected */
	GEN_KILL_DOUBT, /* it does not, by what may be another thing tomorrow */
	GEN_KILL_DIFFERS,
};

/*
 * Finds out whether TEST kills the mutant; RESULT is what that does, for trial_result_deinit() in any case. It is to do so,
 * too, where values that nobody has set are others, and the original is to do what is expected in the mutant's place: what
 * depends on these is killed today, and is not tomorrow.
 */
struct error *gen_kill_try(const struct gen_exploration *exploration,
			   const struct trial_opts *trial, const struct gen_kill_test *test,
			   enum gen_kill_effect *ret, struct trial_result *result) MUST_CHECK;

/*
 * Finds out whether by TEST it depends on values that nobody has set what the mutant does: undefined behaviour, or bytes of
 * the heap. *RET is true if that is shown: with two of these values the evaluator, or with two of these bytes the program
 * as compiled, does two things, each of them twice, at the same addresses, and the original does what is expected with both.
 */
struct error *gen_kill_show_unset(const struct gen_exploration *exploration,
				  const struct trial_opts *trial, const struct gen_kill_test *test,
				  bool *ret) MUST_CHECK;

#endif
