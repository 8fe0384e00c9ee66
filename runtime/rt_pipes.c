/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Pipes of a process that was split off. Pipes that no other process has are made anew for it, with
 * the content of its parent's. Nothing is taken out of the parent's pipes, as the parent continues
 * with them.
 *
 * How full a pipe is depends on how its content lies in pages, and on what was read of the first
 * page. So a pipe that can still be written to must be empty.
 */
#include <limits.h>
#include <linux/kcmp.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "runtime/rt_syscall.h"
#include "runtime/rt_text.h"

#define NR_ENDS 32

/* A descriptor of a pipe. */
struct end {
	int fd;
	int flags; /* as F_GETFL returns them */
	uint64_t inode;
	uint32_t mode, user, group;
};

static struct {
	struct end ends[NR_ENDS];
	unsigned count;
} pipes;

static bool is_writer(const struct end *end)
{
	return (end->flags & O_ACCMODE) == O_WRONLY;
}

enum kind {
	KIND_UNKNOWN, /* it can't be looked at, or has gone */
	KIND_OTHER,
	KIND_PIPE, /* a pipe without a name */
};

/* Returns what the descriptor is whose link under /proc is PATH. */
static enum kind kind_of(const char *path)
{
	static const char mark[] = "pipe:[";
	char target[sizeof(mark)];
	long length = syscall(SYS_readlinkat, AT_FDCWD, path, target, sizeof(target));

	if (length <= 0)
		return KIND_UNKNOWN;
	for (long i = 0; i < (long)sizeof(mark) - 1; i++) {
		if (i >= length || target[i] != mark[i])
			return KIND_OTHER;
	}
	return KIND_PIPE;
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

/*
 * True if END and the other descriptors of the same end are one open file, so that they share their
 * flags.
 */
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

/* True if signals tell of the pipe, or may: they are set up for the parent's pipe. */
static bool has_signals(int fd)
{
	struct f_owner_ex owner = { 0 };

	return syscall(SYS_fcntl, fd, F_GETSIG) != 0 ||
	       syscall(SYS_fcntl, fd, F_GETOWN_EX, &owner) != 0 || owner.pid;
}

bool rt_pipes_note(int fd, const struct statx *status)
{
	struct end *end = &pipes.ends[pipes.count];
	char path[40];

	if (pipes.count == NR_ENDS || rt_pipes_are_numbered())
		return false;
	put_fd_path(path, sizeof(path), 0, fd);
	*end = (struct end){ fd,
			     (int)syscall(SYS_fcntl, fd, F_GETFL),
			     status->stx_ino,
			     status->stx_mode,
			     status->stx_uid,
			     status->stx_gid };
	if (end->flags < 0 || end->flags & (O_DIRECT | O_ASYNC) ||
	    (end->flags & O_ACCMODE) == O_RDWR || kind_of(path) != KIND_PIPE ||
	    !is_consistent(end) || has_signals(fd))
		return false;
	pipes.count++;
	return true;
}

/* True if the descriptor FD of another process is certainly none of these pipes. */
static bool is_other(int fd, void *arg)
{
	uint32_t pid = *(uint32_t *)arg;
	struct statx status;
	enum kind kind;
	char path[40];

	put_fd_path(path, sizeof(path), pid, fd);
	kind = kind_of(path);
	if (kind != KIND_PIPE)
		return kind == KIND_OTHER;
	if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_BASIC_STATS, &status) != 0)
		return false;
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
	/* The parent waits until this process has ended; process 1 is init or the runner's. */
	if (pid == (int)syscall(SYS_getpid) || pid == (int)syscall(SYS_getppid) || pid == 1)
		return true;
	put_fd_path(path, sizeof(path), number, -1);
	return rt_numbers_each(path, is_other, &number);
}

/* Replaces the descriptors of one end by FD, with their flags. */
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

/*
 * Writes to WRITER what READER of another pipe would read. tee() takes nothing out. But what tee()
 * puts into a pipe is not joined by the next write, so that the pipe would be full earlier: hence
 * the way through bytes.
 */
static bool copy_bytes(int reader, int writer, long size)
{
	static char bytes[2 * PAGE_BYTES];
	int between[2];
	bool good;

	if (size > PAGE_BYTES || syscall(SYS_pipe2, between, O_CLOEXEC) != 0)
		return false;
	/*
	 * A pipe of one slot takes all only if the content lies in one slot. A read of two packets
	 * takes the first only.
	 */
	good = syscall(SYS_fcntl, between[1], F_SETPIPE_SZ, (long)PAGE_BYTES) == PAGE_BYTES &&
	       syscall(SYS_tee, reader, between[1], size, 0L) == size &&
	       syscall(SYS_fcntl, between[1], F_SETPIPE_SZ, 2L * PAGE_BYTES) == 2 * PAGE_BYTES &&
	       syscall(SYS_tee, reader, between[1], size, 0L) == size &&
	       syscall(SYS_read, between[0], bytes, 2 * size) == 2 * size &&
	       syscall(SYS_write, writer, bytes, size) == size;
	rt_close(between[0]);
	rt_close(between[1]);
	return good;
}

static bool has_writer(uint64_t inode)
{
	for (unsigned i = 0; i < pipes.count; i++) {
		if (pipes.ends[i].inode == inode && is_writer(&pipes.ends[i]))
			return true;
	}
	return false;
}

/* Copies the content of a pipe. Without a reader in this process nobody misses it. */
static bool copy_content(uint64_t inode, int writer)
{
	for (unsigned i = 0; i < pipes.count; i++) {
		const struct end *end = &pipes.ends[i];
		int size = 0;

		if (end->inode == inode && !is_writer(end))
			return syscall(SYS_ioctl, end->fd, FIONREAD, &size) == 0 &&
			       (!size || (!has_writer(inode) && copy_bytes(end->fd, writer, size)));
	}
	return true;
}

static bool make_anew(const struct end *end)
{
	long capacity = syscall(SYS_fcntl, end->fd, F_GETPIPE_SZ);
	struct statx status;
	int fds[2];
	bool good;

	if (capacity < 0 || syscall(SYS_pipe2, fds, O_CLOEXEC) != 0)
		return false;
	good = rt_statx(fds[0], "", &status) && status.stx_mode == end->mode &&
	       status.stx_uid == end->user && status.stx_gid == end->group &&
	       syscall(SYS_fcntl, fds[1], F_SETPIPE_SZ, capacity) == capacity &&
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
