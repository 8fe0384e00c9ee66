/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files. Only path_working_directory() and path_resolve() look at the disk. */
#ifndef COMMON_PATH_H
#define COMMON_PATH_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/* Returns NAME if it is absolute, else DIRECTORY/NAME; the caller frees. */
char *path_join(const char *directory, const char *name) RETURNS_NONNULL MUST_CHECK;
/*
 * Returns PATH without ".", empty and ".." components, by its text alone; "" gives ".". The caller
 * frees.
 */
char *path_normalise(const char *path) RETURNS_NONNULL MUST_CHECK;
/*
 * Returns PATH absolute and normalised. A relative PATH counts from DIRECTORY, which is absolute.
 * The caller frees.
 */
char *path_absolute(const char *directory, const char *path) RETURNS_NONNULL MUST_CHECK;
/*
 * Returns PATH as seen from ROOT, "." for ROOT itself; both absolute and normalised. NULL: PATH is
 * not below ROOT. The caller frees.
 */
char *path_below(const char *root, const char *path) MUST_CHECK;
/* True if PATH is ROOT or below it; both absolute and normalised. */
bool path_is_below(const char *root, const char *path);
/* True if PATH ends in "/END". */
bool path_ends_in(const char *path, const char *end);
/* Returns the last component, which is borrowed. */
const char *path_basename(const char *path) RETURNS_NONNULL;
/* Returns all before the last component: "/a/b" gives "/a", "a" gives ".". The caller frees. */
char *path_dirname(const char *path) RETURNS_NONNULL MUST_CHECK;
/* Finds the working directory; the caller frees *RET. */
struct error *path_working_directory(char **ret) MUST_CHECK;
/* Resolves all links of PATH, which must exist; the caller frees *RET. */
struct error *path_resolve(const char *path, char **ret) MUST_CHECK;

#endif
