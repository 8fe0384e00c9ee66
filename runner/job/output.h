/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The captured standard output and error of one run: one file, one description for both. */
#ifndef RUNNER_JOB_OUTPUT_H
#define RUNNER_JOB_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

/* Opens PATH anew and empty; -1 and errno on failure.  The descriptor closes on exec. */
int output_open(const char *path);
/* Bytes that are in it now. */
uint64_t output_size(int fd);
/* XXH64 of its first SIZE bytes; of what could be read if that is less. */
uint64_t output_hash(int fd, uint64_t size);

/*
 * True if the file PATH says near its end, in the words of a shell or of make, that a process died
 * by SIGKILL: who started it learns that from the kernel, and nobody else does.
 */
bool output_says_killed(const char *path);
/* The same of a text. */
bool output_text_says_killed(const char *text);

/* Writes all that FROM holds to TO, an empty file; false if it can't be. */
bool output_copy(int from, int to);

#endif
