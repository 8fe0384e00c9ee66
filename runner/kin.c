/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/kin.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/kcmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/process.h"

enum {
	SETTLE_MS = 20, /* for processes that are about to end, or to wait */
	RUN_MS = 2000,	/* for one that runs */
	PAUSE_US = 50,
	MAX_FILES = 64, /* regular ones that a process has open */
};

/* A regular file with an offset of its own. */
struct open_file {
	int fd;
	dev_t device;
	ino_t inode;
};

struct open_files {
	struct open_file items[MAX_FILES];
	unsigned count;
};

static const char *find_ancestors(pid_t first, struct kin *kin)
{
	struct process process;
	pid_t pid = kin->process;

	kin->count = 0;
	while (pid != first) {
		if (!process_read(pid, &process) || process.parent <= 1)
			return "it is no descendant of the test's first process";
		pid = process.parent;
		if (kin->count == KIN_MAX)
			return "too many processes wait for it";
		kin->ancestors[kin->count++] = pid;
	}
	return NULL;
}

/* The number of its mount namespace; 0: it is gone. */
static ino_t mounts_of(pid_t pid)
{
	struct stat status = { 0 };
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)pid);
	return stat(path, &status) < 0 ? 0 : status.st_ino;
}

static const char *look_at_ancestor(pid_t pid, uint64_t *patience_ms)
{
	struct process process;

	if (!process_read(pid, &process) || process.nr_threads != 1)
		return "a process that waits for it has threads";
	if (process_has_timers(pid))
		return "a process that waits for it has timers";
	if (process.state != 'S')
		*patience_ms = RUN_MS;
	else if (process_is_waiting(pid) && process_catches(pid, REMT_CALL_SIGNAL))
		return NULL;
	return "other processes run beside it";
}

/* *PATIENCE_MS: how long it may take until the answer is another one. */
static const char *look_at_ancestors(const struct containment *containment, const struct kin *kin,
				     uint64_t *patience_ms)
{
	struct tree_kept kept = { .pids = { kin->process }, .count = 1 };
	const char *why = NULL;
	struct tree_use use;

	*patience_ms = SETTLE_MS;
	for (unsigned i = 0; i < kin->count && !why; i++)
		why = look_at_ancestor(kin->ancestors[i], patience_ms);
	if (why)
		return why;
	tree_measure(containment, &kept, &use);
	if (use.nr_zombies) /* a copy of its parent could not wait for it */
		return "a process has ended that nobody has waited for";
	return use.nr_processes == kin->count ? NULL : "other processes run beside it";
}

/* Waits for a while until the ancestors do nothing but wait. */
static const char *settle(const struct containment *containment, const struct kin *kin)
{
	uint64_t start_ms = clock_ms(), patience_ms;
	const char *why;

	while ((why = look_at_ancestors(containment, kin, &patience_ms)) &&
	       clock_ms() < start_ms + patience_ms)
		usleep(PAUSE_US);
	return why;
}

/* How a descriptor is open, and whether there are locks through it; false: it is gone. */
static bool read_flags(pid_t pid, int fd, unsigned long *ret_flags, bool *ret_locked)
{
	char path[64], text[512];
	const char *at;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", (int)pid, fd);
	if (!process_read_text(path, text, sizeof(text)))
		return false;
	at = strstr(text, "flags:");
	*ret_flags = at ? strtoul(at + strlen("flags:"), NULL, 8) : 0;
	*ret_locked = strstr(text, "lock:") != NULL;
	return true;
}

/* True if the descriptor always writes at the end; WRITES_ONLY: so that it moves nobody's offset.
 */
static bool appends(unsigned long flags, bool writes_only)
{
	return flags & O_APPEND && (!writes_only || (flags & O_ACCMODE) == O_WRONLY);
}

/* Lists regular files with offsets; false if there is something that can't be opened again. */
static bool list_files(const struct remt_session *session, pid_t pid, struct open_files *ret)
{
	_cleanup_closedir_ DIR *directory = NULL;
	struct dirent *entry;
	char path[64];

	ret->count = 0;
	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	directory = opendir(path);
	while (directory && (entry = readdir(directory))) {
		int fd = (int)strtol(entry->d_name, NULL, 10);
		struct stat status;
		bool is_output, is_locked;
		unsigned long flags;

		if (entry->d_name[0] == '.' || fd == REMT_SERVER_FD ||
		    fstatat(dirfd(directory), entry->d_name, &status, 0) < 0)
			continue;
		if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))
			return false;
		if (!S_ISREG(status.st_mode))
			continue;
		is_output = status.st_ino == session->output_inode &&
			    status.st_dev == session->output_device;
		/* The lock is not there in another layer. */
		if (!read_flags(pid, fd, &flags, &is_locked) || is_locked)
			return false;
		if (appends(flags, !is_output))
			continue;
		if (!status.st_nlink) /* copies would have a file each */
			return false;
		if (ret->count == MAX_FILES)
			return false;
		ret->items[ret->count++] = (struct open_file){ fd, status.st_dev, status.st_ino };
	}
	return directory != NULL;
}

/* What both have one description of, so that one moves the other's offset; false: too much. */
static bool find_shared(pid_t pid, const struct open_files *own, pid_t parent,
			const struct open_files *parents, struct kin_pairs *ret)
{
	ret->count = 0;
	for (unsigned i = 0; i < own->count; i++) {
		for (unsigned j = 0; j < parents->count; j++) {
			const struct open_file *x = &own->items[i], *y = &parents->items[j];

			if (x->inode != y->inode || x->device != y->device ||
			    syscall(SYS_kcmp, pid, parent, KCMP_FILE, x->fd, y->fd) > 0)
				continue;
			if (ret->count == REMT_SESSION_MAX_SHARED)
				return false;
			ret->items[ret->count++] = (struct kin_pair){ x->fd, y->fd };
		}
	}
	return true;
}

