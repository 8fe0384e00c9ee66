/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes whole files and makes directories. Trees are removed by common/remove.c. */
#include "common/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/strbuf.h"
#include "common/successor.h"
#include "common/xalloc.h"

struct error *fs_read_file(const char *path, char **ret, size_t *size)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);

	/* The size that stat tells is a hint: files of /proc have 0. */
	struct stat st;
	_cleanup_strbuf_ struct strbuf content = { 0 };
	if (fstat(fd, &st) == 0 && st.st_size > 0)
		strbuf_reserve(&content, (size_t)st.st_size + 1);
	for (;;) {
		strbuf_reserve(&content, 4096);
		ssize_t n = read(fd, content.data + content.length,
				 content.capacity - content.length - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_errno(ERROR_UNUSABLE, errno, "reading %s", path);
		if (n == 0)
			break;
		content.length += (size_t)n;
		content.data[content.length] = '\0';
	}
	size_t content_size = content.length + 1;
	if (size)
		*size = content.length;
	/* Gives back the room, and AddressSanitizer sees who reads behind the content. */
	*ret = xrealloc(strbuf_take(&content), content_size);
	return NULL;
}

bool fs_write_all(int fd, const void *data, size_t size)
{
	const char *next = data;

	while (size) {
		ssize_t n = write(fd, next, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			if (n == 0)
				errno = EIO;
			return false;
		}
		next += n;
		size -= (size_t)n;
	}
	return true;
}

struct error *fs_write_file(const char *path, const void *data, size_t size)
{
	struct successor successor;
	int errnum = successor_open(path, &successor);

	if (errnum)
		return error_errno(ERROR_UNUSABLE, errnum, "making a file beside %s", path);
	errnum = fs_write_all(successor.fd, data, size) ? successor_commit(&successor, 0) : errno;
	successor_abandon(&successor);
	return errnum ? error_errno(ERROR_UNUSABLE, errnum, "writing %s", path) : NULL;
}

struct error *fs_make_directories(const char *path, mode_t mode)
{
	_cleanup_free_ char *part = xstrdup(path);

	for (char *slash = part;;) {
		slash = strchr(slash + (*slash == '/'), '/');
		if (slash)
			*slash = '\0';
		/* mkdir() may also say EROFS or EACCES for a directory that exists. */
		if (*part && mkdir(part, mode) < 0) {
			int saved = errno;

			if (!fs_is_directory(part))
				return error_errno(ERROR_UNUSABLE,
						   saved == EEXIST ? ENOTDIR : saved,
						   "making directory %s", part);
		}
		if (!slash)
			return NULL;
		*slash = '/';
	}
}

bool fs_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

bool fs_is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool fs_is_same(const char *path, const char *other)
{
	struct stat st, other_st;

	return stat(path, &st) == 0 && stat(other, &other_st) == 0 &&
	       st.st_dev == other_st.st_dev && st.st_ino == other_st.st_ino;
}
