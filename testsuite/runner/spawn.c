/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"

#define LOOK_MS 1 /* between looks at a budget */

static volatile sig_atomic_t current; /* leader of the group that runs; 0: none */

/* A mutant that never ends must not outlive who asks it to end. */
static void end_all(int number)
{
	if (current)
		kill(-(pid_t)current, SIGKILL);
	_exit(128 + number);
}

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(4);
}

void spawn_prepare(void)
{
	const struct rlimit files = { 1 << 30, 1 << 30 },
			    memory = { (rlim_t)4 << 30, (rlim_t)4 << 30 };
	const struct rlimit core = { 0, 0 };
	const struct sigaction action = { .sa_handler = end_all };

	setrlimit(RLIMIT_FSIZE, &files);
#ifndef __SANITIZE_ADDRESS__ /* it has more itself, until the command is executed */
	setrlimit(RLIMIT_DATA, &memory);
#else
	(void)memory;
#endif
	setrlimit(RLIMIT_CORE, &core);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
}

pid_t spawn_test(const struct test *test, char *const *environ, const char *output)
{
	const char *path = test_reads_output(test) ? output : "/dev/null";
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, test->input, O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&actions, 1, 2);
	posix_spawn_file_actions_addchdir_np(&actions, test->directory);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	if (posix_spawnp(&pid, test->argv[0], &actions, &attributes, test->argv, environ))
		die(test->argv[0]);
	current = pid;
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return pid;
}

static bool is_spent(const struct remt_session *session)
{
	return session->hit_budget && __atomic_load_n(&session->budget_spent, __ATOMIC_RELAXED);
}

bool spawn_await(pid_t pid, const struct remt_session *session, int timeout_ms, int *ret_status)
{
	_cleanup_close_ int fd = pidfd_open(pid, 0);
	struct pollfd ended = { .fd = fd, .events = POLLIN };
	uint64_t end_ms = clock_ms() + (uint64_t)timeout_ms;
	int nr_ready;

	if (fd < 0)
		die("watching a test");
	do
		nr_ready = poll(&ended, 1, session->hit_budget ? LOOK_MS : timeout_ms);
	while (nr_ready == 0 && !is_spent(session) && clock_ms() < end_ms);
	/* Before the wait, while the number is still that of the group. */
	kill(-pid, SIGKILL);
	if (waitpid(pid, ret_status, 0) < 0)
		die("waiting for a test");
	current = 0;
	return nr_ready == 1 && !is_spent(session);
}

uint64_t spawn_used_us(void)
{
	struct rusage usage;

	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	getrusage(RUSAGE_CHILDREN, &usage);
	return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
	       (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}
