/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a process and its ancestors have open, and which of them they share. */
#include <fcntl.h>
#include <limits.h>
#include <linux/kcmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/xalloc.h"
#include "runner/sandbox/process.h"
#include "runner/split/ancestors.h"

enum { MAX_FILES = 64 }; /* regular files that a process has open */

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

/* Reads how a descriptor is open, and whether it holds locks; false: it is gone. */
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

/*
 * True if the descriptor always writes at the end; with WRITES_ONLY, also never reads, so that it
 * moves no offset.
 */
static bool appends(unsigned long flags, bool writes_only)
{
	return flags & O_APPEND && (!writes_only || (flags & O_ACCMODE) == O_WRONLY);
}

struct listing {
	const struct remt_session *session;
	pid_t pid;
	bool may_have_pipes; /* the run-time checks them (runtime/rt_pipes.c) */
	struct open_files *files;
};

/* Adds a regular file with an offset; false if the file can't be opened again. */
static bool list_file(int fd, const char *path, void *arg)
{
	const struct listing *listing = arg;
	struct open_files *files = listing->files;
	struct stat status;
	bool is_output, is_locked;
	unsigned long flags;

	if (fd == REMT_SERVER_FD || stat(path, &status) < 0)
		return true;
	if (S_ISFIFO(status.st_mode))
		return listing->may_have_pipes;
	if (S_ISSOCK(status.st_mode))
		return false;
	if (!S_ISREG(status.st_mode))
		return true;
	is_output = status.st_ino == listing->session->output_inode &&
		    status.st_dev == listing->session->output_device;
	/* A lock would be missing in another layer. */
	if (!read_flags(listing->pid, fd, &flags, &is_locked) || is_locked)
		return false;
	if (appends(flags, !is_output))
		return true;
	/* Copies of a file without a name would have different files. */
	if (!status.st_nlink || files->count == MAX_FILES)
		return false;
	files->items[files->count++] = (struct open_file){ fd, status.st_dev, status.st_ino };
	return true;
}

/* Lists regular files with offsets; false if some file can't be opened again. */
static bool list_files(const struct remt_session *session, pid_t pid, bool may_have_pipes,
		       struct open_files *ret)
{
	struct listing listing = { session, pid, may_have_pipes, ret };

	ret->count = 0;
	return process_each_fd(pid, list_file, &listing);
}

/* Finds the open files of PID and PARENT that share an offset; false: too many. */
static bool find_shared(pid_t pid, const struct open_files *own, pid_t parent,
			const struct open_files *parents, struct shared_pairs *ret)
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
			ret->items[ret->count++] = (struct shared_pair){ x->fd, y->fd };
		}
	}
	return true;
}

const char *ancestors_look_at_files(const struct remt_session *session, struct ancestors *ancestors,
				    unsigned first, unsigned end)
{
	struct open_files files[2];

	if (!list_files(session, ancestors_pid(ancestors, first), first == 0, &files[first % 2]))
		return "it has pipes, sockets or many files open";
	for (unsigned i = first; i < end; i++) {
		struct open_files *own = &files[i % 2], *parents = &files[(i + 1) % 2];

		if (!list_files(session, ancestors->pids[i], false, parents))
			return "a process that waits for it has pipes, sockets or many files open";
		if (!find_shared(ancestors_pid(ancestors, i), own, ancestors->pids[i], parents,
				 &ancestors->shared[i]))
			return "it shares many files with a process that waits for it";
	}
	return NULL;
}

static bool is_in(const struct shared_pairs *pairs, int fd)
{
	for (unsigned i = 0; i < pairs->count; i++) {
		if (pairs->items[i].own == fd)
			return true;
	}
	return false;
}

/*
 * True if the process shares an open file with the ancestor number ABOVE, but not with its own
 * parent.
 */
static bool skips_parent(const struct remt_session *session, const struct ancestors *ancestors,
			 unsigned above)
{
	struct open_files own, others;
	struct shared_pairs pairs;

	if (!list_files(session, ancestors->process, true, &own) ||
	    !list_files(session, ancestors_pid(ancestors, above), false, &others) ||
	    !find_shared(ancestors->process, &own, ancestors_pid(ancestors, above), &others,
			 &pairs))
		return true;
	for (unsigned i = 0; i < pairs.count; i++) {
		if (!is_in(&ancestors->shared[0], pairs.items[i].own))
			return true;
	}
	return false;
}

const char *ancestors_look_again(const struct remt_session *session, struct ancestors *ancestors)
{
	const char *why = ancestors_look_at_files(session, ancestors, 0, ancestors->count ? 1 : 0);

	for (unsigned above = 2; !why && above <= ancestors->count; above++) {
		if (skips_parent(session, ancestors, above))
			why = "it shares a file with a process that waits for others";
	}
	return why;
}

struct search {
	pid_t pid;
	int fd, found;
};

static bool compare_fd(int fd, const char *path, void *arg)
{
	struct search *search = arg;

	(void)path;
	if (syscall(SYS_kcmp, getpid(), search->pid, KCMP_FILE, search->fd, fd) != 0)
		return true;
	search->found = fd;
	return false;
}

int ancestors_find_fd(pid_t pid, int fd)
{
	struct search search = { pid, fd, -1 };

	process_each_fd(pid, compare_fd, &search);
	return search.found;
}

void ancestor_files_deinit(struct ancestor_files *files)
{
	for (size_t i = 0; i < files->items.count; i++)
		free(files->items.items[i].path);
	vec_deinit(&files->items);
}

struct note {
	struct ancestor_files *files;
	unsigned level;
};

static bool note_file(int fd, const char *path, void *arg)
{
	const struct note *note = arg;
	char target[PATH_MAX];
	ssize_t length = readlink(path, target, sizeof(target) - 1);
	struct stat status;

	(void)fd;
	if (length <= 0 || target[0] != '/')
		return true;
	target[length] = 0;
	if (stat(target, &status) == 0 && S_ISREG(status.st_mode))
		vec_push(&note->files->items,
			 ((struct ancestor_file){ note->level, xstrdup(target), status.st_dev,
						  status.st_ino }));
	return true;
}

void ancestor_files_note(const struct ancestors *ancestors, struct ancestor_files *ret)
{
	ancestor_files_deinit(ret);
	*ret = (struct ancestor_files){ 0 };
	for (unsigned i = 0; i < ancestors->count; i++) {
		struct note note = { ret, i };

		process_each_fd(ancestors->pids[i], note_file, &note);
	}
}

bool ancestor_files_are_same(const struct ancestor_files *files, unsigned level)
{
	for (size_t i = 0; i < files->items.count; i++) {
		const struct ancestor_file *file = &files->items.items[i];
		struct stat status;

		if (file->level == level &&
		    (stat(file->path, &status) < 0 || status.st_dev != file->device ||
		     status.st_ino != file->inode))
			return false;
	}
	return true;
}
