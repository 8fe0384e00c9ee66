/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries tests of one function: what they look at, and that they pass and fail as they are to. */
#ifndef CMD_GEN_FUNCTION_CHECK_H
#define CMD_GEN_FUNCTION_CHECK_H

#include "caller/cases.h"
#include "cmd/gen/function/run.h"

/* A C program with all mutants, compiled in the scratch directory. */
struct gen_function_subject {
	char *program; /* owned */
	char *old; /* the same with the old version in place of mutants, if two are compared; owned */
	struct gen_mutants mutants;
};

struct gen_function_check {
	struct gen_function_run *run;
	struct cases *cases;
	VEC(size_t)
	origins; /* by number in the cases: the test of RUN that the case is, or is a variant of */
	struct gen_function_subject observer, tests;
	bool *kills; /* by mutant and test: seen, alone and behind the calls of the tests before */
};

/* True if the search said that test T kills mutant M. */
bool gen_function_check_claims(const struct gen_function_check *check, size_t m, size_t t);
/* True if test T was seen to kill mutant M, and is not left out. */
bool gen_function_check_kills(const struct gen_function_check *check, size_t m, size_t t);
bool gen_function_check_is_killed(const struct gen_function_check *check, size_t m);

/*
 * Compiles TEXT as NAME by COMPILER in the scratch directory. *RET_PROGRAM is its path; *RET_OUTPUT: why it can't be compiled;
 * NULL: it was. The caller frees both.
 */
struct error *gen_function_check_compile(const struct gen_function_run *run,
					 const struct strbuf *text, const char *name,
					 const char *compiler, char **ret_program,
					 char **ret_output) MUST_CHECK;
/* Adds the tests that are left, in the form that is checked, with the unit of RUN's function. */
void gen_function_check_write(struct gen_function_check *check, const struct gen_function_run *run,
			      struct strbuf *ret);

/* Compiles the observer. */
struct error *gen_function_check_observe(struct gen_function_check *check) MUST_CHECK;
/* *RET: what the observer prints for test T, of MUTANT, or of the original if that is NULL; NULL: it did not end well. */
struct error *gen_function_check_output(struct gen_function_check *check,
					const struct gen_function_mutant *mutant, size_t t,
					char **ret) MUST_CHECK;

/* Runs PROGRAM without arguments; *RET: it ends with 0. */
struct error *gen_function_check_run(const struct gen_function_run *run, const char *program,
				     bool *ret) MUST_CHECK;
/*
 * Compiles PROGRAM by COMMAND and runs it. *RET: it ends with 0. *RET_OUTPUT, which the caller frees: why it could not be
 * compiled; NULL: it was.
 */
struct error *gen_function_check_command(const struct gen_function_run *run, const char *command,
					 const char *program, bool *ret,
					 char **ret_output) MUST_CHECK;
/*
 * Compiles the tests, and leaves out those that do not pass on the original, fail with sanitizers, or kill nothing that
 * others do not kill.
 */
struct error *gen_function_check_all(struct gen_function_check *check) MUST_CHECK;
/*
 * Tries the tests that are left as they are shown: PROGRAM has all mutants and them, in the form that is checked
 * (struct cases_form). Kills that are not seen are forgotten; *RET_LOST: how many these are.
 */
struct error *gen_function_check_confirm(struct gen_function_check *check, const char *program,
					 size_t *ret_lost) MUST_CHECK;
/* Leaves out tests that the others make needless. */
void gen_function_check_compact(struct gen_function_check *check);
/* Leaves out tests that kill nothing; returns how many. */
size_t gen_function_check_drop(struct gen_function_check *check);
void gen_function_check_deinit(struct gen_function_check *check);

#endif
