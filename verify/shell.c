/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/signals.h"
#include "common/strv.h"
#include "common/xalloc.h"

static _Noreturn void run_child(const char *command, const char *directory,
				char *const environment[], const char *log)
{
	int in = open("/dev/null", O_RDONLY), out;

	setpgid(0, 0);
	signals_reset();
	out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
	if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 ||
	    chdir(directory) < 0)
		_exit(127);
	execle("/bin/sh", "sh", "-c", command, (char *)NULL, environment);
	_exit(127);
}

/* Waits by polling: a build takes seconds, and the caller keeps its own signal handlers. */
static bool wait_for(pid_t pid, unsigned timeout_s)
{
	const struct timespec pause = { .tv_nsec = 5000000 };
	uint64_t end_ms = clock_ms() + (uint64_t)timeout_s * 1000;
	int status;

	for (;;) {
		pid_t got = waitpid(pid, &status, WNOHANG);

		if (got == pid)
			return WIFEXITED(status) && WEXITSTATUS(status) == 0;
		if (got < 0 && errno != EINTR)
			return false;
		if (clock_ms() > end_ms) {
			kill(-pid, SIGKILL);
			waitpid(pid, NULL, 0);
			return false;
		}
		nanosleep(&pause, NULL);
	}
}

struct error *verify_shell(const char *command, const char *directory, char *const environment[],
			   const char *log, unsigned timeout_s, bool *ret)
{
	pid_t pid = fork();

	if (pid < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot start sh");
	if (pid == 0)
		run_child(command, directory, environment, log);
	setpgid(pid, pid);
	*ret = wait_for(pid, timeout_s);
	return NULL;
}

char *verify_shell_line(const char *log, const char *word)
{
	_cleanup_free_ char *text = NULL;
	_cleanup_strv_ char **lines = NULL;
	_cleanup_error_ struct error *err = NULL;
	const char *best = "no output";

	err = fs_read_file(log, &text, NULL);
	if (!err)
		lines = strv_split(text, '\n');
	for (char **line = lines; line && *line; line++) {
		if (strstr(*line, word))
			return xstrdup(*line);
		if (**line)
			best = *line;
	}
	return xstrdup(best);
}
