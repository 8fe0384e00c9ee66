/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the user's shell commands. */
#ifndef VERIFY_SHELL_H
#define VERIFY_SHELL_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Runs COMMAND by sh in DIRECTORY and appends both of its outputs to the file LOG. *RET is true if
 * the command ended with status 0 within TIMEOUT_S seconds. After that time its process group is
 * killed.
 */
struct error *verify_shell(const char *command, const char *directory, char *const environment[],
			   const char *log, unsigned timeout_s, bool *ret) MUST_CHECK;

/*
 * Returns the first line of the file LOG that contains WORD, else its last line that is not empty,
 * else "no output"; owned by the caller.
 */
char *verify_shell_line(const char *log, const char *word) RETURNS_NONNULL MUST_CHECK;

#endif
