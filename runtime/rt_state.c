/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * What a child of the trunk would share with its parent, or not have, although two runs of the program would.
 *
 * The parent does nothing until the child has ended, so what it has can be read in the child.
 */
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "runtime/rt_syscall.h"
#include "runtime/rt_text.h"

#define EXPORT	     __attribute__((visibility("default")))
#define NR_FILES     256
#define NR_TIMERS    3
#define MAX_COPY     (16ul << 20)
#define MEMORY_MAJOR 1 /* /dev/null and the like: nothing to share */

/* An open descriptor. */
struct file {
	int fd;
	int twin; /* another one of the same file and offset, which is replaced before; -1: none */
	bool is_output; /* of the run */
	struct statx status;
};

static struct {
	struct file files[NR_FILES];
	unsigned count;
	const int *received; /* descriptors that came with the request */
	unsigned nr_received;
	int output; /* one of them: what the child writes to instead of the run's output */
} detached;

static struct statx run_output; /* of this process */
static struct itimerval timers[NR_TIMERS];
static unsigned long long nr_unloaded; /* modules, at the start */
static bool is_pid_known;
static char directory[PATH_MAX]; /* of the parent */

EXPORT pid_t getpid(void)
{
	is_pid_known |= rt_split_is_on();
	return (pid_t)syscall(SYS_getpid);
}

EXPORT pid_t gettid(void)
{
	is_pid_known |= rt_split_is_on();
	return (pid_t)syscall(SYS_gettid);
}

static int read_unloaded(struct dl_phdr_info *info, size_t size, void *ret)
{
	if (size >= offsetof(struct dl_phdr_info, dlpi_tls_modid))
		*(unsigned long long *)ret = info->dlpi_subs;
	return 1;
}

static unsigned long long count_unloaded(void)
{
	unsigned long long count = 0;

	dl_iterate_phdr(read_unloaded, &count);
	return count;
}

void rt_state_begin(void)
{
	rt_statx(1, "", &run_output);
	nr_unloaded = count_unloaded();
}

static bool loses_children(void)
{
	struct sigaction action;

	return sigaction(SIGCHLD, NULL, &action) != 0 || action.sa_handler == SIG_IGN ||
	       (action.sa_flags & SA_NOCLDWAIT);
}

static bool has_signals(void)
{
	unsigned long pending = 0;

	return syscall(SYS_rt_sigpending, &pending, sizeof(pending)) != 0 || pending != 0;
}

enum remt_refusal rt_state_refusal(void)
{
	if (has_signals())
		return REMT_REFUSAL_SIGNALS;
	if (is_pid_known)
		return REMT_REFUSAL_PID;
	if (rt_server_has_threads())
		return REMT_REFUSAL_THREADS;
	if (rt_server_has_children())
		return REMT_REFUSAL_CHILDREN;
	if (loses_children())
		return REMT_REFUSAL_SIGCHLD;
	if (count_unloaded() != nr_unloaded) /* it may have been one with switches */
		return REMT_REFUSAL_MAPPINGS;
	return REMT_REFUSAL_NONE;
}

void rt_state_pause(void)
{
	static const struct itimerval none;

	if (syscall(SYS_getcwd, directory, sizeof(directory)) < 0)
		directory[0] = 0;
	for (int i = 0; i < NR_TIMERS; i++)
		syscall(SYS_getitimer, i, &timers[i]);
	if (timers[ITIMER_REAL].it_value.tv_sec || timers[ITIMER_REAL].it_value.tv_usec)
		syscall(SYS_setitimer, ITIMER_REAL, &none, NULL);
}

void rt_state_resume(void)
{
	for (int i = 0; i < NR_TIMERS; i++) {
		if (timers[i].it_value.tv_sec || timers[i].it_value.tv_usec)
			syscall(SYS_setitimer, i, &timers[i], NULL);
	}
}

/* Reads the start of a file under /proc as text; false if it is empty or missing. */
static bool read_text(const char *path, char *text, size_t size)
{
	int fd = rt_open(path, O_RDONLY, 0);
	long length;

	if (fd < 0)
		return false;
	length = syscall(SYS_read, fd, text, size - 1);
	rt_close(fd);
	text[length > 0 ? length : 0] = 0;
	return length > 0;
}

