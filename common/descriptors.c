/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/descriptors.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The room for what goes with a message, as aligned as the kernel wants it. */
union control {
	char bytes[CMSG_SPACE(DESCRIPTORS_MOST * sizeof(int))];
	struct cmsghdr align;
};

bool descriptors_send(int socket, const void *message, size_t size, const int *fds, unsigned number,
		      int flags)
{
	union control control = { { 0 } };
	struct iovec part = { (void *)message, size };
	struct msghdr header = { .msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = control.bytes,
				 .msg_controllen = CMSG_SPACE(number * sizeof(int)) };
	struct cmsghdr *sent = CMSG_FIRSTHDR(&header);

	sent->cmsg_level = SOL_SOCKET;
	sent->cmsg_type = SCM_RIGHTS;
	sent->cmsg_len = CMSG_LEN(number * sizeof(int));
	memcpy(CMSG_DATA(sent), fds, number * sizeof(int));
	return sendmsg(socket, &header, flags | MSG_NOSIGNAL) == (ssize_t)size;
}

/* Takes the files of SENT: the first CAPACITY into FDS, where *NUMBER are already. */
static void take(struct cmsghdr *sent, int *fds, unsigned capacity, unsigned *number)
{
	size_t nr_sent = (sent->cmsg_len - CMSG_LEN(0)) / sizeof(int);

	for (size_t i = 0; i < nr_sent; i++) {
		int fd;

		memcpy(&fd, CMSG_DATA(sent) + i * sizeof(fd), sizeof(fd));
		if (*number < capacity)
			fds[(*number)++] = fd;
		else
			close(fd);
	}
}

ssize_t descriptors_receive(int socket, void *message, size_t size, int *fds, unsigned capacity,
			    unsigned *number, int flags)
{
	union control control;
	struct iovec part = { message, size };
	struct msghdr header = { .msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = control.bytes,
				 .msg_controllen = sizeof(control.bytes) };
	ssize_t ret = recvmsg(socket, &header, flags | MSG_CMSG_CLOEXEC);

	*number = 0;
	if (ret < 0)
		return ret;
	for (struct cmsghdr *sent = CMSG_FIRSTHDR(&header); sent;
	     sent = CMSG_NXTHDR(&header, sent)) {
		if (sent->cmsg_level == SOL_SOCKET && sent->cmsg_type == SCM_RIGHTS)
			take(sent, fds, capacity, number);
	}
	return ret;
}
