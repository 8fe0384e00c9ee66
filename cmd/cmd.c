/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages, exit codes, and the search for the store, as all subcommands need them. */
#include "cmd/cmd.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

void cmd_usage(const struct argp_state *state, const char *format, ...)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	va_list args;

	va_start(args, format);
	print_addv(&text, format, args);
	va_end(args);
	argp_error(state, "%s", strbuf_get(&text));
}

/* Prints "remt: KIND" and the message, in a line of its own. */
static void say(const char *kind, const char *format, va_list args)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	fflush(stdout);
	progress_erase();
	print_add(&text, "remt: %s", kind);
	print_addv(&text, format, args);
	strbuf_addc(&text, '\n');
	print_exactly(stderr, text.data, text.length);
}

void cmd_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say("", format, args);
	va_end(args);
}

void cmd_warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say("warning: ", format, args);
	va_end(args);
}

int cmd_fail(struct error *err)
{
	int code = (int)err->code;

	cmd_say("%s", err->message);
	if (err->detail) {
		print_lines(stderr, err->detail, strlen(err->detail));
		fputs("\n", stderr);
	}
	error_destroy(err);
	return code;
}

void cmd_close_stdout(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout) && (fclose(stdout) == 0 || errno == EBADF))
		return;
	/* Output that could not be written must not look like success. */
	cmd_say("cannot write the output: %s", strerror(errno));
	_exit(EXIT_INTERNAL);
}

void cmd_warn_take(struct error *err)
{
	if (err)
		cmd_warn("%s", err->message);
	error_destroy(err);
}

/* True if nothing above DIRECTORY belongs to the same project or to the user. */
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
	quoted = shell_quote_visible(directory);
	return xasprintf(" --store=%s", quoted);
}

struct error *cmd_open_store(const char *option, struct store **ret)
{
	_cleanup_free_ char *directory = cmd_store_directory(option);

	if (directory && !option && !fs_is_same(directory, ".remt"))
		cmd_say("the results are those of %s", directory);
	if (option && !option[0])
		return error_create(ERROR_USAGE, "--store: the name is empty");
	if (!directory)
		return error_create(ERROR_UNUSABLE,
				    "no results: neither this directory nor one above has .remt "
				    "(`remt run` makes it; --store=DIR names another place)");
	return store_open(directory, STORE_READ, ret);
}
