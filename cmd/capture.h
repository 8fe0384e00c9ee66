/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program, the compiler above all, to see what it prints and how it ends. */
#ifndef CMD_CAPTURE_H
#define CMD_CAPTURE_H

/*
 * Runs ARGV, found in PATH, without input. *RET is what it wrote to both outputs; it is always set,
 * and the caller frees it. Returns the exit status, 128 + n for signal n, or 127 if the program
 * could not be started.
 */
int capture(char *const argv[], char **ret);

#endif
