/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/strbuf.h"

static bool start(char *const argv[], int output, pid_t *ret)
{
	posix_spawn_file_actions_t actions;
	bool started;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
	started = posix_spawnp(ret, argv[0], &actions, NULL, argv, environ) == 0;
	posix_spawn_file_actions_destroy(&actions);
	return started;
}

int capture(char *const argv[], char **ret)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	char chunk[4096];
	int ends[2], status = 127 << 8;
	bool started;
	ssize_t size;
	pid_t pid;

	*ret = NULL;
	if (pipe2(ends, O_CLOEXEC) == 0) {
		started = start(argv, ends[1], &pid);
		close(ends[1]);
		while (started && ((size = read(ends[0], chunk, sizeof(chunk))) > 0 ||
				   (size < 0 && errno == EINTR)))
			strbuf_add(&text, chunk, size > 0 ? (size_t)size : 0);
		close(ends[0]);
		while (started && waitpid(pid, &status, 0) < 0 && errno == EINTR)
			continue;
	}
	*ret = strbuf_take(&text);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
