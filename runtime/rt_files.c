/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Open files of a process that was split off. It shares them with its parent, and with them their
 * offsets. So it opens each again by its name, which may lead to a copy in a view of its own.
 */
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "runtime/rt_syscall.h"
#include "runtime/rt_text.h"

#define NR_FILES     256
#define MAX_COPY     (16ul << 20)
#define MEMORY_MAJOR 1 /* /dev/null and the like: there is nothing to share */

/* An open descriptor. */
struct file {
	int fd;
	int twin;   /* another descriptor with the same offset, which is replaced first; -1: none */
	int stream; /* the stream of the run that the file is; -1: none */
	struct statx status;
};

enum { STREAM_OUTPUT, STREAM_ERROR, NR_STREAMS };

static struct {
	struct file files[NR_FILES];
	unsigned count;
	const int *received; /* descriptors that came with the request */
	unsigned nr_received;
	bool has_returned; /* a child has ended in another way, so that files may have changed */
	int streams[NR_STREAMS]; /* by stream: what the child writes to instead */
} detached;

/* A file, known by its device and inode. */
struct identity {
	uint64_t device, inode;
};

/*
 * The files that are the run's streams. In a process that was split off, these are others than in
 * the session.
 */
static struct {
	bool is_known; /* false: they are those of the session */
	struct identity streams[NR_STREAMS];
} own;

static uint64_t device_of(const struct statx *status)
{
	return makedev(status->stx_dev_major, status->stx_dev_minor);
}

/* Returns the stream of the run that the file is, or -1. */
static int find_stream(const struct statx *status)
{
	const struct identity named[NR_STREAMS] = {
		[STREAM_OUTPUT] = { rt_session->output_device, rt_session->output_inode },
		[STREAM_ERROR] = { rt_session->error_device, rt_session->error_inode },
	};
	const struct identity *streams = own.is_known ? own.streams : named;

	for (int i = 0; i < NR_STREAMS; i++) {
		if (status->stx_ino == streams[i].inode && device_of(status) == streams[i].device)
			return i;
	}
	return -1;
}

/* True if the parent has locks on the file FD. The locks belong to the parent alone. */
static bool has_locks(int fd)
{
	static char text[1024];
	char path[40], *at = path;
	const char *end = path + sizeof(path) - 1;

	at = rt_put_text(at, end, "/proc/");
	at = rt_put_number(at, end, (uint32_t)syscall(SYS_getppid));
	at = rt_put_text(at, end, "/fdinfo/");
	rt_put_number(at, end, (uint32_t)fd);
	if (!rt_read_text(path, text, sizeof(text)))
		return true;
	for (at = text; *at; at++) {
		if (at[0] == 'l' && at[1] == 'o' && at[2] == 'c' && at[3] == 'k')
			return true;
	}
	return false;
}

static bool is_same_file(const struct statx *a, const struct statx *b)
{
	return a->stx_ino == b->stx_ino && a->stx_dev_major == b->stx_dev_major &&
	       a->stx_dev_minor == b->stx_dev_minor;
}

/* True if A, opened by the name of B, is B or stands for B in this process's view. */
static bool is_copy(const struct statx *a, const struct statx *b)
{
	if (!rt_session->has_own_view)
		return is_same_file(a, b);
	return a->stx_mode == b->stx_mode && ((a->stx_mode & S_IFMT) == S_IFDIR ||
					      a->stx_size == b->stx_size || detached.has_returned);
}

/* True if both descriptors of one file share their offset, which shows when it is moved. */
static bool is_shared(int a, int b)
{
	long offset = syscall(SYS_lseek, a, 0L, SEEK_CUR), seen;

	if (syscall(SYS_lseek, b, 0L, SEEK_CUR) != offset)
		return false;
	syscall(SYS_lseek, a, offset + 1, SEEK_SET);
	seen = syscall(SYS_lseek, b, 0L, SEEK_CUR);
	syscall(SYS_lseek, a, offset, SEEK_SET);
	return seen == offset + 1;
}

static bool is_deleted(const char *path, long length)
{
	static const char mark[] = " (deleted)";
	long at = length - (long)sizeof(mark) + 1;

	for (long i = 0; at >= 0 && mark[i]; i++) {
		if (path[at + i] != mark[i])
			return false;
	}
	return at >= 0;
}

/*
 * Makes a new file for the copy of one that has lost its name PATH. A file made without a name
 * (O_TMPFILE) may still get one, so its copy may, too.
 */
static int make_nameless(char *path, int flags, unsigned mode)
{
	char *name = path;

	if ((flags & O_TMPFILE) != O_TMPFILE)
		return (int)syscall(SYS_memfd_create, "copy", MFD_CLOEXEC);
	for (char *at = path; *at; at++) {
		if (*at == '/')
			name = at;
	}
	name[name == path] = 0;
	return rt_open(path, O_TMPFILE | O_RDWR, (int)(mode & 07777));
}

/* Copies FILE, which has no name any more; -1: it is too large, or can't be copied. */
static int copy_file(const struct file *file, char *path, int flags)
{
	static char block[65536];
	uint64_t size = file->status.stx_size;
	int fd = file->fd,
	    copy = size > MAX_COPY ? -1 : make_nameless(path, flags, file->status.stx_mode);
	uint64_t at = 0;

	while (copy >= 0 && at < size) {
		long length = syscall(SYS_pread64, fd, block, sizeof(block), at);

		if (length <= 0 || syscall(SYS_write, copy, block, length) != length) {
			rt_close(copy);
			return -1;
		}
		at += (uint64_t)length;
	}
	return copy;
}

