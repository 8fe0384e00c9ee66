/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for tests of the mutants of one function, and what is said of them. */
#ifndef CMD_GEN_FUNCTION_ATTEMPT_H
#define CMD_GEN_FUNCTION_ATTEMPT_H

#include "cmd/gen/function/run.h"
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
	size_t max_large; /* large numbers that a smaller input may have the original print */
	bool is_unset;	  /* it does what depends on values that nobody has set */
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
/* Attacks all mutants of RUN, or one in each line until one is killed (cmd/gen/function/order.c). */
struct error *gen_function_attack_all(struct gen_function_run *run) MUST_CHECK;

/* True if gen_function_attack_all() has something to search: sequences of calls do not kill a mutant of each line. */
bool gen_function_has_search(const struct gen_function_run *run);

/* Returns when a search in RUN ends that begins now. */
struct deadline gen_function_deadline(const struct gen_function_run *run);

/* In the process of gen_function_enter(): looks for tests, and prints what is found of each mutant. The caller gives RUN to gen_function_forget(). */
struct error *gen_function_find(struct gen_function_run *run) MUST_CHECK;

/* Looks for tests, and writes them where that is wanted. Returns an exit code. */
int gen_function_work(struct gen_function_run *run);

#endif
