/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for tests of one function, when its harness is compiled (cmd/gen_function.h). */
#ifndef CMD_GEN_FUNCTION_RUN_H
#define CMD_GEN_FUNCTION_RUN_H

#include "cmd/gen_function.h"
#include "ir/function.h"
#include "paths/trial.h"

struct gen_function_mutant {
	const struct inventory_mutant *row; /* of the user's program */
	char id[INVENTORY_ID_DIGITS + 1];
	const struct gen_mutant *found; /* of the harness; NULL: it has none like that */
};

struct gen_function_test {
	unsigned char *blob;
	struct trial_result expected; /* what the original does */
};

struct gen_function_run {
	const struct gen_function_args *args;
	const char *name, *scratch;
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
	struct start start;
	VEC(struct gen_function_test) tests;
};

/* Looks for tests, and prints them; in a process that is contained. Returns an exit code. */
int gen_function_work(struct gen_function_run *run);

#endif
