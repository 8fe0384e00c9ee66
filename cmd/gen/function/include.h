/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a test program gets at the function: by the header that declares it, or by its whole unit. */
#ifndef CMD_GEN_FUNCTION_INCLUDE_H
#define CMD_GEN_FUNCTION_INCLUDE_H

#include "cmd/gen/function/check.h"

/* For compilers of tests that include a header: what it has to declare is not guessed. */
#define GEN_FUNCTION_STRICT " -Werror=implicit-function-declaration -Werror=implicit-int"

struct gen_function_include {
	char *name; /* as in #include "…"; owned */
	bool is_unit;
	char *command; /* by which the user compiles the tests; owned */
};

/*
 * Finds what the tests of CHECK, which the user's file PATH will have, are to include: the first header of the unit with
 * which they compile and pass, or the unit itself. ERROR_UNUSABLE: with neither they do.
 */
struct error *gen_function_include_find(struct gen_function_check *check, const char *path,
					struct gen_function_include *ret) MUST_CHECK;
void gen_function_include_deinit(struct gen_function_include *include);

/*
 * Returns the command that compiles the tests FILE as NAME; SOURCE is the unit of RUN's function, as the command is to name
 * it, and COMPILER the command's beginning. IS_UNIT: the tests include the unit. SHOWN is the path of the tests if the command
 * is for people, who have no archive of ours; else NULL. The caller frees.
 */
char *gen_function_include_command(const struct gen_function_run *run, enum test_style style,
				   bool is_unit, const char *compiler, const char *file,
				   const char *name, const char *source, const char *shown);
/* *RET: the header of STYLE is there. */
struct error *gen_function_include_has_style(const struct gen_function_run *run,
					     enum test_style style, bool *ret) MUST_CHECK;

#endif
