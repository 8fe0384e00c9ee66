/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Surroundings: what all tests of a run inherit, beside environment and files: limits, mask of
 * files, user, and what of the machine a program can ask for without naming a
 * file. A line each, "NAME VALUE"; stored.
 */
#ifndef RUNNER_CAMPAIGN_SURROUNDINGS_H
#define RUNNER_CAMPAIGN_SURROUNDINGS_H

#include "common/attr.h"

/* Those of this process; owned by the caller. */
char *surroundings_describe(void) RETURNS_NONNULL MUST_CHECK;

/* The name of the first one that differs, owned by the caller; NULL: none does. */
char *surroundings_find_other(const char *before, const char *after) MUST_CHECK;

/* What counts of an environment, in order, NULL-terminated; NULL: nothing; owned by the caller. */
char **surroundings_environment(char *const *environment) MUST_CHECK;

/* The name of the first of these variables that is in one of two environments only, or has another
 * value there, owned by the caller; NULL: there is none. */
char *surroundings_find_variable(char *const *before, char *const *after) MUST_CHECK;

#endif
