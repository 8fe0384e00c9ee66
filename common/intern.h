/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pool of byte strings in which equal strings are stored once: a traced build executes the same
 * few environments thousands of times. Results are valid until intern_destroy() and must not be
 * changed.
 */
#ifndef COMMON_INTERN_H
#define COMMON_INTERN_H

#include <stddef.h>

#include "common/attr.h"

struct intern;

struct intern *intern_create(void) RETURNS_NONNULL MUST_CHECK;
void intern_destroy(struct intern *intern);

char *intern_string(struct intern *intern, const char *text) RETURNS_NONNULL;

/*
 * Returns SIZE bytes of strings, each ended by a NUL (the last may lack it), as a NULL-terminated
 * array.
 */
char **intern_vector(struct intern *intern, const char *data, size_t size) RETURNS_NONNULL;

#endif
