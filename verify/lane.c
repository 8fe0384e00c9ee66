/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verify worker as its caller sees it. */
#include "verify/lane.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verify/check.h"

struct error *verify_lane_start(const struct verify_lane_opts *opts, struct verify_lane *ret)
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
	*ret = (struct verify_lane){ .pid = pid, .fd = fds[0] };
	return NULL;
}

struct error *verify_lane_submit(const struct verify_lane *lane,
				 const struct verify_request *request)
{
	if (send(lane->fd, request, sizeof(*request), MSG_NOSIGNAL) != sizeof(*request))
		return error_errno(ERROR_INTERNAL, errno, "a lane is gone");
	return NULL;
}

void verify_lane_receive(const struct verify_lane *lane, struct verify_lane_message *ret)
{
	ssize_t size;

	do
		size = recv(lane->fd, ret, sizeof(*ret), 0);
	while (size < 0 && errno == EINTR);
	if (size == sizeof(*ret))
		return;
	*ret = (struct verify_lane_message){ .type = VERIFY_LANE_FAILED };
	snprintf(ret->detail, sizeof(ret->detail), "a lane died");
}

void verify_lane_stop(struct verify_lane *lane)
{
	if (lane->pid <= 0)
		return;
	kill(lane->pid, SIGKILL);
	waitpid(lane->pid, NULL, 0);
	close(lane->fd);
	lane->pid = 0;
}
