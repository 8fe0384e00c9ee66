/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verify worker as its caller sees it. */
#include "verify/verify_worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verify/check.h"

struct error *verify_worker_start(const struct verify_worker_opts *opts, struct verify_worker *ret)
{
	int fds[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot make a socket");
	pid = verify_copy_fork();
	if (pid == 0) {
		close(fds[0]);
		verify_check_serve(opts, fds[1]);
		_exit(0);
	}
	close(fds[1]);
	if (pid < 0) {
		close(fds[0]);
		return error_errno(ERROR_INTERNAL, errno, "cannot fork");
	}
	*ret = (struct verify_worker){ .pid = pid, .fd = fds[0] };
	return NULL;
}

struct error *verify_worker_submit(const struct verify_worker *worker,
				   const struct verify_request *request)
{
	if (send(worker->fd, request, sizeof(*request), MSG_NOSIGNAL) != sizeof(*request))
		return error_errno(ERROR_INTERNAL, errno, "a worker is gone");
	return NULL;
}

void verify_worker_receive(const struct verify_worker *worker, struct verify_worker_message *ret)
{
	ssize_t size;

	do
		size = recv(worker->fd, ret, sizeof(*ret), 0);
	while (size < 0 && errno == EINTR);
	if (size == sizeof(*ret))
		return;
	*ret = (struct verify_worker_message){ .type = VERIFY_WORKER_FAILED };
	snprintf(ret->detail, sizeof(ret->detail), "a worker died");
}

void verify_worker_stop(struct verify_worker *worker)
{
	if (worker->pid <= 0)
		return;
	kill(worker->pid, SIGKILL);
	waitpid(worker->pid, NULL, 0);
	close(worker->fd);
	worker->pid = 0;
}
