/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which commit of a git repository sources are of, so that a run can be named by it. */
#ifndef RUNNER_CAMPAIGN_COMMIT_H
#define RUNNER_CAMPAIGN_COMMIT_H

#include "common/attr.h"

/* The commit that the sources in DIRECTORY are as of; NULL: they are in no repository, some file of
 * theirs is another, or there is no git. Owned by the caller. */
char *commit_current(const char *directory) MUST_CHECK;

/* The commit that REF (name, number, HEAD~1 …) means in the repository of DIRECTORY; NULL: none.
 * Owned by the caller. */
char *commit_find(const char *directory, const char *ref) MUST_CHECK;

#endif