/* True if the parent, to whom they belong, has locks of the file FD. */
static bool has_locks(int fd)
{
	static char text[1024];
	char path[40], *at = path;
	const char *end = path + sizeof(path) - 1;

	at = rt_put_text(at, end, "/proc/");
	at = rt_put_number(at, end, (uint32_t)syscall(SYS_getppid));
	at = rt_put_text(at, end, "/fdinfo/");
	rt_put_number(at, end, (uint32_t)fd);
	if (!read_text(path, text, sizeof(text)))
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

/* True if a file that was opened under the name of B is B, or stands for it in a view of this process. */
static bool is_copy(const struct statx *a, const struct statx *b)
{
	if (!rt_session->has_own_view)
		return is_same_file(a, b);
	return a->stx_mode == b->stx_mode && ((a->stx_mode & S_IFMT) == S_IFDIR || a->stx_size == b->stx_size);
}

/* True if the descriptors, of one file, share their offset: whether they do shows when it moves. */
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

/* A copy of a file that has no name any more, as open as FD; -1: it is too large. */
static int copy_file(int fd, uint64_t size)
{
	static char block[65536];
	int copy = size > MAX_COPY ? -1 : (int)syscall(SYS_memfd_create, "copy", MFD_CLOEXEC);
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

/* Opens what FILE has open once more; -1: that can't be. */
static int open_again(const struct file *file)
{
	static char path[PATH_MAX + 16];
	int flags = (int)syscall(SYS_fcntl, file->fd, F_GETFL) & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY);
	struct statx status;
	char link[40];
	const char *end = link + sizeof(link) - 1;
	long length;
	int fd;

	rt_put_number(rt_put_text(link, end, "/proc/self/fd/"), end,
		      (uint32_t)(file->is_output ? detached.output : file->fd));
	length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof(path) - 1);
	if (flags < 0 || length <= 0)
		return -1;
	path[length] = 0;
	if (file->is_output)
		return rt_open(link, flags, 0);
	if (!file->status.stx_nlink || is_deleted(path, length))
		return (file->status.stx_mode & S_IFMT) == S_IFREG && !(flags & O_APPEND)
			       ? copy_file(file->fd, file->status.stx_size)
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

/* Notes an open descriptor that has to be replaced; false if it is one that can't be. */
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
	default: return false;
	}
	file->is_output = is_same_file(&file->status, &run_output);
	for (unsigned i = 0; i < detached.count && file->twin < 0; i++) {
		if (is_same_file(&file->status, &detached.files[i].status) && is_shared(fd, detached.files[i].fd))
			file->twin = detached.files[i].fd;
	}
	detached.count++;
	return true;
}

static enum remt_refusal detach_files(void)
{
	detached.count = 0;
	if (!rt_fds_each(note_file, NULL))
		return REMT_REFUSAL_FILES;
	for (unsigned i = 0; i < detached.count; i++) {
		if (!detached.files[i].is_output && has_locks(detached.files[i].fd))
			return REMT_REFUSAL_LOCKS;
	}
	for (unsigned i = 0; i < detached.count; i++) {
		if (!replace(&detached.files[i]))
			return REMT_REFUSAL_FILES;
	}
	rt_statx(detached.output, "", &run_output);
	return REMT_REFUSAL_NONE;
}

/* One line of /proc/self/maps: "START-END rwxp …". */
struct mapping {
	unsigned long start;
	unsigned field; /* 0: start, 1: end, 2: permissions, 3: the rest */
	bool is_writable, is_shared;
};

static void read_mapping(struct mapping *mapping, char c)
{
	if (mapping->field == 0 && c != '-')
		mapping->start = mapping->start * 16 + (unsigned long)(c <= '9' ? c - '0' : c - 'a' + 10);
	if (mapping->field == 2) {
		mapping->is_writable |= c == 'w';
		mapping->is_shared |= c == 's';
	}
	if (mapping->field < 3 && (c == '-' ? mapping->field == 0 : c == ' '))
		mapping->field++;
}

static bool shares_mappings(void)
{
	static char text[4096];
	int fd = rt_open("/proc/self/maps", O_RDONLY, 0);
	struct mapping mapping = { 0 };
	bool shares = fd < 0;
	long length;

	while (!shares && (length = syscall(SYS_read, fd, text, sizeof(text))) > 0) {
		for (long i = 0; i < length; i++) {
			if (text[i] != '\n') {
				read_mapping(&mapping, text[i]);
				continue;
			}
			shares |= mapping.is_shared && mapping.is_writable &&
				  mapping.start != (unsigned long)rt_session;
			mapping = (struct mapping){ 0 };
		}
	}
	if (fd >= 0)
		rt_close(fd);
	return shares;
}

enum remt_refusal rt_state_detach(const int *fds, unsigned count)
{
	char text[8];

	detached.received = fds;
	detached.nr_received = count;
	detached.output = fds[1];
	if (rt_session->has_own_view && (directory[0] != '/' || syscall(SYS_chdir, directory) < 0))
		return REMT_REFUSAL_DIRECTORY;
	if (shares_mappings())
		return REMT_REFUSAL_MAPPINGS;
	if (read_text("/proc/self/timers", text, sizeof(text)))
		return REMT_REFUSAL_TIMERS;
	return detach_files();
}
