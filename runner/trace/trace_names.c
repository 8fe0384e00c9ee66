/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the names from the memory of the stopped process and resolves them as the kernel does.
 * Links are followed only before "..", where they change the directory that is meant.
 */
#include "runner/trace/trace_names.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum { PAGE = 4096 };

/* The name that a system call gives. */
struct request {
	uint64_t name; /* its address in the process */
	int directory; /* descriptor that it is relative to, or AT_FDCWD */
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

static bool find_request(enum trace_filter_call kind, const uint64_t args[6], struct request *ret)
{
	*ret = (struct request){ args[0], AT_FDCWD, TRACE_NAME_ASKED };
	switch (kind) {
	case TRACE_CALL_NAME: return true;
	case TRACE_CALL_READ: ret->use = TRACE_NAME_OPENED; return true;
	case TRACE_CALL_EXECUTE: ret->use = TRACE_NAME_OPENED | TRACE_NAME_EXECUTED; return true;
	case TRACE_CALL_READ_AT:
		*ret = (struct request){ args[1], (int)args[0], TRACE_NAME_OPENED };
		return true;
	case TRACE_CALL_EXECUTE_AT:
		*ret = (struct request){ args[1], (int)args[0],
					 TRACE_NAME_OPENED | TRACE_NAME_EXECUTED };
		return true;
	case TRACE_CALL_OPEN: ret->use = use_of_flags(args[1]); return true;
	case TRACE_CALL_CREATE: ret->use = TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN; return true;
	case TRACE_CALL_AT:
		*ret = (struct request){ args[1], (int)args[0], TRACE_NAME_ASKED };
		return true;
	case TRACE_CALL_OPEN_AT:
		*ret = (struct request){ args[1], (int)args[0], use_of_flags(args[2]) };
		return true;
	case TRACE_CALL_HIDES:
	case TRACE_CALL_FILTERS: break;
	}
	return false;
}

/*
 * Reads the string at ADDRESS of the process page by page, as the next page may be missing. Returns
 * 0 or an error number.
 */
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

void trace_names_add(struct trace_names *names, const char *path, unsigned use)
{
	const char *text = intern_string(names->memory, path);
	uint32_t index = slots_find(&names->known, (uintptr_t)text);

	if (index == SLOTS_NONE) {
		struct trace_name name = { text, use, use & TRACE_NAME_OPENED ? 1 : 0 };

		slots_add(&names->known, (uintptr_t)text, (uint32_t)names->names.count);
		vec_push(&names->names, name);
		return;
	}
	/* Content does not count only if the first use emptied the file. */
	names->names.items[index].uses |= use & ~(unsigned)TRACE_NAME_EMPTIED;
	names->names.items[index].nr_opened += use & TRACE_NAME_OPENED ? 1 : 0;
}

bool trace_name_is_own_program(const struct trace_name *name)
{
	return name->uses & TRACE_NAME_OPENED && path_is_below("/proc", name->path) &&
	       strcmp(path_basename(name->path), "exe") == 0;
}

/* True if the kernel, too, refuses a name that can't be read for this reason. */
static bool is_bad_name(int errnum)
{
	return errnum == EFAULT || errnum == ENAMETOOLONG;
}

/* Returns the first "/.." component of PATH; NULL: none. */
static const char *find_parent(const char *path)
{
	const char *at = strstr(path, "/..");

	while (at && at[3] != '/' && at[3])
		at = strstr(at + 1, "/..");
	return at;
}

/*
 * Returns the directory above PATH as the kernel finds it; NULL: none. If PATH is a link, that is
 * the one above its target, and PATH is added to LINKS.
 */
static char *find_above(const char *path, char ***links)
{
	struct stat info;
	bool is_link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
	_cleanup_free_ char *target = is_link ? realpath(path, NULL) : path_absolute("/", path);

	if (is_link)
		strv_append(links, path);
	return target ? path_dirname(target) : NULL;
}

/* Returns NAME, which is relative to DIRECTORY, as an absolute path. */
static char *resolve_name(const char *directory, const char *name, char ***links)
{
	char *path = path_join(directory, name);
	const char *parent;

	while ((parent = find_parent(path))) {
		_cleanup_free_ char *below = xstrndup(path, (size_t)(parent - path));
		_cleanup_free_ char *above = below[0] ? find_above(below, links) : xstrdup("/");
		char *next;

		if (!above) /* the call fails */
			break;
		next = xasprintf("%s/%s", above, parent + strlen("/.."));
		free(path);
		path = next;
	}
	_cleanup_free_ char *resolved = path;

	return path_absolute("/", resolved);
}

/* True if a link of the kernel in PATH, /proc/PID/cwd or root, leads to any file. */
static bool is_detour(const char *path)
{
	return path_is_below("/proc", path) && (strstr(path, "/cwd/") || strstr(path, "/root/"));
}

struct trace_named trace_names_read(pid_t pid, enum trace_filter_call kind, const uint64_t args[6])
{
	struct trace_named named = { 0 };
	struct request request;
	char name[PATH_MAX];

	named.is_unknown = !find_request(kind, args, &request);
	if (named.is_unknown)
		return named;
	named.use = request.use;
	int errnum = request.name ? read_string(pid, request.name, name) : EFAULT;

	named.is_unknown = errnum && !is_bad_name(errnum);
	if (errnum || !name[0]) /* AT_EMPTY_PATH: a descriptor that is already open */
		return named;
	_cleanup_free_ char *directory =
		name[0] == '/' ? xstrdup("/") : directory_of(pid, request.directory);

	if (directory) /* else the directory is gone, and the call fails */
		named.path = resolve_name(directory, name, &named.links);
	named.is_unknown = named.path && is_detour(named.path);
	return named;
}

void trace_names_add_links(struct trace_names *names, const struct trace_named *named)
{
	for (size_t i = 0; named->links && named->links[i]; i++)
		trace_names_add(names, named->links[i], TRACE_NAME_ASKED);
}

void trace_named_deinit(struct trace_named *named)
{
	strv_destroy(named->links);
	free(named->path);
}

void trace_names_note(struct trace_names *names, pid_t pid)
{
	struct __ptrace_syscall_info info;
	unsigned long kind;

	if (ptrace(PTRACE_GETEVENTMSG, pid, NULL, &kind) < 0 ||
	    ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_SECCOMP) {
		names->is_incomplete = true;
		return;
	}
	const uint64_t *args = (const void *)info.seccomp.args;
	struct trace_named named = trace_names_read(pid, (enum trace_filter_call)kind, args);

	names->is_incomplete |= named.is_unknown;
	if (named.path)
		trace_names_add(names, named.path, named.use);
	trace_names_add_links(names, &named);
	trace_named_deinit(&named);
}
