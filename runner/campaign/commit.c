/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/campaign/commit.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/sandbox/capture.h"

/* Returns the first line of git's answer; NULL: git fails. */
static char *ask(const char *directory, char *const argv[])
{
	char *text = NULL;
	struct error *err = capture_run(argv, directory, environ, &text);

	if (err) {
		error_destroy(err);
		return NULL;
	}
	text[strcspn(text, "\n")] = '\0';
	return text;
}

static char *resolve(const char *directory, char *name)
{
	char *argv[] = { (char *)"git",
			 (char *)"rev-parse",
			 (char *)"--verify",
			 (char *)"--quiet",
			 (char *)"--end-of-options",
			 name,
			 NULL };

	return ask(directory, argv);
}

/* True for exactly one number, not for "^HEAD" or a range. */
static bool is_number(const char *text)
{
	size_t length = strspn(text, "0123456789abcdef");

	return length >= 40 && !text[length];
}

char *commit_find(const char *directory, const char *ref)
{
	_cleanup_free_ char *name = xstrdup(ref), *object = resolve(directory, name);
	_cleanup_free_ char *commit =
		object && is_number(object) ? xasprintf("%s^{commit}", object) : NULL;

	return commit ? resolve(directory, commit) : NULL;
}

char *commit_current(const char *directory)
{
	/* Files unknown to git come from the build. */
	char *argv[] = { (char *)"git",		(char *)"--no-optional-locks",	(char *)"status",
			 (char *)"--porcelain", (char *)"--untracked-files=no", NULL };
	_cleanup_free_ char *changed = ask(directory, argv);

	return changed && !changed[0] ? commit_find(directory, "HEAD") : NULL;
}
