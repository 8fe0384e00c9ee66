/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt run --mutant=ID --test=NAME --gdb`: the test in a debugger, with the mutant on. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/run_cell.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/signals.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/job/attach.h"
#include "runner/job/session.h"

/* As shells say it. */
#define EXIT_NOT_FOUND 127

/* A script that gdb starts the test through: it has the test's environment and input, and the
 * mutant on. */
static struct error *write_wrapper(const char *path, char *const *env, const char *input)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	strbuf_adds(&text, "#!/bin/sh\nexec env -i");
	for (; *env; env++) {
		strbuf_addc(&text, ' ');
		shell_add_word(&text, *env);
	}
	strbuf_adds(&text, " \"$@\"");
	if (input) {
		strbuf_adds(&text, " <");
		shell_add_word(&text, input);
	}
	strbuf_addc(&text, '\n');
	err = fs_write_file(path, text.data, text.length);
	if (!err && chmod(path, 0700) < 0)
		err = error_errno(ERROR_INTERNAL, errno, "making %s executable", path);
	return err;
}

/* Where execvpe() finds argv[0]; owned by the caller. */
static char *find_program(const struct test *test)
{
	const char *path = strv_env_get(test->environ, "PATH");

	if (strchr(test->argv[0], '/'))
		return path_join(test->directory, test->argv[0]);
	_cleanup_strv_ char **folders = strv_split(path ? path : "/usr/bin:/bin", ':');

	for (size_t i = 0; folders[i]; i++) {
		char *file = path_join(folders[i], test->argv[0]);

		if (access(file, X_OK) == 0)
			return file;
		free(file);
	}
	return xstrdup(test->argv[0]);
}

static bool is_elf(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char magic[4];

	return fd >= 0 && read(fd, magic, sizeof(magic)) == sizeof(magic) &&
	       memcmp(magic, "\177ELF", 4) == 0;
}

static struct error *spawn_gdb(const struct cell *cell, const char *wrapper)
{
	_cleanup_free_ char *program = find_program(&cell->test);
	_cleanup_free_ char *wrap = xasprintf("set exec-wrapper %s", wrapper);
	_cleanup_free_ char *stop =
		xasprintf("break %s:%" PRIu32, path_basename(cell->file), cell->line);
	_cleanup_strv_ char **argv = NULL;
	pid_t child;
	int status;

	strv_append(&argv, "gdb");
	strv_append(&argv, "-q");
	strv_append(&argv, "-iex");
	strv_append(&argv, "set breakpoint pending on");
	strv_append(&argv, "-ex");
	strv_append(&argv, wrap);
	strv_append(&argv, "-ex");
	strv_append(&argv, stop);
	strv_append(&argv, "--args");
	/* A script is debugged as its shell; the program comes later, by fork or exec. */
	if (!is_elf(program)) {
		strv_append(&argv, "/bin/sh");
		strv_append(&argv, program);
	} else {
		strv_append(&argv, program);
	}
	for (size_t i = 1; cell->test.argv[i]; i++)
		strv_append(&argv, cell->test.argv[i]);
	fflush(NULL);
	child = fork();
	if (child < 0)
		return error_errno(ERROR_INTERNAL, errno, "starting gdb");
	if (child == 0) {
		signals_reset();
		if (chdir(cell->test.directory) == 0)
			execvp("gdb", argv);
		_exit(EXIT_NOT_FOUND);
	}
	/* Ctrl-C stops the program in the debugger, which is no end of the session. */
	signal(SIGINT, SIG_IGN);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_FOUND)
		return error_create(ERROR_UNUSABLE, "gdb could not be started; is it installed?");
	return NULL;
}

struct error *cell_debug(const struct cell *cell, const char *scratch)
{
	if (cell->binaries)
		return error_create(ERROR_USAGE,
				    "--gdb: a breakpoint of remt's own is in the way; debug a copy "
				    "of the program that `remt patch --mutate=%s` makes",
				    cell->id);

	_cleanup_free_ char *path = path_join(scratch, "session");
	_cleanup_free_ char *wrapper = path_join(scratch, "start");
	struct remt_session *session;
	struct job job = {
		.session_mode = REMT_MODE_MUTATE,
		.on = cell->switches.items,
		.nr_on = (uint32_t)cell->switches.count,
	};
	struct error *err = session_create(path, &session);

	if (err)
		return err;
	session_prepare(session, &job);
	_cleanup_strv_ char **env =
		attach_environ(cell->test.environ, cell->args->campaign.runtime, path, NULL);

	err = write_wrapper(wrapper, env, cell->test.input);
	return err ? err : spawn_gdb(cell, wrapper);
}
