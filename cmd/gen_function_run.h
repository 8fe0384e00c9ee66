/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for tests of one function, when its harness is compiled (cmd/gen_function.h). */
#ifndef CMD_GEN_FUNCTION_RUN_H
#define CMD_GEN_FUNCTION_RUN_H

#include "caller/entries.h"
#include "cmd/gen_function.h"
#include "common/destination.h"
#include "ir/function.h"
#include "paths/trial.h"

struct gen_function_mutant {
	const struct inventory_mutant *row; /* of the user's program */
	char id[INVENTORY_ID_DIGITS + 1];
	const struct gen_mutant *found; /* of the harness; NULL: it has none like that */
	size_t test;			/* that kills it; SIZE_MAX: none */
};

struct gen_function_test {
	unsigned char *blob;
	struct trial_result expected; /* what the original does */
};

struct gen_function_run {
	const struct gen_function_args *args;
	const char *name, *scratch;
	const char *directory; /* that the user works in */
	const struct entries *entries;
	const struct entry *entry; /* the function */
	char *compiler; /* the beginning of commands that compile with the operators of the user's program; owned */
	struct destination tests_file;
	struct view *view; /* of all runs; NULL: not made yet */
	struct gen_function_limits limits;
	struct program_options harness;
	struct program program;
	bool has_program;
	char *original; /* the harness, compiled; owned */
	struct gen_mutants mutants;
	VEC(struct gen_function_mutant) wanted;
	struct ir_units units;
	const struct ir_unit *unit;
	struct ir_function function;
	bool has_function;
	const char *refusal; /* why what the function does is not told; NULL: it is */
	struct start start;
	VEC(struct gen_function_test) tests;
	VEC(struct gen_function_test)
	pool; /* inputs to try before a search (cmd/gen_function_pool.h) */
	VEC(struct gen_function_test)
	spare;		       /* others, on which the original does what it does on one of those */
	unsigned first_bounds; /* of a search (struct atg_options) */
};

/* True if A and B are one mutant, in different programs. */
bool gen_function_is_same_mutant(const struct inventory_mutant *a,
				 const struct inventory_mutant *b);

/*
 * Runs PROGRAM, a harness of RUN, on BLOB. FILLING chooses what lies where nobody has set a value: 0 is what all results are
 * compared with.
 */
struct error *gen_function_run_blob(const struct gen_function_run *run, const char *program,
				    const unsigned char *blob, unsigned filling,
				    struct trial_result *ret) MUST_CHECK;
/* True if the harness ended, or the function ended the program itself: no crash, and in time. */
bool gen_function_ends_well(const struct trial_result *result);
/* *RET: the original does what is EXPECTED on BLOB whatever lies where nobody has set a value. */
struct error *gen_function_is_steady(const struct gen_function_run *run, const unsigned char *blob,
				     const struct trial_result *expected, bool *ret) MUST_CHECK;

/* Looks for tests, and prints them; in a process that is contained. Returns an exit code. */
int gen_function_work(struct gen_function_run *run);

#endif
