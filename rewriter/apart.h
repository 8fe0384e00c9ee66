/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading in a process of its own: a library that does not bear a damaged file, or never comes to
 * an end with it, costs an error and no more.
 */
#ifndef REWRITER_APART_H
#define REWRITER_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"

/* Reads the file PATH, and writes what is to be known of it to OUT. */
typedef struct error *(*apart_reader)(const char *path, FILE *out);

/*
 * RET: what READ has written, with a 0 behind it, to be freed.  An error of READ is returned; that
 * it died, or took more than a minute of the processor, two minutes altogether, or too much memory,
 * is an error about PATH:
 * "PATH: damaged WHAT: …".
 */
struct error *apart_read(apart_reader read, const char *path, const char *what,
			 char **ret) MUST_CHECK;

/* For what READ has written: takes a number, hexadecimal, and the blank behind it from TEXT;
 * false: there is none. */
bool apart_take_number(const char **text, uint64_t *ret);
/* The rest of the line, and the line, from TEXT; returns its length. */
size_t apart_take_rest(const char **text, const char **ret);

#endif
