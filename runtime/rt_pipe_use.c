/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Notes uses of pipes after which the program could tell another pipe in its place. */
#include <dlfcn.h>
#include <errno.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "runtime/rt_syscall.h"

static bool is_spliced;

bool rt_pipes_are_spliced(void)
{
	return is_spliced;
}

/* libc's functions are called, as they are cancellation points. */
EXPORT ssize_t vmsplice(int fd, const struct iovec *parts, size_t count, unsigned flags)
{
	ssize_t (*next)(int, const struct iovec *, size_t, unsigned) = dlsym(RTLD_NEXT, "vmsplice");

	is_spliced = true;
	return next(fd, parts, count, flags);
}

EXPORT ssize_t splice(int in, off64_t *in_at, int out, off64_t *out_at, size_t size, unsigned flags)
{
	ssize_t (*next)(int, off64_t *, int, off64_t *, size_t, unsigned) =
		dlsym(RTLD_NEXT, "splice");

	is_spliced = true;
	return next(in, in_at, out, out_at, size, flags);
}

EXPORT ssize_t tee(int in, int out, size_t size, unsigned flags)
{
	ssize_t (*next)(int, int, size_t, unsigned) = dlsym(RTLD_NEXT, "tee");

	is_spliced = true;
	return next(in, out, size, flags);
}

EXPORT ssize_t sendfile(int out, int in, off_t *at, size_t size)
{
	ssize_t (*next)(int, int, off_t *, size_t) = dlsym(RTLD_NEXT, "sendfile");
	struct statx status;
	int saved_errno = errno;

	is_spliced |= rt_statx(out, "", &status) && (status.stx_mode & S_IFMT) == S_IFIFO;
	errno = saved_errno;
	return next(out, in, at, size);
}

EXPORT ssize_t sendfile64(int out, int in, off64_t *at, size_t size)
{
	return sendfile(out, in, at, size);
}

/* The program knows the inode number of a pipe; another pipe has another number. */
static bool is_number_known;

bool rt_pipes_are_numbered(void)
{
	return is_number_known;
}

EXPORT int fstat(int fd, struct stat *ret)
{
	static int (*next)(int, struct stat *);
	int result;

	if (!next)
		next = dlsym(RTLD_NEXT, "fstat");
	result = next(fd, ret);
	if (result == 0 && S_ISFIFO(ret->st_mode))
		is_number_known = true;
	return result;
}

EXPORT int fstat64(int fd, struct stat64 *ret)
{
	_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "one and the same");
	return fstat(fd, (struct stat *)ret);
}
