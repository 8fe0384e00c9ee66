/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/attach.h"

#include <stddef.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/session.h"

/* The variables that attach_assignments() sets, in this order. */
static const char *const names[] = { "LD_PRELOAD", "ASAN_OPTIONS", REMT_SESSION_ENV };

/* Appends VALUE to the colon-separated list NAME. */
static void append_to_variable(char ***environ, const char *name, const char *value)
{
	const char *old = strv_env_get(*environ, name);

	if (!old || !*old) {
		strv_env_set(environ, name, value);
		return;
	}
	_cleanup_free_ char *both = xasprintf("%s:%s", old, value);

	strv_env_set(environ, name, both);
}

char **attach_environ(char *const *environ, const char *runtime, const char *session,
		      const char *tmpdir)
{
	char **copy = strv_copy(environ);

	/*
	 * The run-time comes behind that of a sanitizer, which then must not insist on being first.
	 */
	append_to_variable(&copy, "LD_PRELOAD", runtime);
	append_to_variable(&copy, "ASAN_OPTIONS", "verify_asan_link_order=0");
	strv_env_set(&copy, REMT_SESSION_ENV, session);
	if (tmpdir)
		strv_env_set(&copy, "TMPDIR", tmpdir);
	return copy;
}

char **attach_assignments(char *const *environ, const char *runtime, const char *session)
{
	_cleanup_strv_ char **attached = attach_environ(environ, runtime, session, NULL);
	char **assignments = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		strv_appendf(&assignments, "%s=%s", names[i], strv_env_get(attached, names[i]));
	return assignments;
}
