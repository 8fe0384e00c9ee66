/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a file in a process of its own, the child reader. If a library crashes on a damaged file or
 * never returns, that costs an error and no more.
 */
#ifndef REWRITER_ELF_CHILD_READER_H
#define REWRITER_ELF_CHILD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Reads the file PATH and writes the result as text to OUT. Runs in the child, whose standard
 * output leads nowhere.
 */
typedef struct error *(*child_reader_function)(const char *path, FILE *out);

/*
 * Runs READ on PATH in a child process. *RET is all that READ has written, with a 0 behind it; the
 * caller frees it. An error of READ is returned. "PATH: damaged WHAT: …" is returned if the child
 * died, or used more than a minute of processor time, two minutes altogether, or too much memory or
 * output.
 */
struct error *child_reader_read(child_reader_function read, const char *path, const char *what,
				char **ret) MUST_CHECK;

/*
 * Takes a hexadecimal number and the blank behind it from the beginning of *TEXT, which is output
 * of READ. False: there is none.
 */
bool child_reader_take_number(const char **text, uint64_t *ret);
/*
 * Takes the rest of the line and its end from *TEXT. *RET points to that rest; returns its length
 * in bytes.
 */
size_t child_reader_take_rest(const char **text, const char **ret);

#endif
