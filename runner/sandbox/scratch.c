/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the scratch directory and sweeps those that killed campaigns left. */
#include "runner/sandbox/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

static const char *const parents[] = { "/dev/shm", "/run/shm", NULL };

static const char *parent(void)
{
	const char *temporary = getenv("TMPDIR");

	for (size_t i = 0; parents[i]; i++)
		if (access(parents[i], W_OK | X_OK) == 0)
			return parents[i];
	return temporary && temporary[0] == '/' ? temporary : "/tmp";
}

/*
 * Returns a descriptor of the directory PATH, locked by this process; -1 if it can't be had at
 * once.
 */
static int lock_directory(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	close(fd);
	return -1;
}

/* True if NAME is PREFIX, a number, and what mkdtemp() has made. */
static bool is_ours(const char *name, const char *prefix)
{
	size_t length = strlen(prefix), digits;

	if (strncmp(name, prefix, length) != 0)
		return false;
	digits = strspn(name + length, "0123456789");
	return digits && name[length + digits] == '-' &&
	       strlen(name + length + digits) == strlen("-XXXXXX");
}

/*
 * True if PATH is the directory of FD. Its owner may have removed it before that was locked, and a new process may have
 * made another one of this name. While this process has the lock, nobody who keeps to locks does so.
 */
static bool is_at(int fd, const char *path)
{
	struct stat locked, named;

	return fstat(fd, &locked) == 0 && lstat(path, &named) == 0 &&
	       locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

/* Removes the directories that belong to this user and that no living process has locked. */
static void sweep(const char *directory, const char *prefix)
{
	_cleanup_closedir_ DIR *dir = opendir(directory);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		_cleanup_free_ char *path = path_join(directory, entry->d_name);
		_cleanup_close_ int lock = -1;
		struct stat info;

		if (!is_ours(entry->d_name, prefix))
			continue;
		lock = lock_directory(path);
		if (lock < 0 || !is_at(lock, path) || fstat(lock, &info) < 0 ||
		    info.st_uid != geteuid())
			continue;
		error_destroy(fs_remove_tree(path));
	}
}

static bool is_removed(int fd)
{
	struct stat info;

	return fstat(fd, &info) < 0 || !info.st_nlink;
}

struct error *scratch_create_in(const char *directory, const char *prefix, struct scratch *ret)
{
	sweep(directory, prefix);
	for (;;) {
		_cleanup_free_ char *path =
			xasprintf("%s/%s%d-XXXXXX", directory, prefix, (int)getpid());
		int lock;

		if (!mkdtemp(path))
			return error_errno(ERROR_UNUSABLE, errno,
					   "making a scratch directory in %s", directory);
		lock = lock_directory(path);
		if (lock < 0 && errno != ENOENT && errno != EWOULDBLOCK) {
			struct error *err = error_errno(ERROR_UNUSABLE, errno, "locking %s", path);

			rmdir(path);
			return err;
		}
		/* Another campaign may have swept it before it was locked. */
		if (lock >= 0 && !is_removed(lock)) {
			*ret = (struct scratch){ TAKE(path), lock };
			return NULL;
		}
		if (lock >= 0)
			close(lock);
	}
}

struct error *scratch_create(struct scratch *ret)
{
	struct error *err = scratch_create_in(parent(), "remt-scratch-", ret);

	/* Nobody has named that place. */
	if (err)
		err->code = ERROR_INTERNAL;
	return err;
}

void scratch_destroy(struct scratch *scratch)
{
	if (!scratch->path)
		return;
	error_destroy(fs_remove_tree(scratch->path));
	close(scratch->lock);
	free(scratch->path);
	*scratch = (struct scratch){ 0 };
}
