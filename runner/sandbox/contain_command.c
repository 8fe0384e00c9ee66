/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command is not process 1 itself, as the kernel keeps signals from that one which would end
 * any other process. Its number in the caller's namespace is what the kernel makes of the
 * credentials in its first message.
 */
#include "runner/sandbox/contain_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "runner/sandbox/contain.h"

/*
 * Files that the command leaves behind can have process ids in their names. Runs in namespaces have
 * ids from 1 on, and must not find such files, nor must the next command. So the ids here are from
 * the upper half, and begin elsewhere each time.
 */
static bool number_high(void)
{
	_cleanup_fclose_ FILE *limit = fopen("/proc/sys/kernel/pid_max", "re");
	_cleanup_fclose_ FILE *last = fopen("/proc/sys/kernel/ns_last_pid", "we");
	unsigned half;

	if (!limit || !last || fscanf(limit, "%u", &half) != 1)
		return false;
	half /= 2;
	fprintf(last, "%u", half + (unsigned)(clock_ms() % (half / 2 + 1)));
	return fflush(last) == 0;
}

/* Process 1: ends when all others have ended. */
static _Noreturn void reap(void)
{
	close_range(0, ~0U, 0);
	while (waitpid(-1, NULL, 0) >= 0 || errno == EINTR)
		;
	_exit(0);
}

/* In process 1. Returns in its child, the command, only. */
static void enter(struct containment *containment, int socket)
{
	_cleanup_close_ int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct error *err = contain_enter(containment);

	if (err || here < 0 || fchdir(here) < 0 || !number_high())
		_exit(1);
	pid_t pid = fork();

	if (pid > 0)
		reap();
	if (pid < 0 || send(socket, "", 1, MSG_NOSIGNAL) != 1)
		_exit(1);
}

/* Returns the number of the process that has sent a message; 0: none was sent. */
static pid_t receive(int socket)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(struct ucred))];
	} control;
	char byte;
	struct iovec part = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	struct ucred sender = { 0 };
	ssize_t length;

	while ((length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
		;
	struct cmsghdr *first = length == 1 ? CMSG_FIRSTHDR(&message) : NULL;

	if (first && first->cmsg_level == SOL_SOCKET && first->cmsg_type == SCM_CREDENTIALS)
		memcpy(&sender, CMSG_DATA(first), sizeof(sender));
	return sender.pid;
}

/* Returns as contain_command_fork() does; -1: there is no namespace. */
static pid_t fork_inside(struct contain_command *command)
{
	struct containment containment;
	int ends[2], on = 1;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
		return -1;
	_cleanup_close_ int here = ends[0];
	_cleanup_close_ int there = ends[1];

	if (setsockopt(here, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)) < 0)
		return -1;
	pid_t init = contain_fork(CONTAIN_ONLINE, &containment);

	if (init < 0)
		return -1;
	if (init == 0) {
		enter(&containment, there);
		return 0;
	}
	close(TAKE_FD(there));
	pid_t pid = receive(here);

	if (pid > 0) {
		command->init = init;
		return pid;
	}
	kill(init, SIGKILL);
	while (waitpid(init, NULL, 0) < 0 && errno == EINTR)
		;
	return -1;
}

pid_t contain_command_fork(struct contain_command *command)
{
	pid_t pid = fork_inside(command);

	if (pid >= 0)
		return pid;
	pid = fork();
	if (pid == 0)
		contain_leavings();
	return pid;
}

bool contain_command_kill(const struct contain_command *command)
{
	return command->init && kill(command->init, SIGKILL) == 0;
}

void contain_command_reaped(struct contain_command *command, pid_t pid)
{
	if (pid == command->init)
		command->init = 0;
}
