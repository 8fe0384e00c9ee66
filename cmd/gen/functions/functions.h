/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt gen --functions`: tests of all functions that have mutants to kill, one function after the other, and a C test file
 * for each unit. Each function has a process of its own (cmd/gen/functions/child.h); what it found, the parent collects,
 * adds to the unit's file, and sums up.
 */
#ifndef CMD_GEN_FUNCTIONS_FUNCTIONS_H
#define CMD_GEN_FUNCTIONS_FUNCTIONS_H

#include "cmd/gen/base/output.h"
#include "cmd/gen/function/args.h"
#include "cmd/gen/input/mutants.h"

/* What is asked for. */
struct gen_functions_opts {
	const struct gen_function_args *args;
	const struct gen_mutant_choice *mutants;
	const char *program;
	const char *
		old; /* the version before; NULL: there is one version, whose mutants are to be killed */
	struct gen_function_limits limits; /* a signal ends the search, too */
	unsigned nr_jobs;
	uint64_t
		shared_ms; /* of all functions of two versions, of which each gets its part; 0: `limits` has it */
	struct gen_output *output;
};

/* Looks for tests, and prints them; returns an exit code. */
int gen_functions(const struct gen_functions_opts *opts);

#endif
