/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exploration of `remt gen`: what it works with, and the report of what it found. */
#ifndef CMD_GEN_EXPLORE_EXPLORATION_H
#define CMD_GEN_EXPLORE_EXPLORATION_H

#include <signal.h>

#include "cmd/gen/explore/args.h"
#include "cmd/gen/explore/journal.h"
#include "cmd/gen/explore/lanes.h"
#include "cmd/gen/input/literals.h"
#include "cmd/gen/input/mutants.h"
#include "cmd/gen/input/seeds.h"
#include "cmd/gen/input/variables.h"
#include "cmd/gen/test/patches.h"
#include "cmd/gen/test/tests.h"
#include "cmd/gen/view/view.h"
#include "paths/search.h"
#include "runner/sandbox/scratch.h"

/* A share of the time of the search goes to what is shown of it: that it holds, and that inputs are easy to read. */
enum { GEN_SHOW_SHARE = 10 };

/* Of cmd/gen/kill/. */
struct gen_kill_log;
struct gen_kill_matrix;
struct killing;

/* What the exploring process works with. */
struct gen_exploration {
	struct gen_args *args;
	struct scratch scratch;
	char *directory, *evaluator, *recordings[2], *programs[2];
	struct gen_lanes lanes;
	struct gen_variables variables;
	struct gen_literals literals;
	struct gen_patches patches;
	struct gen_seeds seeds;
	struct gen_journal *journal; /* NULL: none */
	struct gen_tests tests;
	struct gen_mutants mutants;	 /* of the program; none: there are two versions */
	const struct gen_mutant *mutant; /* that the new program has on; NULL: none */
	char *program;			 /* the one with mutants; NULL: there are two versions */
	struct gen_kill_log *log;	 /* of all processes that kill mutants */
	struct killing *killing;	 /* of this one (cmd/gen/kill/state.h) */
	struct gen_kill_matrix *matrix;	 /* that they fill or compact by; NULL: they search */
	const volatile sig_atomic_t *signal;
};

/* Makes what runs need in the scratch directory. ERROR_UNUSABLE: it can't be made. */
struct error *gen_lay_out(struct gen_exploration *exploration) MUST_CHECK;

/* Where the exploring process makes runs. */
struct gen_place {
	struct view *view;
	bool is_namespace; /* the process is the first of a PID namespace */
};

/* Returns how runs are made, without servers. */
struct trial_opts gen_describe_trials(const struct gen_exploration *exploration,
				      const struct gen_place *place);

/* Takes what SEARCH by OPTS found; IS_WHOLE: the search did not fail. */
typedef struct error *gen_take_fn(struct gen_exploration *exploration,
				  const struct search_opts *opts, struct search *search,
				  bool is_whole) MUST_CHECK;

/* Searches, and has TAKE take what was found. */
struct error *gen_explore(struct gen_exploration *exploration, const struct gen_place *place,
			  gen_take_fn *take) MUST_CHECK;

/*
 * Confirms what SEARCH found by OPTS, and makes inputs smaller, if that is wanted. RET borrows all of these; the caller gives
 * it to gen_view_deinit() in any case.
 */
struct error *gen_settle(struct gen_exploration *exploration, const struct search_opts *opts,
			 struct search *search, bool is_whole, struct gen_view *ret) MUST_CHECK;

/*
 * Confirms what SEARCH found by OPTS, makes inputs smaller, writes tests and patches, if they are wanted, and prints what
 * was found; IS_WHOLE: the search did not fail.
 */
gen_take_fn gen_report;

#endif
