/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Removes a tree, the part of common/fs.h that can do most harm. It works on directory descriptors
 * opened with O_NOFOLLOW, so that a link put in place of a directory meanwhile leads nowhere. It
 * stops at the border of the file system.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"

#define MAX_DEPTH 1000 /* levels of directories; each costs a descriptor and a stack frame */

static struct error *remove_entry(int parent, const char *name, const char *path, dev_t device,
				  int depth);

static struct error *failed(int errnum, const char *path)
{
	return error_errno(ERROR_UNUSABLE, errnum, "removing %s", path);
}

/* Empties the directory FD and closes it. */
static struct error *remove_content(int fd, const char *path, dev_t device, int depth)
{
	_cleanup_closedir_ DIR *dir = fdopendir(fd);
	if (!dir) {
		int saved = errno;

		close(fd);
		return failed(saved, path);
	}
	for (;;) {
		errno = 0;
		struct dirent *entry = readdir(dir);
		if (!entry)
			return errno ? failed(errno, path) : NULL;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		_cleanup_free_ char *child = xasprintf("%s/%s", path, entry->d_name);
		struct error *err =
			remove_entry(dirfd(dir), entry->d_name, child, device, depth + 1);
		if (err)
			return err;
	}
}

static struct error *remove_directory(int parent, const char *name, const char *path, dev_t device,
				      int depth)
{
	int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(parent, name, flags);
	/* A test may leave a directory without permissions. */
	if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0)
		fd = openat(parent, name, flags);
	if (fd < 0)
		return failed(errno, path);

	struct stat st;
	if (fstat(fd, &st) < 0 || st.st_dev != device || depth > MAX_DEPTH) {
		close(fd);
		return failed(depth > MAX_DEPTH ? ELOOP : EXDEV, path);
	}
	if ((st.st_mode & 0700) != 0700)
		(void)fchmod(fd, 0700);

	struct error *err = remove_content(fd, path, device, depth);
	if (err)
		return err;
	return unlinkat(parent, name, AT_REMOVEDIR) < 0 && errno != ENOENT ? failed(errno, path)
									   : NULL;
}

static struct error *remove_entry(int parent, const char *name, const char *path, dev_t device,
				  int depth)
{
	struct stat st;
	if (fstatat(parent, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? NULL : failed(errno, path);
	if (S_ISDIR(st.st_mode))
		return remove_directory(parent, name, path, device, depth);
	return unlinkat(parent, name, 0) < 0 && errno != ENOENT ? failed(errno, path) : NULL;
}

struct error *fs_remove_tree(const char *path)
{
	struct stat st;
	if (lstat(path, &st) < 0)
		return errno == ENOENT ? NULL : failed(errno, path);
	return remove_entry(AT_FDCWD, path, path, st.st_dev, 0);
}
