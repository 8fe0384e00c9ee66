/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt gen --function=NAME`: tests of one function that kill its mutants (atg/kill.h). The function is called by its
 * harness (caller/program.h), which is compiled with the program's operators: a test is a blob that the harness reads.
 */
#ifndef CMD_GEN_FUNCTION_FUNCTION_H
#define CMD_GEN_FUNCTION_FUNCTION_H

#include "cmd/gen/function/args.h"
#include "cmd/gen/input/mutants.h"

/* Looks for tests of the function of PROGRAM, and prints them; returns an exit code. */
int gen_function(const struct gen_function_args *args, const struct gen_mutant_choice *mutants,
		 const char *program, const struct gen_function_limits *limits);

#endif