/* Opens the file of FILE once more; -1: that is not possible. */
static int open_again(const struct file *file)
{
	static char path[PATH_MAX + 16];
	int flags = (int)syscall(SYS_fcntl, file->fd, F_GETFL) &
		    ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY);
	struct statx status;
	char link[40];
	const char *end = link + sizeof(link) - 1;
	long length;
	int fd;

	rt_put_number(rt_put_text(link, end, "/proc/self/fd/"), end,
		      (uint32_t)(file->stream >= 0 ? detached.streams[file->stream] : file->fd));
	length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof(path) - 1);
	if (flags < 0 || length <= 0)
		return -1;
	path[length] = 0;
	if (file->stream >= 0)
		return rt_open(link, flags, 0);
	if (!file->status.stx_nlink || is_deleted(path, length))
		return (file->status.stx_mode & S_IFMT) == S_IFREG && !(flags & O_APPEND)
			       ? copy_file(file, path, flags)
			       : -1;
	fd = rt_open(path, flags, 0);
	if (fd >= 0 && rt_statx(fd, "", &status) && is_copy(&status, &file->status))
		return fd;
	if (fd >= 0)
		rt_close(fd);
	return -1;
}

static bool replace(const struct file *file)
{
	int close_on_exec = (int)syscall(SYS_fcntl, file->fd, F_GETFD) & FD_CLOEXEC ? O_CLOEXEC : 0;
	long offset = syscall(SYS_lseek, file->fd, 0L, SEEK_CUR);
	int fd = file->twin >= 0 ? file->twin : open_again(file);
	bool good = fd >= 0;

	if (good && file->twin < 0)
		good = offset < 0 || syscall(SYS_lseek, fd, offset, SEEK_SET) == offset;
	good = good && syscall(SYS_dup3, fd, file->fd, close_on_exec) == file->fd;
	if (fd >= 0 && file->twin < 0)
		rt_close(fd);
	return good;
}

static bool is_received(int fd)
{
	for (unsigned i = 0; i < detached.nr_received; i++) {
		if (detached.received[i] == fd)
			return true;
	}
	return false;
}

/* Notes an open descriptor that has to be replaced. False: it can't be. */
static bool note_file(int fd, void *arg)
{
	struct file *file = &detached.files[detached.count];

	(void)arg;
	if (fd == REMT_SERVER_FD || is_received(fd))
		return true;
	*file = (struct file){ .fd = fd, .twin = -1 };
	if (detached.count == NR_FILES - 1 || !rt_statx(fd, "", &file->status))
		return false;
	switch (file->status.stx_mode & S_IFMT) {
	case S_IFREG:
	case S_IFDIR: break;
	case S_IFCHR: return file->status.stx_rdev_major == MEMORY_MAJOR;
	/* The parent's pipe lacks what a child that ended in another way has left there. */
	case S_IFIFO:
		return !detached.has_returned && !has_locks(fd) && rt_pipes_note(fd, &file->status);
	default: return false;
	}
	file->stream = find_stream(&file->status);
	for (unsigned i = 0; i < detached.count && file->twin < 0; i++) {
		if (!is_same_file(&file->status, &detached.files[i].status))
			continue;
		if (is_shared(fd, detached.files[i].fd))
			file->twin = detached.files[i].fd;
		else if (!file->status.stx_nlink) /* each of the two would get a copy of its own */
			return false;
	}
	detached.count++;
	return true;
}

/* Moves the offsets of shared files to where the ended child has left them. */
static bool move_offsets(void)
{
	for (uint32_t i = 0; i < rt_session->nr_moved && i < REMT_SESSION_MAX_SHARED; i++) {
		const struct remt_offset *moved = &rt_session->moved[i];

		if (syscall(SYS_lseek, moved->fd, moved->offset, SEEK_SET) != moved->offset ||
		    syscall(SYS_fcntl, moved->fd, F_SETFL, (long)moved->flags) != 0)
			return false;
	}
	return true;
}

/*
 * Notes the files to which this process writes its streams from now on. False: they can't be told.
 */
static bool note_streams(void)
{
	for (int i = 0; i < NR_STREAMS; i++) {
		struct statx status;

		if (!rt_statx(detached.streams[i], "", &status))
			return false;
		own.streams[i] = (struct identity){ device_of(&status), status.stx_ino };
	}
	own.is_known = true;
	return true;
}

enum remt_refusal rt_files_detach(const int *fds, unsigned count, bool has_returned)
{
	detached.received = fds;
	detached.nr_received = count;
	detached.has_returned = has_returned;
	detached.streams[STREAM_OUTPUT] = fds[1];
	detached.streams[STREAM_ERROR] = fds[2];
	detached.count = 0;
	rt_pipes_begin();
	if (!rt_fds_each(note_file, NULL) || !rt_pipes_detach())
		return REMT_REFUSAL_FILES;
	for (unsigned i = 0; i < detached.count; i++) {
		if (detached.files[i].stream < 0 && has_locks(detached.files[i].fd))
			return REMT_REFUSAL_LOCKS;
	}
	for (unsigned i = 0; i < detached.count; i++) {
		if (!replace(&detached.files[i]))
			return REMT_REFUSAL_FILES;
	}
	if ((has_returned && !move_offsets()) || !note_streams())
		return REMT_REFUSAL_FILES;
	return REMT_REFUSAL_NONE;
}
