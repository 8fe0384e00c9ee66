/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The environment variables whose values are inputs of the search of `remt gen` (--env). */
#ifndef CMD_GEN_INPUT_VARIABLES_H
#define CMD_GEN_INPUT_VARIABLES_H

#include "common/error.h"
#include "common/vec.h"
#include "paths/command.h"

/* With the values to begin with. Names and values are owned. */
struct gen_variables {
	VEC(struct command_variable) items;
};

/*
 * Reads WORDS, NUMBER of NAME=VALUE, or of NAME, which has the value that it has now. ERROR_USAGE: a name is none that a
 * shell could set, stands there twice, or has no value; or what reads the variable is not seen, so that
 * results would be wrong.
 */
struct error *gen_variables_read(const char *const *words, size_t number,
				 struct gen_variables *ret) MUST_CHECK;

/* Adds the variables to COMMAND, with the values that ENVIRONMENT has, if it has them. It may be NULL. */
void gen_variables_add(const struct gen_variables *variables, char *const *environment,
		       struct command *command);

void gen_variables_deinit(struct gen_variables *variables);

#endif
