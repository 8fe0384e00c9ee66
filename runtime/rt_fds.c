/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lists open descriptors, and everything else under /proc that has a number for a name. */
#include <stddef.h>

#include "runtime/rt_syscall.h"

/* A record of getdents64(2). */
struct directory_entry {
	uint64_t inode;
	int64_t offset;
	uint16_t size;
	uint8_t type;
	char name[];
};

/* Returns the number that NAME is, or -1. */
static int parse_number(const char *name)
{
	int number = 0;

	if (!*name)
		return -1;
	for (; *name; name++) {
		if (*name < '0' || *name > '9')
			return -1;
		number = number * 10 + (*name - '0');
	}
	return number;
}

static bool each_number(int list, int left_out, bool (*each)(int number, void *arg), void *arg)
{
	/*
	 * Static, as the program's stack may be small. Two of them: one for the processes in /proc,
	 * one for the descriptors of a process.
	 */
	_Alignas(struct directory_entry) static char buffers[2][4096];
	static unsigned depth;
	char *buffer = buffers[depth];
	bool good = list >= 0 && depth < 2;
	long size = 0;

	depth++;
	while (good && (size = syscall(SYS_getdents64, list, buffer, sizeof(buffers[0]))) > 0) {
		for (long at = 0; at < size && good;) {
			struct directory_entry *entry = (struct directory_entry *)(buffer + at);
			int number = parse_number(entry->name);

			at += entry->size;
			good = number < 0 || number == left_out || each(number, arg);
		}
	}
	depth--;
	if (list >= 0)
		rt_close(list);
	return good && size == 0;
}

bool rt_numbers_each(const char *path, bool (*each)(int number, void *arg), void *arg)
{
	return each_number(rt_open(path, O_RDONLY | O_DIRECTORY, 0), -1, each, arg);
}

bool rt_fds_each(bool (*each)(int fd, void *arg), void *arg)
{
	int list = rt_open("/proc/self/fd", O_RDONLY | O_DIRECTORY, 0);

	return each_number(list, list, each, arg);
}
