/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for a test of one mutant of a function, and what is said of it. */
#ifndef CMD_GEN_FUNCTION_ATTEMPT_H
#define CMD_GEN_FUNCTION_ATTEMPT_H

#include "cmd/gen_function_run.h"
#include "common/deadline.h"

/* A mutant at hand. */
struct gen_function_attempt {
	struct gen_function_run *run;
	struct gen_function_mutant *mutant_row;
	char *program; /* the harness with the mutant on */
	struct error *err;
	struct trial_result original, mutant; /* of the last candidate that kills */
	const unsigned char *blob;	      /* of a new test, which owns `original` then, too */
	struct deadline deadline;	      /* of the mutant */
	bool is_unset; /* it does what depends on values that nobody has set */
};

void gen_function_print_place(const struct gen_function_mutant *mutant);
/* Prints the verdict behind the place. */
void gen_function_print_verdict(const struct gen_function_attempt *attempt);
void gen_function_print_sum(const struct gen_function_run *run);

/*
 * Looks for a test of MUTANT, and says what was found. Without IS_SEARCHED it is tried on the tests that are there, and on
 * nothing else.
 */
struct error *gen_function_attack(struct gen_function_run *run, struct gen_function_mutant *mutant,
				  bool is_searched) MUST_CHECK;
/* Attacks all mutants of RUN, or one in each line until one is killed (cmd/gen_function_order.c). */
struct error *gen_function_attack_all(struct gen_function_run *run) MUST_CHECK;

#endif
