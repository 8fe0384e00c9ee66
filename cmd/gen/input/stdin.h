/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process that has not begun yet will read from its standard input, seen from outside. */
#ifndef CMD_GEN_INPUT_STDIN_H
#define CMD_GEN_INPUT_STDIN_H

#include <stddef.h>
#include <sys/types.h>

#include "common/attr.h"

enum gen_stdin {
	GEN_STDIN_READ,
	GEN_STDIN_NOT_YET,  /* a pipe into which somebody may still write */
	GEN_STDIN_TOO_LONG, /* or it can't be seen */
};

/*
 * Looks at the standard input of PID, which keeps it. *RET has *SIZE bytes, MAX at most, then, which the caller
 * frees; what is no file and no pipe has none.
 */
enum gen_stdin gen_stdin_read(pid_t pid, size_t max, unsigned char **ret, size_t *size) MUST_CHECK;

#endif
