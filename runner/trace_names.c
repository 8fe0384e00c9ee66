/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace_names.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/trace_filter.h"

enum { PAGE = 4096 };

/* A system call that names a file. */
struct request {
	uint64_t name; /* its address in the process */
	int directory; /* descriptor that it counts from, or AT_FDCWD */
	unsigned use;
};

static unsigned use_of_flags(uint64_t flags)
{
	bool is_written = (flags & O_ACCMODE) != O_RDONLY;

	if (!is_written)
		return TRACE_NAME_OPENED;
	if (flags & O_TRUNC || (flags & O_CREAT && flags & O_EXCL))
		return TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN;
	return TRACE_NAME_OPENED | TRACE_NAME_WRITTEN;
}

static bool read_request(pid_t pid, struct request *ret)
{
	struct __ptrace_syscall_info info;
	unsigned long kind;

	if (ptrace(PTRACE_GETEVENTMSG, pid, NULL, &kind) < 0 ||
	    ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_SECCOMP)
		return false;
	const uint64_t *args = (const void *)info.seccomp.args;

	*ret = (struct request){ args[0], AT_FDCWD, TRACE_NAME_ASKED };
	switch (kind) {
	case TRACE_CALL_NAME: return true;
	case TRACE_CALL_READ: ret->use = TRACE_NAME_OPENED; return true;
	case TRACE_CALL_READ_AT:
		*ret = (struct request){ args[1], (int)args[0], TRACE_NAME_OPENED };
		return true;
	case TRACE_CALL_OPEN: ret->use = use_of_flags(args[1]); return true;
	case TRACE_CALL_CREATE: ret->use = TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN; return true;
	case TRACE_CALL_AT:
		*ret = (struct request){ args[1], (int)args[0], TRACE_NAME_ASKED };
		return true;
	case TRACE_CALL_OPEN_AT:
		*ret = (struct request){ args[1], (int)args[0], use_of_flags(args[2]) };
		return true;
	default: return false;
	}
}

/* The string at ADDRESS of the process, whose pages may end behind it; 0, or an error number. */
static int read_string(pid_t pid, uint64_t address, char ret[PATH_MAX])
{
	size_t length = 0;

	while (length < PATH_MAX) {
		size_t room = PAGE - (address + length) % PAGE;
		struct iovec to = { ret + length,
				    room < PATH_MAX - length ? room : PATH_MAX - length };
		struct iovec from = { (char *)NULL + address + length, to.iov_len };
		ssize_t size = process_vm_readv(pid, &to, 1, &from, 1, 0);

		if (size <= 0)
			return size < 0 ? errno : EFAULT;
		if (memchr(to.iov_base, '\0', (size_t)size))
			return 0;
		length += (size_t)size;
	}
	return ENAMETOOLONG;
}

static char *directory_of(pid_t pid, int descriptor)
{
	_cleanup_free_ char *link = descriptor == AT_FDCWD
					    ? xasprintf("/proc/%d/cwd", (int)pid)
					    : xasprintf("/proc/%d/fd/%d", (int)pid, descriptor);
	char buffer[PATH_MAX];
	ssize_t length = readlink(link, buffer, sizeof(buffer));

	return length > 0 && length < (ssize_t)sizeof(buffer) && buffer[0] == '/'
		       ? xstrndup(buffer, (size_t)length)
		       : NULL;
}

static void add(struct trace_names *names, const char *path, unsigned use)
{
	const char *text = intern_string(names->memory, path);
	uint32_t index = slots_find(&names->known, (uintptr_t)text);

	if (index == SLOTS_NONE) {
		struct trace_name name = { text, use, use & TRACE_NAME_OPENED ? 1 : 0 };

		slots_add(&names->known, (uintptr_t)text, (uint32_t)names->names.count);
		vec_push(&names->names, name);
		return;
	}
	/* Only what is emptied first has no content that counts. */
	names->names.items[index].uses |= use & ~(unsigned)TRACE_NAME_EMPTIED;
	names->names.items[index].nr_opened += use & TRACE_NAME_OPENED ? 1 : 0;
}

/* True if the kernel refuses such a name, too. */
static bool is_bad_name(int errnum)
{
	return errnum == EFAULT || errnum == ENAMETOOLONG;
}

void trace_names_note(struct trace_names *names, pid_t pid)
{
	struct request request;
	char name[PATH_MAX];

	if (!read_request(pid, &request)) {
		names->is_incomplete = true;
		return;
	}
	int errnum = request.name ? read_string(pid, request.name, name) : EFAULT;

	if (errnum) {
		names->is_incomplete |= !is_bad_name(errnum);
		return;
	}
	if (!name[0]) /* AT_EMPTY_PATH: a descriptor that is open already */
		return;
	_cleanup_free_ char *directory =
		name[0] == '/' ? xstrdup("/") : directory_of(pid, request.directory);

	if (!directory) /* no directory, or one that is gone: the call fails */
		return;
	_cleanup_free_ char *path = path_absolute(directory, name);

	add(names, path, request.use);
}
