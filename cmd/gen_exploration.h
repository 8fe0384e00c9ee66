/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exploration of `remt gen`: what it works with, and the report of what it found. */
#ifndef CMD_GEN_EXPLORATION_H
#define CMD_GEN_EXPLORATION_H

#include <signal.h>

#include "cmd/gen_args.h"
#include "cmd/gen_journal.h"
#include "cmd/gen_lanes.h"
#include "cmd/gen_literals.h"
#include "cmd/gen_patches.h"
#include "cmd/gen_seeds.h"
#include "cmd/gen_tests.h"
#include "cmd/gen_variables.h"
#include "paths/search.h"
#include "runner/sandbox/scratch.h"

/* A share of the time of the search goes to what is shown of it: that it holds, and that inputs are easy to read. */
enum { GEN_SHOW_SHARE = 10 };

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
	const volatile sig_atomic_t *signal;
};

/*
 * Confirms what SEARCH found by OPTS, makes inputs smaller, writes tests and patches, if they are wanted, and prints what
 * was found; IS_WHOLE: the search did not fail.
 */
struct error *gen_report(struct gen_exploration *exploration, const struct search_opts *opts,
			 struct search *search, bool is_whole) MUST_CHECK;

#endif
