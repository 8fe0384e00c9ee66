/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AddressSanitizer and UBSanitizer: whether calls of a function do what C leaves undefined. */
#ifndef CMD_GEN_FUNCTION_SANITIZE_H
#define CMD_GEN_FUNCTION_SANITIZE_H

#include "cmd/gen_function_check.h"

/* As gen_function_check_compile(), with sanitizers. */
struct error *gen_function_sanitize_compile(const struct gen_function_run *run,
					    const struct strbuf *text, const char *name,
					    char **ret_program, char **ret_output) MUST_CHECK;
/*
 * Runs PROGRAM, which was compiled so, with REST behind it on the shell's line. Returns its exit status. *RET is what it
 * printed, which the caller frees.
 */
int gen_function_sanitize_run(const struct gen_function_run *run, const char *program,
			      const char *rest, char **ret);
/* Leaves out tests of CHECK that fail with sanitizers; without those it says so. */
struct error *gen_function_sanitize_tests(struct gen_function_check *check) MUST_CHECK;

#endif
