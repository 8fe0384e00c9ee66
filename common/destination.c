/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the files of common/destination.h. Links are followed step by step, as only that shows a
 * link of /proc, which leads to an open file whatever its text says. What can't be replaced by a
 * rename is written to memory first and copied at the end.
 */
#include "common/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

#define MAX_LINKS 40 /* as many as the kernel follows */

static struct error *failed(enum error_code code, int errnum, const char *name)
{
	return error_errno(code, errnum, "cannot write %s", name[0] ? name : "\"\"");
}

/* True if links in DIRECTORY lead to open files, whatever their texts say. */
static bool is_of_procfs(const char *directory)
{
	struct statfs status;

	return statfs(directory, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

/* Returns the number of the process's own descriptor that PATH in DIRECTORY names, or -1. */
static int own_descriptor(const char *directory, const char *path)
{
	const char *name = path_basename(path);
	_cleanup_free_ char *own = realpath("/proc/self/fd", NULL);
	_cleanup_free_ char *resolved = realpath(directory, NULL);
	char *end;
	long number = strtol(name, &end, 10);

	if (!own || !resolved || strcmp(own, resolved) != 0 || end == name || *end || number < 0 ||
	    number > 1 << 20)
		return -1;
	return (int)number;
}

/* Returns the text of the link PATH, which the caller frees; NULL: PATH is no link. */
static char *read_link(const char *path)
{
	char text[4096];
	ssize_t size = readlink(path, text, sizeof(text));

	return size < 0 || (size_t)size == sizeof(text) ? NULL : xstrndup(text, (size_t)size);
}

/*
 * Finds where NAME leads: a path (the caller frees it) whose last component is no link except one
 * of procfs, or a descriptor of this process.
 */
static int follow(const char *name, char **ret_path, int *ret_descriptor)
{
	_cleanup_free_ char *path = xstrdup(name);

	for (unsigned i = 0; i < MAX_LINKS; i++) {
		_cleanup_free_ char *directory = path_dirname(path);
		_cleanup_free_ char *text = read_link(path);

		*ret_descriptor = text ? own_descriptor(directory, path) : -1;
		if (!text || *ret_descriptor >= 0 || is_of_procfs(directory)) {
			*ret_path = TAKE(path);
			return 0;
		}
		free(path);
		path = path_join(directory, text);
	}
	return ELOOP;
}

/* Opens memory for the content of a file that can't be replaced. */
static int open_in_place(const char *path, struct destination *destination)
{
	destination->target = open(path, O_WRONLY | O_CLOEXEC);
	return destination->target < 0 ? errno : 0;
}

static bool is_refused(int errnum)
{
	return errnum == EACCES || errnum == EPERM || errnum == EROFS || errnum == EBUSY;
}

static int open_regular(const char *path, bool is_there, struct destination *destination)
{
	int errnum = successor_open(path, &destination->successor);

	return is_there && is_refused(errnum) ? open_in_place(path, destination) : errnum;
}

/* Returns a descriptor for the stream, or -1 with errno. */
static int open_content(const char *path, int descriptor, struct destination *destination)
{
	struct stat status;
	bool is_there = stat(path, &status) == 0;

	if (descriptor >= 0)
		return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
	if (!is_there && errno != ENOENT)
		return -1;
	if (is_there && !S_ISREG(status.st_mode))
		return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);

	_cleanup_free_ char *directory = path_dirname(path);
	int errnum = is_there && is_of_procfs(directory)
			     ? open_in_place(path, destination)
			     : open_regular(path, is_there, destination);

	if (errnum) {
		errno = errnum;
		return -1;
	}
	return destination->target >= 0 ? memfd_create("remt-destination", MFD_CLOEXEC)
					: fcntl(destination->successor.fd, F_DUPFD_CLOEXEC, 0);
}

/* Releases all but the stream. */
static void release(struct destination *destination)
{
	successor_abandon(&destination->successor);
	if (destination->target >= 0)
		close(destination->target);
	free(destination->name);
	*destination = (struct destination){ .target = -1 };
}

struct error *destination_open(const char *name, struct destination *ret)
{
	struct destination destination = { .target = -1, .name = xstrdup(name) };
	_cleanup_free_ char *path = NULL;
	int descriptor = -1, fd = -1, errnum = name[0] ? follow(name, &path, &descriptor) : ENOENT;

	/* What stdout holds comes first if NAME leads to the same file. */
	fflush(stdout);
	if (!errnum && descriptor < 0 && fs_is_directory(path))
		errnum = EISDIR;
	if (!errnum) {
		fd = open_content(path, descriptor, &destination);
		destination.stream = fd < 0 ? NULL : fdopen(fd, "w");
		errnum = destination.stream ? 0 : errno;
	}
	if (errnum) {
		if (fd >= 0)
			close(fd);
		release(&destination);
		return failed(ERROR_UNUSABLE, errnum, name);
	}
	*ret = destination;
	return NULL;
}

/* Makes the content of the file CONTENT the whole content of the target. Returns an errno or 0. */
static int copy_in_place(int content, const struct destination *destination)
{
	int target = destination->target;
	struct stat status;
	char buffer[65536];
	off_t done = 0;

	if (fstat(content, &status) < 0)
		return errno;
	/* Room for all of it is taken first, so that a full disk does not cost the old content. */
	if (status.st_size && fallocate(target, FALLOC_FL_KEEP_SIZE, 0, status.st_size) < 0 &&
	    errno == ENOSPC)
		return ENOSPC;
	while (done < status.st_size) {
		ssize_t got = pread(content, buffer, sizeof(buffer), done);

		if (got <= 0)
			return got < 0 ? errno : EIO;
		if (!fs_write_all(target, buffer, (size_t)got))
			return errno;
		done += got;
	}
	if (destination->mode)
		(void)fchmod(target, destination->mode); /* a failure concerns its owner only */
	return ftruncate(target, done) < 0 || (fsync(target) < 0 && errno != EINVAL) ? errno : 0;
}

/* Moves to the target what was written to the stream. */
static int commit(struct destination *destination)
{
	if (destination->target >= 0)
		return copy_in_place(fileno(destination->stream), destination);
	if (!destination->successor.path)
		return 0;

	int errnum = successor_commit(&destination->successor, destination->mode);

	if (!is_refused(errnum) || open_in_place(destination->successor.path, destination) != 0)
		return errnum;
	return copy_in_place(destination->successor.fd, destination);
}

/* Writes what STREAM holds. Returns an errno, of an earlier write too, or 0. */
static int flush(FILE *stream)
{
	int before = errno; /* of the write that failed, if one did and nothing failed since */

	errno = 0;
	if (fflush(stream) == 0 && !ferror(stream))
		return 0;
	if (errno || before)
		return errno ? errno : before;
	return EIO;
}

struct error *destination_flush(const struct destination *destination)
{
	int errnum = flush(destination->stream);

	return errnum ? failed(ERROR_INTERNAL, errnum, destination->name) : NULL;
}

struct error *destination_close(struct destination *destination)
{
	FILE *stream = destination->stream;
	int errnum = flush(stream);
	_cleanup_free_ char *name = xstrdup(destination->name);

	if (!errnum)
		errnum = commit(destination);

	/* A file on a server may report an error only now. */
	if (fclose(stream) != 0 && !errnum)
		errnum = errno;
	release(destination);
	return errnum ? failed(ERROR_INTERNAL, errnum, name) : NULL;
}

struct error *destination_settle(struct destination *destination, bool is_complete)
{
	struct stat status;

	if (!destination->stream)
		return NULL;
	/* The stream here knows nothing of what the child has written. */
	if (is_complete && (fstat(fileno(destination->stream), &status) < 0 ||
			    !S_ISREG(status.st_mode) || status.st_size))
		return destination_close(destination);
	destination_abandon(destination);
	return NULL;
}

void destination_abandon(struct destination *destination)
{
	fclose(destination->stream);
	release(destination);
}

struct error *destination_write(const char *name, const void *data, size_t size, mode_t mode)
{
	struct destination destination;
	struct error *err = destination_open(name, &destination);

	if (err)
		return err;
	destination.mode = mode;
	fwrite(data, 1, size, destination.stream);
	return destination_close(&destination);
}
