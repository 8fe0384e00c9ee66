/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The environment that attaches the run-time to a process and its descendants. */
#ifndef RUNNER_JOB_ATTACH_H
#define RUNNER_JOB_ATTACH_H

#include "common/attr.h"

/*
 * Returns a copy of ENVIRON that preloads the run-time RUNTIME and makes it obey the session file
 * SESSION. TMPDIR: NULL leaves the variable as it is. Owned by the caller.
 */
char **attach_environ(char *const *environ, const char *runtime, const char *session,
		      const char *tmpdir) RETURNS_NONNULL MUST_CHECK;

/*
 * Returns only the assignments that attach_environ() makes, for a child of this process. Owned by
 * the caller.
 */
char **attach_assignments(char *const *environ, const char *runtime,
			  const char *session) RETURNS_NONNULL MUST_CHECK;

#endif
