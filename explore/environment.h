/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the environment has for the evaluator alone: the LD_PRELOAD that begins with it and all REMT_EXPLORE_*. The
 * program sees none of these, as it sees none when it is run as compiled; what it executes gets them (execute.c). If the
 * caller has an LD_PRELOAD of his own, it stands before the evaluator's, which the loader takes, and which repeats its
 * libraries.
 */
#ifndef EXPLORE_ENVIRONMENT_H
#define EXPLORE_ENVIRONMENT_H

#include <stddef.h>

/*
 * Takes these variables out of `environ` and of the environment behind *ARGV, as the kernel has it, with *ARGC arguments:
 * they move up to what lies behind them, and *ARGV becomes where they begin now. Nothing is done twice.
 */
void environment_hide(int argc, char ***argv);

/* Returns how many variables were taken out. */
size_t environment_nr_hidden(void);

/*
 * Copies ENVIRONMENT, which may be NULL, to RET, with what was taken out behind it, but for variables that it has, unless
 * that is the caller's LD_PRELOAD; RET has
 * room for what both have and NULL. Returns RET.
 */
char **environment_add_hidden(char *const *environment, char **ret);

#endif
