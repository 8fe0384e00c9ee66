/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files.  Only path_working_directory() and path_resolve() look at the disk. */
#ifndef COMMON_PATH_H
#define COMMON_PATH_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/* NAME if it is absolute, else DIRECTORY/NAME; owned by the caller. */
char *path_join(const char *directory, const char *name) RETURNS_NONNULL MUST_CHECK;
/* PATH without ".", empty and ".." components, by its text alone; "" gives "."; owned by the
 * caller. */
char *path_normalise(const char *path) RETURNS_NONNULL MUST_CHECK;
/* Absolute and normalised; relative paths count from DIRECTORY (absolute); owned by the caller. */
char *path_absolute(const char *directory, const char *path) RETURNS_NONNULL MUST_CHECK;
/* PATH as seen from ROOT (both absolute and normalised): "." for ROOT itself; NULL if PATH is not
 * below ROOT. */
char *path_below(const char *root, const char *path) MUST_CHECK;
/* True if PATH is ROOT or below it; both absolute and normalised. */
bool path_is_below(const char *root, const char *path);
/* True if PATH ends in "/END". */
bool path_ends_in(const char *path, const char *end);
/* Last component; borrowed. */
const char *path_basename(const char *path) RETURNS_NONNULL;
/* All before the last component: "/a/b" → "/a", "a" → "."; owned by the caller. */
char *path_dirname(const char *path) RETURNS_NONNULL MUST_CHECK;
/* The working directory; owned by the caller. */
struct error *path_working_directory(char **ret) MUST_CHECK;
/* PATH with all links resolved; it must exist; owned by the caller. */
struct error *path_resolve(const char *path, char **ret) MUST_CHECK;

#endif
