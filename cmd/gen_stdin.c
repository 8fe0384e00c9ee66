/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_stdin.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/sandbox/process.h"

/* Returns where the next byte is read; 0 if that is not known. */
static off_t find_offset(pid_t pid)
{
	static const char word[] = "pos:";
	char path[64], text[1024];
	const char *at;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/0", (int)pid);
	at = process_read_text(path, text, sizeof(text)) ? strstr(text, word) : NULL;
	return at ? (off_t)strtoll(at + strlen(word), NULL, 10) : 0;
}

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
	int rest;

	if (poll(&end, 1, 0) < 0 || !(end.revents & POLLHUP))
		return GEN_STDIN_NOT_YET;
	if (ioctl(fd, FIONREAD, &rest) < 0 || (size_t)rest > max)
		return GEN_STDIN_TOO_LONG;
	*ret = xcalloc((size_t)rest + 1, 1);
	*size = (size_t)rest;
	if (!rest || copy_pipe(fd, *ret, (size_t)rest))
		return GEN_STDIN_READ;
	free(*ret);
	*ret = NULL;
	return GEN_STDIN_TOO_LONG;
}

enum gen_stdin gen_stdin_read(pid_t pid, size_t max, unsigned char **ret, size_t *size)
{
	char path[64];
	struct stat st;

	*ret = NULL;
	*size = 0;
	snprintf(path, sizeof(path), "/proc/%d/fd/0", (int)pid);
	_cleanup_close_ int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &st) < 0)
		return GEN_STDIN_READ;
	if (S_ISREG(st.st_mode))
		return read_file(fd, find_offset(pid), st.st_size, max, ret, size);
	return S_ISFIFO(st.st_mode) ? read_pipe(fd, max, ret, size) : GEN_STDIN_READ;
}
