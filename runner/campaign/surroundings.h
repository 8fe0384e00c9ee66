/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Surroundings: what all tests of a run inherit beside environment and files, and what a program
 * can learn of the machine without naming a file. A line each, "NAME VALUE", such as "umask 22" or
 * "number-of-processors 2"; stored.
 */
#ifndef RUNNER_CAMPAIGN_SURROUNDINGS_H
#define RUNNER_CAMPAIGN_SURROUNDINGS_H

#include "common/attr.h"

/* Returns the surroundings of this process; owned by the caller. */
char *surroundings_describe(void) RETURNS_NONNULL MUST_CHECK;

/* Returns the name of the first one that differs, owned by the caller; NULL: none. */
char *surroundings_find_other(const char *before, const char *after) MUST_CHECK;

/* Returns the variables that count, sorted, NULL-terminated; NULL: none; owned by the caller. */
char **surroundings_environment(char *const *environment) MUST_CHECK;

/*
 * Returns the name of the first variable that counts and differs between the two environments,
 * owned by the caller; NULL: none.
 */
char *surroundings_find_variable(char *const *before, char *const *after) MUST_CHECK;

#endif
