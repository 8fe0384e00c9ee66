/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AddressSanitizer and UBSanitizer: whether calls of a function do what C leaves undefined. */
#ifndef CMD_GEN_FUNCTION_SANITIZE_H
#define CMD_GEN_FUNCTION_SANITIZE_H

#include "cmd/gen/function/check.h"
#include "paths/trial.h"

/* As gen_function_check_compile(), with sanitizers. */
struct error *gen_function_sanitize_compile(const struct gen_function_run *run,
					    const struct strbuf *text, const char *name,
					    char **ret_program, char **ret_output) MUST_CHECK;
/*
 * Runs PROGRAM, which was compiled so, with the SIZE bytes at INPUT, and ARGV behind its name. It is contained as all runs are
 * (paths/trial.h): nothing of it is left, nor are the files that it changes.
 */
struct error *gen_function_sanitize_run(const struct gen_function_run *run, const char *program,
					char *const *argv, const unsigned char *input, size_t size,
					struct trial_result *ret) MUST_CHECK;
/*
 * Leaves out tests of CHECK that fail with sanitizers, or compare or subtract pointers into different objects; without
 * sanitizers it says so.
 */
struct error *gen_function_sanitize_tests(struct gen_function_check *check) MUST_CHECK;

#endif
