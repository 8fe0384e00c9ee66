/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The writer's lock is a POSIX record lock, since fork does not inherit that, unlike flock()'s: a
 * child that outlives a killed remt must not keep the store locked. Its weakness is that any close
 * of the file in the same process drops it; so nothing else opens the file.
 */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"

/*
 * Returns the holder's pid from the kernel. In another PID namespace the kernel can't tell: then as
 * the holder has written it.
 */
static long holder(int fd)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char text[32];

	if (fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0)
		return lock.l_pid;
	ssize_t size = pread(fd, text, sizeof(text) - 1, 0);
	text[size > 0 ? size : 0] = '\0';
	return strtol(text, NULL, 10);
}

/* The pid is for people and other PID namespaces only, so a failure is no error. */
static void write_pid(int fd)
{
	char text[32];
	int size = snprintf(text, sizeof(text), "%ld\n", (long)getpid());

	if (ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)size, 0) < 0)
		return;
}

struct error *lock_acquire(const char *directory, int *ret)
{
	_cleanup_free_ char *path = path_join(directory, "lock");
	_cleanup_close_ int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);

	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	if (fcntl(fd, F_SETLK, &lock) < 0) {
		if (errno == EACCES || errno == EAGAIN)
			return error_create(ERROR_UNUSABLE,
					    "another remt run (pid %ld) is using %s", holder(fd),
					    directory);
		return error_errno(ERROR_UNUSABLE, errno, "locking %s", path);
	}
	write_pid(fd);
	*ret = TAKE_FD(fd);
	return NULL;
}