/* Of the process or ancestor that is number LEVEL of KIN. */
static pid_t pid_at(const struct kin *kin, unsigned level)
{
	return level ? kin->ancestors[level - 1] : kin->process;
}

static const char *look_at_files(const struct remt_session *session, struct kin *kin,
				 unsigned first, unsigned end)
{
	struct open_files files[2];

	if (!list_files(session, pid_at(kin, first), &files[first % 2]))
		return "it has pipes, sockets or many files open";
	for (unsigned i = first; i < end; i++) {
		struct open_files *own = &files[i % 2], *parents = &files[(i + 1) % 2];

		if (!list_files(session, kin->ancestors[i], parents))
			return "a process that waits for it has pipes, sockets or many files open";
		if (!find_shared(pid_at(kin, i), own, kin->ancestors[i], parents, &kin->shared[i]))
			return "it shares many files with a process that waits for it";
	}
	return NULL;
}

static bool is_in(const struct kin_pairs *pairs, int fd)
{
	for (unsigned i = 0; i < pairs->count; i++) {
		if (pairs->items[i].own == fd)
			return true;
	}
	return false;
}

/* True if the process has a description in common with number ABOVE that its parent has not. */
static bool skips_parent(const struct remt_session *session, const struct kin *kin, unsigned above)
{
	struct open_files own, others;
	struct kin_pairs pairs;

	if (!list_files(session, kin->process, &own) ||
	    !list_files(session, pid_at(kin, above), &others) ||
	    !find_shared(kin->process, &own, pid_at(kin, above), &others, &pairs))
		return true;
	for (unsigned i = 0; i < pairs.count; i++) {
		if (!is_in(&kin->shared[0], pairs.items[i].own))
			return true;
	}
	return false;
}

const char *kin_look_again(const struct remt_session *session, struct kin *kin)
{
	const char *why = look_at_files(session, kin, 0, kin->count ? 1 : 0);

	for (unsigned above = 2; !why && above <= kin->count; above++) {
		if (skips_parent(session, kin, above))
			why = "it shares a file with a process that waits for others";
	}
	return why;
}

int kin_find_fd(pid_t pid, int fd)
{
	_cleanup_closedir_ DIR *directory = NULL;
	struct dirent *entry;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	directory = opendir(path);
	while (directory && (entry = readdir(directory))) {
		int other = (int)strtol(entry->d_name, NULL, 10);

		if (entry->d_name[0] != '.' &&
		    syscall(SYS_kcmp, getpid(), pid, KCMP_FILE, fd, other) == 0)
			return other;
	}
	return -1;
}

void kin_files_deinit(struct kin_files *files)
{
	for (size_t i = 0; i < files->items.count; i++)
		free(files->items.items[i].path);
	vec_deinit(&files->items);
}

/* The regular files among the descriptors of PID. */
static void note_files(pid_t pid, unsigned level, struct kin_files *ret)
{
	_cleanup_closedir_ DIR *directory = NULL;
	struct dirent *entry;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	directory = opendir(path);
	while (directory && (entry = readdir(directory))) {
		ssize_t length =
			readlinkat(dirfd(directory), entry->d_name, path, sizeof(path) - 1);
		struct stat status;

		if (length <= 0 || path[0] != '/')
			continue;
		path[length] = 0;
		if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
			vec_push(&ret->items, ((struct kin_file){ level, xstrdup(path),
								  status.st_dev, status.st_ino }));
	}
}

void kin_files_note(const struct kin *kin, struct kin_files *ret)
{
	kin_files_deinit(ret);
	*ret = (struct kin_files){ 0 };
	for (unsigned i = 0; i < kin->count; i++)
		note_files(kin->ancestors[i], i, ret);
}

bool kin_files_are_same(const struct kin_files *files, unsigned level)
{
	for (size_t i = 0; i < files->items.count; i++) {
		const struct kin_file *file = &files->items.items[i];
		struct stat status;

		if (file->level == level &&
		    (stat(file->path, &status) < 0 || status.st_dev != file->device ||
		     status.st_ino != file->inode))
			return false;
	}
	return true;
}

const char *kin_find(const struct containment *containment, const struct remt_session *session,
		     pid_t process, pid_t first, struct kin *ret)
{
	const char *why;

	*ret = (struct kin){ .process = process };
	why = mounts_of(process) != mounts_of(getpid()) ? "it has mounts of its own" : NULL;
	if (!why)
		why = find_ancestors(first, ret);
	if (!why)
		why = settle(containment, ret);
	if (!why && ret->count > 1)
		why = look_at_files(session, ret, 1, ret->count);
	if (why)
		ret->process = 0;
	return why;
}

bool kin_is_sound(const struct kin *kin)
{
	struct process process;

	for (unsigned i = 0; i <= kin->count; i++) {
		pid_t pid = pid_at(kin, i);

		if (!process_read(pid, &process) || process_is_dead(&process) ||
		    process_has_pending(pid, REMT_CALL_SIGNAL))
			return false;
	}
	return true;
}

void kin_keep(const struct kin *kin, struct tree_kept *kept)
{
	for (unsigned i = 0; i <= kin->count && kept->count < TREE_MAX_KEPT; i++)
		kept->pids[kept->count++] = pid_at(kin, i);
}
