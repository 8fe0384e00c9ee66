/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The environment that attaches the run-time to a process and all that it starts. */
#ifndef RUNNER_JOB_ATTACH_H
#define RUNNER_JOB_ATTACH_H

#include "common/attr.h"

/*
 * A copy of ENVIRON with the run-time RUNTIME preloaded and obeying the
 * session file SESSION.  TMPDIR: NULL leaves the variable as it is.  Owned by the caller.
 */
char **attach_environ(char *const *environ, const char *runtime, const char *session,
		      const char *tmpdir) RETURNS_NONNULL MUST_CHECK;

/* The assignments alone that attach_environ() makes, for a child of this process.  Owned by the
 * caller. */
char **attach_assignments(char *const *environ, const char *runtime,
			  const char *session) RETURNS_NONNULL MUST_CHECK;

#endif
