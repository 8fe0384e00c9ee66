/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

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
		parent = directory[1] ? path_dirname(directory) : NULL;
		free(directory);
		directory = parent;
	}
	return NULL;
}

char *cmd_store_option(const char *option)
{
	_cleanup_free_ char *directory = cmd_store_directory(option), *quoted = NULL;
	struct stat found, usual;

	if (!directory || (stat(directory, &found) == 0 && stat(".remt", &usual) == 0 &&
			   found.st_dev == usual.st_dev && found.st_ino == usual.st_ino))
		return xstrdup("");
	quoted = shell_quote(directory);
	return xasprintf(" --store=%s", quoted);
}

struct error *cmd_open_store(const char *option, struct store **ret)
{
	_cleanup_free_ char *directory = cmd_store_directory(option);

	if (option && !option[0])
		return error_create(ERROR_USAGE, "--store: the name is empty");
	if (!directory)
		return error_create(ERROR_UNUSABLE,
				    "no results: neither this directory nor one above has .remt "
				    "(`remt run` makes it; --store=DIR names another place)");
	return store_open(directory, STORE_READ, ret);
}
