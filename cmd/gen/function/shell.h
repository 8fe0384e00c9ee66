/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that compile tests of a function, and what compilers say. */
#ifndef CMD_GEN_FUNCTION_SHELL_H
#define CMD_GEN_FUNCTION_SHELL_H

#include "cmd/gen/function/run.h"

/* Has a shell run COMMAND where the user works; returns what capture() does. */
int gen_function_shell(const struct gen_function_run *run, const char *command, char **ret_output);
/* Returns the beginning of what a compiler printed, in one line; the caller frees. */
char *gen_function_shorten(const char *output);

#endif
