/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells of which commit of a git repository sources are, so that the commit can name a run. */
#ifndef RUNNER_CAMPAIGN_COMMIT_H
#define RUNNER_CAMPAIGN_COMMIT_H

#include "common/attr.h"

/*
 * Returns the commit of the sources in DIRECTORY, owned by the caller. NULL: no repository, no git,
 * or a file differs from the commit.
 */
char *commit_current(const char *directory) MUST_CHECK;

/*
 * Returns the commit that REF (name, number, HEAD~1 …) means in the repository of DIRECTORY, owned
 * by the caller; NULL: none.
 */
char *commit_find(const char *directory, const char *ref) MUST_CHECK;

#endif
