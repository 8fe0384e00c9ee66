/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"

int cmd_fail(struct error *err)
{
	int code = (int)err->code;

	fflush(stdout);
	fprintf(stderr, "remt: %s\n", err->message);
	error_destroy(err);
	return code;
}

void cmd_warn(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("remt: warning: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

void cmd_warn_take(struct error *err)
{
	if (err)
		cmd_warn("%s", err->message);
	error_destroy(err);
}

/* Nothing above DIRECTORY is of the same project, or the user's. */
static bool is_top(const char *directory)
{
	_cleanup_free_ char *work_tree = path_join(directory, ".git");
	const char *home = getenv("HOME");

	return !directory[1] || fs_exists(work_tree) || (home && fs_is_same(directory, home));
}

char *cmd_store_directory(const char *option)
{
	_cleanup_free_ char *directory = NULL;
	char *candidate, *parent;

	if (option)
		return xstrdup(option);
	error_destroy(path_working_directory(&directory));
	while (directory) {
		candidate = path_join(directory, ".remt");
		if (fs_is_directory(candidate))
			return candidate;
		free(candidate);
		parent = is_top(directory) ? NULL : path_dirname(directory);
		free(directory);
		directory = parent;
	}
	return NULL;
}

char *cmd_store_option(const char *option)
{
	_cleanup_free_ char *directory = cmd_store_directory(option), *quoted = NULL;

	if (!directory || fs_is_same(directory, ".remt"))
		return xstrdup("");
	quoted = shell_quote(directory);
	return xasprintf(" --store=%s", quoted);
}

struct error *cmd_open_store(const char *option, struct store **ret)
{
	_cleanup_free_ char *directory = cmd_store_directory(option);

	if (directory && !option && !fs_is_same(directory, ".remt"))
		fprintf(stderr, "remt: the results are those of %s\n", directory);
	if (option && !option[0])
		return error_create(ERROR_USAGE, "--store: the name is empty");
	if (!directory)
		return error_create(ERROR_UNUSABLE,
				    "no results: neither this directory nor one above has .remt "
				    "(`remt run` makes it; --store=DIR names another place)");
	return store_open(directory, STORE_READ, ret);
}
