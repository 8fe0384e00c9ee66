/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies an upper layer. The limits on entries, bytes and depth bound the time of one copy. */
#include "runner/sandbox/upper_layer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/vec.h"
#include "common/xalloc.h"

enum {
	MAX_ENTRIES = 4096,
	MAX_BYTES = 64 << 20,
	MAX_DEPTH = 64,
};

typedef VEC(char *) name_vec;

struct copying {
	uint64_t nr_entries, nr_bytes;
	unsigned depth;
};

static struct error *fail(const char *name)
{
	return error_errno(ERROR_INTERNAL, errno, "copying %s", name);
}

static struct error *refuse(const char *name, const char *what)
{
	return error_create(ERROR_UNUSABLE, "%s %s", name, what);
}

/*
 * True for attributes that a copy must have: marks of overlays, and those that tests may set.
 * Others may be forbidden to us.
 */
static bool must_have(const char *attribute)
{
	return strstr(attribute, ".overlay.") || strncmp(attribute, "user.", strlen("user.")) == 0;
}

static struct error *copy_attributes(int from, int to, const char *name)
{
	char names[1024], value[1024];
	ssize_t size = flistxattr(from, names, sizeof(names));

	if (size < 0 && errno != ENOTSUP)
		return fail(name);
	for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
		ssize_t length = fgetxattr(from, names + at, value, sizeof(value));

		if ((length < 0 || fsetxattr(to, names + at, value, (size_t)length, 0) < 0) &&
		    must_have(names + at))
			return fail(name);
	}
	return NULL;
}

static struct error *copy_metadata(int from, int to, const struct stat *status, const char *name)
{
	struct timespec times[2] = { status->st_atim, status->st_mtim };
	struct error *err = copy_attributes(from, to, name);

	if (err)
		return err;
	if (fchown(to, status->st_uid, status->st_gid) < 0 && errno != EPERM && errno != EINVAL)
		return fail(name);
	return fchmod(to, status->st_mode & 07777) < 0 || futimens(to, times) < 0 ? fail(name)
										  : NULL;
}

static struct error *copy_bytes(int from, int to, const struct stat *status, const char *name)
{
	off_t left = status->st_size;

	while (left > 0) {
		ssize_t done = sendfile(to, from, NULL, (size_t)left);

		if (done < 0)
			return fail(name);
		if (done == 0)
			break;
		left -= done;
	}
	return NULL;
}

static struct error *copy_file(int parent, int to, const char *name, const struct stat *status,
			       struct copying *copying)
{
	_cleanup_close_ int source = openat(parent, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	_cleanup_close_ int target =
		openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	struct error *err;

	if (status->st_nlink > 1)
		return refuse(name, "has several names");
	copying->nr_bytes += (uint64_t)status->st_size;
	if (copying->nr_bytes > MAX_BYTES)
		return refuse(name, "is too large");
	if (source < 0 || target < 0)
		return fail(name);
	err = copy_bytes(source, target, status, name);
	return err ? err : copy_metadata(source, target, status, name);
}

static struct error *copy_link(int parent, int to, const char *name)
{
	char text[PATH_MAX];
	ssize_t length = readlinkat(parent, name, text, sizeof(text) - 1);

	if (length < 0)
		return fail(name);
	text[length] = 0;
	return symlinkat(text, to, name) < 0 ? fail(name) : NULL;
}

static struct error *copy_entries(int from, int to, struct copying *copying);

static struct error *copy_directory(int parent, int to, const char *name, const struct stat *status,
				    struct copying *copying)
{
	_cleanup_close_ int source =
		openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	_cleanup_close_ int target = -1;
	struct error *err;

	if (mkdirat(to, name, 0700) == 0)
		target = openat(to, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (source < 0 || target < 0)
		return fail(name);
	if (copying->depth == MAX_DEPTH)
		return refuse(name, "lies too deep");
	copying->depth++;
	err = copy_entries(source, target, copying);
	copying->depth--;
	return err ? err : copy_metadata(source, target, status, name);
}

static struct error *copy_entry(int from, int to, const char *name, struct copying *copying)
{
	struct stat status;

	if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return fail(name);
	if (++copying->nr_entries > MAX_ENTRIES)
		return refuse(name, "and others are too many");
	switch (status.st_mode & S_IFMT) {
	case S_IFREG: return copy_file(from, to, name, &status, copying);
	case S_IFDIR: return copy_directory(from, to, name, &status, copying);
	case S_IFLNK: return copy_link(from, to, name);
	case S_IFCHR: /* 0:0: the overlay hides what is below */
		if (status.st_rdev == 0)
			return mknodat(to, name, S_IFCHR, 0) < 0 ? fail(name) : NULL;
		break;
	default: break;
	}
	return refuse(name, "is a pipe, a socket or a device");
}

static bool list_entries(int from, name_vec *ret)
{
	int list = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	_cleanup_closedir_ DIR *directory = list < 0 ? NULL : fdopendir(list);
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			vec_push(ret, xstrdup(entry->d_name));
	}
	return directory != NULL;
}

/* Copies the last entry first, since a tmpfs lists the newest first. */
static struct error *copy_entries(int from, int to, struct copying *copying)
{
	struct error *err = NULL;
	name_vec names = { 0 };

	if (!list_entries(from, &names))
		return fail("a directory");
	for (size_t i = names.count; i-- > 0;) {
		if (!err)
			err = copy_entry(from, to, names.items[i], copying);
		free(names.items[i]);
	}
	vec_deinit(&names);
	return err;
}

struct error *upper_layer_copy(int from, int to)
{
	struct copying copying = { 0 };
	struct error *err = copy_entries(from, to, &copying);
	struct stat status;

	if (!err && fstat(from, &status) < 0)
		err = fail("a directory");
	return err ? err : copy_metadata(from, to, &status, "a directory");
}
