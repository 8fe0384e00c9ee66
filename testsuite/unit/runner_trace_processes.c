/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This program itself under the tracer, in one of several roles: threads, vfork(), orphans. */
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/strv.h"
#include "common/xalloc.h"
#include "traced.h"
#include "unit.h"
#include "word.h"

static void *exec_from_thread(void *unused)
{
	(void)unused;
	execl("/bin/echo", "echo", "from-thread", NULL);
	return NULL;
}

static void *spawn_from_thread(void *name)
{
	char *argv[] = { WORD("/bin/echo"), name, NULL };
	pid_t pid;

	if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environ) == 0)
		waitpid(pid, NULL, 0);
	return NULL;
}

static void role_threads(void)
{
	pthread_t threads[4];
	char names[4][8];

	for (int i = 0; i < 4; i++) {
		snprintf(names[i], sizeof(names[i]), "t%d", i);
		pthread_create(&threads[i], NULL, spawn_from_thread, names[i]);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	pid_t pid = vfork();

	if (pid == 0) {
		execl("/bin/echo", "echo", "from-vfork", NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	pthread_create(&threads[0], NULL, exec_from_thread, NULL);
	pthread_join(threads[0], NULL);
}

/* A double fork: the middle process is gone before its child executes. */
static void role_orphan(void)
{
	int ends[2];
	char byte;

	if (pipe(ends) != 0)
		_exit(1);
	if (fork() == 0) {
		if (fork() == 0) {
			usleep(50000);
			execl("/bin/echo", "echo", "orphan", NULL);
		}
		_exit(0);
	}
	wait(NULL);
	close(ends[1]);
	while (read(ends[0], &byte, 1) > 0)
		;
}

/* One process that is always another: each forks the next and ends.  Stops by itself after a
 * while. */
static void role_runaway(void)
{
	time_t end = time(NULL) + 20;

	while (time(NULL) < end) {
		if (fork() != 0)
			_exit(0);
	}
}

__attribute__((constructor)) static void play_role(void)
{
	const char *role = getenv("REMT_TRACE_ROLE");

	if (!role)
		return;
	unsetenv("REMT_TRACE_ROLE");
	if (strcmp(role, "threads") == 0)
		role_threads();
	else if (strcmp(role, "runaway") == 0)
		role_runaway();
	else
		role_orphan();
	_exit(0);
}

static void run_role(const char *role, struct trace *ret)
{
	char self[4096];
	ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);

	CHECK_INT(size, >, 0);
	self[size] = '\0';
	char *argv[] = { self, NULL };
	char **env = strv_copy(traced_environ);

	strv_env_set(&env, "REMT_TRACE_ROLE", role);
	const struct trace_opts opts = { .argv = argv, .environ = env, .output_path = "out" };

	traced_run(&opts, ret);
	strv_destroy(env);
}

TEST(threads_vfork_and_spawn_are_followed)
{
	struct trace trace;

	run_role("threads", &trace);
	CHECK_INT(trace.status, ==, 0);
	CHECK_UINT(trace.nr_execs, ==, 7);
	for (int i = 0; i < 4; i++) {
		char *words = xasprintf("/bin/echo t%d", i);
		const struct trace_exec *exec = &trace.execs[traced_lookup(&trace, words, 1)];

		CHECK_INT(exec->parent, ==, trace.execs[0].pid);
		CHECK_UINT(exec->origin, ==, 0);
		CHECK_INT(exec->status, ==, 0);
		free(words);
	}
	const struct trace_exec *vforked =
		&trace.execs[traced_lookup(&trace, "echo from-vfork", 1)];
	const struct trace_exec *last = &trace.execs[traced_lookup(&trace, "echo from-thread", 1)];

	CHECK_INT(vforked->parent, ==, trace.execs[0].pid);
	/* The exec by a thread replaces the whole process. */
	CHECK_INT(last->pid, ==, trace.execs[0].pid);
	CHECK_INT(last->status, ==, 0);
	trace_deinit(&trace);
}

TEST(a_runaway_is_caught)
{
	struct trace trace;
	time_t start = time(NULL);

	run_role("runaway", &trace);
	CHECK_INT(time(NULL) - start, <, 15);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
}

TEST(orphans_are_followed)
{
	struct trace trace;

	run_role("orphan", &trace);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
}
