/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The captured standard output and error of a run, which share one open file. */
#ifndef RUNNER_JOB_OUTPUT_H
#define RUNNER_JOB_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

/* Opens PATH anew and empty, closed on exec; -1 and errno on failure. */
int output_open(const char *path);
uint64_t output_size(int fd);
/* XXH64 of the first SIZE bytes, or of those that can be read. */
uint64_t output_hash(int fd, uint64_t size);

/*
 * True if the end of the file PATH says, in the words of a shell or of make, that a process died by
 * SIGKILL. Only the parent of that process learned it from the kernel.
 */
bool output_says_killed(const char *path);
/* As output_says_killed(), for a text. */
bool output_text_says_killed(const char *text);

/* Copies all that FROM holds to the empty file TO; false on failure. */
bool output_copy(int from, int to);

#endif
