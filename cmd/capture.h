/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program that is asked something (the compiler, above all) says and how it ends. */
#ifndef CMD_CAPTURE_H
#define CMD_CAPTURE_H

/*
 * Runs ARGV (found in PATH) with no input; *RET is what it wrote to both outputs
 * (owned by the caller, set in any case).  Returns its exit status, 128 + n
 * for signal n, or 127 if it could not be started.
 */
int capture(char *const argv[], char **ret);

#endif
