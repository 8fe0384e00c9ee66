/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Pipes of a process that was split off: those that nobody else has are made anew for it, with
 * what its parent's hold.  Nothing is taken out of these: the parent goes on with them.
 */
#include <limits.h>
#include <linux/kcmp.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "runtime/rt_syscall.h"
#include "runtime/rt_text.h"

#define NR_ENDS 32
#define MAX_CONTENT                                                                                \
	4096 /* of more it is not known in how many parts it lies, which decides when a pipe is    \
		full */

/* A descriptor of a pipe. */
struct end {
	int fd;
	int flags; /* of F_GETFL */
	uint64_t inode;
};

static struct {
	struct end ends[NR_ENDS];
	unsigned count;
} pipes;

static bool is_writer(const struct end *end)
{
	return (end->flags & O_ACCMODE) == O_WRONLY;
}

/* True if PATH, below /proc, is a descriptor of a pipe without a name. */
static bool is_nameless(const char *path)
{
	static const char mark[] = "pipe:[";
	char target[sizeof(mark)];
	long length = syscall(SYS_readlinkat, AT_FDCWD, path, target, sizeof(target));

	for (long i = 0; i < (long)sizeof(mark) - 1; i++) {
		if (i >= length || target[i] != mark[i])
			return false;
	}
	return true;
}

static void put_fd_path(char *path, size_t size, uint32_t pid, int fd)
{
	char *end = path + size - 1, *at = rt_put_text(path, end, "/proc/");

	at = pid ? rt_put_number(at, end, pid) : rt_put_text(at, end, "self");
	at = rt_put_text(at, end, "/fd");
	if (fd >= 0)
		rt_put_number(rt_put_text(at, end, "/"), end, (uint32_t)fd);
}

void rt_pipes_begin(void)
{
	pipes.count = 0;
}

/* Several descriptors of one end must be one and the same, so that they have flags in common. */
static bool is_consistent(const struct end *end)
{
	int self = (int)syscall(SYS_getpid);

	for (unsigned i = 0; i < pipes.count; i++) {
		const struct end *other = &pipes.ends[i];

		if (other->inode == end->inode && is_writer(other) == is_writer(end))
			return syscall(SYS_kcmp, self, self, KCMP_FILE, other->fd, end->fd) == 0;
	}
	return true;
}

bool rt_pipes_note(int fd, uint64_t inode)
{
	struct end *end = &pipes.ends[pipes.count];
	char path[40];

	if (pipes.count == NR_ENDS)
		return false;
	put_fd_path(path, sizeof(path), 0, fd);
	*end = (struct end){ fd, (int)syscall(SYS_fcntl, fd, F_GETFL), inode };
	if (end->flags < 0 || end->flags & (O_DIRECT | O_ASYNC) ||
	    (end->flags & O_ACCMODE) == O_RDWR || !is_nameless(path) || !is_consistent(end))
		return false;
	pipes.count++;
	return true;
}

static bool is_other(int fd, void *arg)
{
	uint32_t pid = *(uint32_t *)arg;
	struct statx status;
	char path[40];

	put_fd_path(path, sizeof(path), pid, fd);
	if (!is_nameless(path) ||
	    syscall(SYS_statx, AT_FDCWD, path, 0, STATX_BASIC_STATS, &status) != 0)
		return true;
	for (unsigned i = 0; i < pipes.count; i++) {
		if (pipes.ends[i].inode == status.stx_ino)
			return false;
	}
	return true;
}

/* False if process PID has one of the pipes open, or may have. */
static bool is_apart(int pid, void *arg)
{
	uint32_t number = (uint32_t)pid;
	char path[40];

	(void)arg;
	/* The parent waits until this process has ended. */
	if (pid == (int)syscall(SYS_getpid) || pid == (int)syscall(SYS_getppid))
		return true;
	put_fd_path(path, sizeof(path), number, -1);
	return rt_numbers_each(path, is_other, &number);
}

/* One end gets the other's descriptors, flags and all; FD: the new one. */
static bool replace_ends(uint64_t inode, bool writers, int fd)
{
	bool good = true;

	for (unsigned i = 0; i < pipes.count && good; i++) {
		const struct end *end = &pipes.ends[i];
		long is_closed_on_exec = syscall(SYS_fcntl, end->fd, F_GETFD) & FD_CLOEXEC;

		if (end->inode == inode && is_writer(end) == writers)
			good = syscall(SYS_fcntl, fd, F_SETFL, (long)end->flags) == 0 &&
			       syscall(SYS_dup3, fd, end->fd, is_closed_on_exec ? O_CLOEXEC : 0) ==
				       end->fd;
	}
	return good;
}

/* Writes to WRITER what READER would read; that of another pipe: tee() takes nothing out, but what
 * it puts in is not joined by what is written next, so that the pipe would be full earlier. */
static bool copy_bytes(int reader, int writer, long size)
{
	char bytes[MAX_CONTENT];
	int between[2];
	bool good;

	if (size > MAX_CONTENT || syscall(SYS_pipe2, between, O_CLOEXEC) != 0)
		return false;
	good = syscall(SYS_tee, reader, between[1], size, 0L) == size &&
	       syscall(SYS_read, between[0], bytes, size) == size &&
	       syscall(SYS_write, writer, bytes, size) == size;
	rt_close(between[0]);
	rt_close(between[1]);
	return good;
}

/* Nobody misses the content of a pipe that has no reader here. */
static bool copy_content(uint64_t inode, int writer)
{
	for (unsigned i = 0; i < pipes.count; i++) {
		const struct end *end = &pipes.ends[i];
		int size = 0;

		if (end->inode == inode && !is_writer(end))
			return syscall(SYS_ioctl, end->fd, FIONREAD, &size) == 0 &&
			       (!size || copy_bytes(end->fd, writer, size));
	}
	return true;
}

static bool make_anew(const struct end *end)
{
	long capacity = syscall(SYS_fcntl, end->fd, F_GETPIPE_SZ);
	int fds[2];
	bool good;

	if (capacity < 0 || syscall(SYS_pipe2, fds, O_CLOEXEC) != 0)
		return false;
	good = syscall(SYS_fcntl, fds[1], F_SETPIPE_SZ, capacity) == capacity &&
	       copy_content(end->inode, fds[1]) && replace_ends(end->inode, false, fds[0]) &&
	       replace_ends(end->inode, true, fds[1]);
	rt_close(fds[0]);
	rt_close(fds[1]);
	return good;
}

static bool is_first_of_its_pipe(unsigned index)
{
	for (unsigned i = 0; i < index; i++) {
		if (pipes.ends[i].inode == pipes.ends[index].inode)
			return false;
	}
	return true;
}

bool rt_pipes_detach(void)
{
	if (!pipes.count)
		return true;
	if (!rt_numbers_each("/proc", is_apart, NULL))
		return false;
	for (unsigned i = 0; i < pipes.count; i++) {
		if (is_first_of_its_pipe(i) && !make_anew(&pipes.ends[i]))
			return false;
	}
	return true;
}
