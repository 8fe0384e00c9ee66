/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * System calls without libc's wrappers: a sanitizer that is not initialised yet may interpose
 * those. A call that fails sets errno as syscall(2) does.
 */
#ifndef RUNTIME_RT_SYSCALL_H
#define RUNTIME_RT_SYSCALL_H

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rt.h"

static inline int rt_open(const char *path, int flags, int mode)
{
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, mode);
}

static inline void rt_close(int fd)
{
	syscall(SYS_close, fd);
}

static inline bool rt_statx(int directory, const char *path, struct statx *ret)
{
	int flags = path[0] ? 0 : AT_EMPTY_PATH;

	return syscall(SYS_statx, directory, path, flags, STATX_BASIC_STATS, ret) == 0;
}

/*
 * Reads the start of a file under /proc as text, into SIZE bytes with the NUL. False: the file is
 * empty or can't be read; errno means nothing.
 */
static inline bool rt_read_text(const char *path, char *text, size_t size)
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

/* Maps SIZE bytes of FD shared; NULL: it failed. */
static inline void *rt_map_shared(int fd, size_t size)
{
	void *address =
		(void *)syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0L);

	return address == MAP_FAILED ? NULL : address;
}

#endif
