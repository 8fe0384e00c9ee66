/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the search for tests of a function begins with: the user's program and its mutants, and the function's harness.
 *
 *	gen_function_program_open()
 *	for each function: gen_function_prepare(), …, gen_function_release()
 *	gen_function_program_close()
 */
#ifndef CMD_GEN_FUNCTION_PREPARE_H
#define CMD_GEN_FUNCTION_PREPARE_H

#include "cmd/gen/function/run.h"
#include "runner/sandbox/scratch.h"

/* The user's program. */
struct gen_function_program {
	const char *name; /* as the user gave it */
	struct entries *entries;
	struct gen_mutants mutants; /* that are to be killed */
	struct gen_function_build build;
	enum test_style style; /* of tests in C */
	bool has_all; /* they are all that the program has, or that survived: not chosen by id */
};

/*
 * Reads the program NAME. STYLE is that of tests in C; NR_TEST_STYLES: that of the project's tests, which is told. RET is for gen_function_program_close() in any case. */
struct error *gen_function_program_open(const char *name, const struct gen_mutant_choice *choice,
					enum test_style style,
					struct gen_function_program *ret) MUST_CHECK;
void gen_function_program_close(struct gen_function_program *program);

/*
 * Makes RET the harness of FUNCTION as far as that tells what inputs mean: the same as in a preparation. The caller ends it with
 * program_deinit() if there is no error.
 */
struct error *gen_function_lay_blob(const struct gen_function_program *program,
				    const struct entry *function,
				    const struct gen_function_args *args,
				    struct program *ret) MUST_CHECK;
/* Returns the function NAME of UNIT; NULL: it has none. */
const struct ir_entry *gen_function_find_ir(const struct ir_unit *unit, const char *name);
/* True if MUTANT lies in FUNCTION. Several units may have a static function of that name. */
bool gen_function_has_mutant(const struct entry *function, const struct inventory_mutant *mutant);

struct gen_function_preparation {
	struct gen_function_run run; /* `args`, `limits` and `directory` are the caller's */
	struct scratch scratch;
	char *source;	   /* of the harness; owned */
	char *file, *name; /* that and the compiled harness, for the harness's command; owned */
};

/*
 * Lays out what all work on FUNCTION needs: a scratch directory, and how it is compiled. RET, whose run has `args`,
 * `limits` and `directory`, is for gen_function_release() in any case.
 */
struct error *gen_function_lay_out(const struct gen_function_program *program,
				   const struct entry *function,
				   struct gen_function_preparation *ret) MUST_CHECK;
/*
 * After that: compiles the harness of FUNCTION and finds its mutants in it. ERROR_UNUSABLE: it can't be compiled, or the
 * function has none of the mutants.
 */
struct error *gen_function_prepare(struct gen_function_program *program,
				   const struct entry *function,
				   struct gen_function_preparation *ret) MUST_CHECK;
/* Parts of that: writes the harness, as the run's `harness` says; compiles it. */
struct error *gen_function_write_harness(struct gen_function_preparation *preparation) MUST_CHECK;
struct error *gen_function_compile_harness(struct gen_function_run *run,
					   struct gen_function_program *program) MUST_CHECK;
/* Forgets the harness: another one can be written. */
void gen_function_forget_harness(struct gen_function_preparation *preparation);
void gen_function_release(struct gen_function_preparation *preparation);

#endif
