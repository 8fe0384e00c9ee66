/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/stdin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

/* Reads SIZE bytes of FD, from OFFSET on; -1: from where it is. False: there are fewer. */
static bool read_all(int fd, off_t offset, unsigned char *ret, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = offset < 0 ? read(fd, ret + done, size - done)
					 : pread(fd, ret + done, size - done, offset + (off_t)done);

		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

static enum gen_stdin read_file(int fd, off_t offset, off_t length, size_t max, unsigned char **ret,
				size_t *size)
{
	off_t rest = offset < length ? length - offset : 0;

	if ((size_t)rest > max)
		return GEN_STDIN_TOO_LONG;
	*ret = xcalloc((size_t)rest + 1, 1);
	*size = read_all(fd, offset, *ret, (size_t)rest) ? (size_t)rest : 0;
	return GEN_STDIN_READ;
}

/* Copies what the pipe FD has, and leaves it there. */
static bool copy_pipe(int fd, unsigned char *ret, size_t size)
{
	int capacity = fcntl(fd, F_GETPIPE_SZ), ends[2];
	bool done;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	done = fcntl(ends[1], F_SETPIPE_SZ, capacity) >= 0 &&
	       tee(fd, ends[1], size, SPLICE_F_NONBLOCK) == (ssize_t)size &&
	       read_all(ends[0], -1, ret, size);
	close(ends[0]);
	close(ends[1]);
	return done;
}

static enum gen_stdin read_pipe(int fd, size_t max, unsigned char **ret, size_t *size)
{
	struct pollfd end = { fd, POLLIN, 0 };
	int rest, capacity = fcntl(fd, F_GETPIPE_SZ);

	if (poll(&end, 1, 0) < 0 || ioctl(fd, FIONREAD, &rest) < 0 || (size_t)rest > max)
		return GEN_STDIN_TOO_LONG;
	/* Who writes more waits until it is read. */
	if (!(end.revents & POLLHUP))
		return rest > capacity / 2 ? GEN_STDIN_TOO_LONG : GEN_STDIN_NOT_YET;
	*ret = xcalloc((size_t)rest + 1, 1);
	*size = (size_t)rest;
	if (!rest || copy_pipe(fd, *ret, (size_t)rest))
		return GEN_STDIN_READ;
	free(*ret);
	*ret = NULL;
	return GEN_STDIN_TOO_LONG;
}

/* Returns a descriptor of what PID has as 0, with its offset; -1: errno is EBADF if it has nothing. */
static int take_descriptor(pid_t pid)
{
	_cleanup_close_ int process = pidfd_open(pid, 0);

	return process < 0 ? -1 : pidfd_getfd(process, STDIN_FILENO, 0);
}

enum gen_stdin gen_stdin_read(pid_t pid, size_t max, unsigned char **ret, size_t *size)
{
	_cleanup_close_ int fd = take_descriptor(pid);
	struct stat st;

	*ret = NULL;
	*size = 0;
	if (fd < 0)
		return errno == EBADF ? GEN_STDIN_READ : GEN_STDIN_TOO_LONG;
	if (fstat(fd, &st) < 0)
		return GEN_STDIN_TOO_LONG;
	if (S_ISREG(st.st_mode))
		return read_file(fd, lseek(fd, 0, SEEK_CUR), st.st_size, max, ret, size);
	return S_ISFIFO(st.st_mode) ? read_pipe(fd, max, ret, size) : GEN_STDIN_READ;
}
