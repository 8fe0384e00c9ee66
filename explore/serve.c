/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/serve.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/descriptors.h"
#include "common/xalloc.h"
#include "explore/input.h"
#include "explore/trap.h"
#include "remt/serve.h"

static void answer(enum remt_serve_type type, pid_t pid, int status, uint64_t used_us)
{
	const struct remt_serve_message message = { type, pid, status, 0, used_us };

	if (send(REMT_SERVE_FD, &message, sizeof(message), MSG_NOSIGNAL) != sizeof(message))
		_exit(0);
}

/* A thread of a library would be missing in what is forked. */
static bool has_threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	unsigned nr_tasks = 0;
	struct dirent *entry;

	while (tasks && (entry = readdir(tasks)))
		nr_tasks += entry->d_name[0] != '.';
	if (tasks)
		closedir(tasks);
	return nr_tasks != 1;
}

/* Returns the errno that says why this process can't serve; 0: it can. */
static int obstacle(void)
{
	if (!input_variables_are_whole())
		return ENOENT;
	return has_threads() ? EBUSY : 0;
}

/* Waits for the next run; false: there is none. */
static bool take_request(int fds[REMT_SERVE_NR_FDS])
{
	struct remt_serve_message message;
	unsigned number;
	ssize_t size;

	do
		size = descriptors_receive(REMT_SERVE_FD, &message, sizeof(message), fds,
					   REMT_SERVE_NR_FDS, &number, 0);
	while (size < 0 && errno == EINTR);
	return size == sizeof(message) && message.type == REMT_SERVE_RUN &&
	       number == REMT_SERVE_NR_FDS;
}

static void await(pid_t pid)
{
	struct rusage usage = { 0 };
	int status = 0;

	while (wait4(pid, &status, 0, &usage) < 0) {
		/* Somebody else has waited for it: how it ended is not known. */
		if (errno != EINTR)
			_exit(0);
	}
	trap_forget();
	answer(REMT_SERVE_ENDED, pid, status, clock_used_us(&usage));
}

/* ---- in the run */

/* Reads what the run is told, up to *END; the result is never freed. */
static char *read_told(int fd, char **end)
{
	struct stat st;
	char *text;

	if (fstat(fd, &st) < 0)
		_exit(126);
	text = xcalloc((size_t)st.st_size + 1, 1);
	if (pread(fd, text, (size_t)st.st_size, 0) != (ssize_t)st.st_size)
		_exit(126);
	*end = text + st.st_size;
	return text;
}

static char *next_text(char **at)
{
	char *text = *at;

	*at += strlen(text) + 1;
	return text;
}

/* Puts the text at *AT in place of TEXT, which is as long. */
static void set_text(char **at, char *text)
{
	const char *told = next_text(at);

	if (!text || strlen(told) != strlen(text))
		_exit(126);
	memcpy(text, told, strlen(told));
}

/* Puts the texts from *AT on in place of values; WORDS have the names of their variables, and their lengths. */
static void set_variables(char **at, const char *words)
{
	while (*(words += strspn(words, " "))) {
		set_text(at, input_variable(words, strcspn(words, "=")));
		words += strcspn(words, " ");
	}
}

/* Puts the texts from *AT on in place of the literals of WORDS. */
static void set_literals(char **at, const char *words)
{
	size_t length;

	while (*(words += strspn(words, " "))) {
		set_text(at, input_literal(words, &length));
		words += strcspn(words, " ");
	}
}

/* Goes where the run begins, with its descriptors; returns what else it is told, up to *END. */
static char *enter(const int fds[REMT_SERVE_NR_FDS], char **end)
{
	char *at = read_told(fds[REMT_SERVE_TOLD], end);

	close(REMT_SERVE_FD);
	setsid();
	for (int i = 0; i < 3; i++) {
		if (dup2(fds[i], i) < 0)
			_exit(126);
	}
	for (int i = 0; i < REMT_SERVE_NR_FDS; i++)
		close(fds[i]);
	if (chdir(next_text(&at)) < 0)
		_exit(126);
	return at;
}

/* The environment has these variables already, so that all stays where it is. */
static void begin_run(const int fds[REMT_SERVE_NR_FDS], char **argv)
{
	const char *variables, *literals;
	char *end, *at = enter(fds, &end);

	setenv(REMT_SERVE_ENV, REMT_SERVE_NONE, 1);
	setenv("REMT_EXPLORE_KEPT", next_text(&at), 1);
	setenv("REMT_EXPLORE_VARIABLES", variables = next_text(&at), 1);
	setenv("REMT_EXPLORE_LITERALS", literals = next_text(&at), 1);
	setenv("REMT_EXPLORE_FILES", next_text(&at), 1);
	for (; *argv; argv++)
		set_text(&at, *argv);
	set_variables(&at, variables);
	set_literals(&at, literals);
}

/* Returns arguments with the environment behind them, as the kernel has them. */
static char **begin_compiled_run(const int fds[REMT_SERVE_NR_FDS], int *argc)
{
	char *end, *at = enter(fds, &end), **ret, **variable;
	size_t number = 0, nr_variables = 0;

	/* Nothing is told of inputs. */
	for (unsigned i = 0; i < REMT_SERVE_NR_NOTES; i++)
		next_text(&at);
	for (const char *text = at; text < end; text += strlen(text) + 1)
		number++;
	unsetenv(REMT_SERVE_ENV);
	unsetenv(REMT_SERVE_TRAPS_ENV);
	unsetenv(REMT_SERVE_LEVEL_ENV);
	unsetenv("LD_PRELOAD");
	for (variable = environ; *variable; variable++)
		nr_variables++;
	ret = xcalloc(number + nr_variables + 2, sizeof(*ret));
	for (size_t i = 0; i < number; i++)
		ret[i] = next_text(&at);
	memcpy(ret + number + 1, environ, nr_variables * sizeof(*ret));
	environ = ret + number + 1;
	*argc = (int)number;
	return ret;
}

/* ---- servers */

static bool has_value(const char *wanted)
{
	const char *value = getenv(REMT_SERVE_ENV);

	return value && strcmp(value, wanted) == 0;
}

bool serve_is_wanted(void)
{
	return has_value(REMT_SERVE_WANTED);
}

bool serve_is_wanted_compiled(void)
{
	return has_value(REMT_SERVE_COMPILED) || has_value(REMT_SERVE_SCOUTS);
}

/* Returns in each run, with its descriptors. ERROR, an errno, says why this process can't serve; 0: it can. */
static void await_run(int error, int fds[REMT_SERVE_NR_FDS])
{
	answer(REMT_SERVE_READY, getpid(), error, 0);
	while (take_request(fds)) {
		pid_t pid = fork();

		if (pid == 0)
			return;
		for (int i = 0; i < REMT_SERVE_NR_FDS; i++)
			close(fds[i]);
		answer(REMT_SERVE_STARTED, pid < 0 ? 0 : pid, pid < 0 ? errno : 0, 0);
		if (pid > 0)
			await(pid);
	}
	_exit(0);
}

void serve(char **argv)
{
	int fds[REMT_SERVE_NR_FDS];

	await_run(obstacle(), fds);
	begin_run(fds, argv);
}

char **serve_compiled(int *argc)
{
	int fds[REMT_SERVE_NR_FDS], error = has_threads() ? EBUSY : 0;

	if (!error && has_value(REMT_SERVE_SCOUTS))
		error = trap_set();
	await_run(error, fds);
	return begin_compiled_run(fds, argc);
}
