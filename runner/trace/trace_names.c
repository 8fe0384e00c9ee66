/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the names from the memory of the stopped process and resolves them as the kernel does.
 * Links are followed only before "..", where they change the directory that is meant.
 */
#include "runner/trace/trace_names.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/attr.h"
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
	bool makes; /* the call fails if the file is there */
};

static void take_flags(struct request *request, uint64_t flags)
{
	request->makes = flags & O_CREAT && flags & O_EXCL;
	if (request->makes)
		request->use = TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN;
	else if ((flags & O_ACCMODE) == O_RDONLY)
		request->use = TRACE_NAME_OPENED;
	else if (flags & O_TRUNC)
		request->use = TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN;
	else
		request->use = TRACE_NAME_OPENED | TRACE_NAME_WRITTEN;
}

/* The flags of openat2() are in the process's memory, at ADDRESS; false: they can't be read, or the
 * name means another file than it says. */
static bool take_how(pid_t pid, uint64_t address, struct request *request)
{
	struct open_how how;
	struct iovec to = { &how, sizeof(how) }, from = { (char *)NULL + address, sizeof(how) };

	if (process_vm_readv(pid, &to, 1, &from, 1, 0) != (ssize_t)sizeof(how) ||
	    how.resolve & RESOLVE_IN_ROOT)
		return false;
	take_flags(request, how.flags);
	return true;
}

enum { NONE = -1 };

/* Which argument of a system call is what. */
struct form {
	bool has_name;		    /* false: the kind of call names no file */
	int directory, name, flags; /* numbers of arguments, or NONE */
	unsigned use;		    /* of the file, if no flags tell that */
	bool makes;
};

#define USE_EXECUTE (TRACE_NAME_OPENED | TRACE_NAME_EXECUTED)
#define USE_MAKE    (TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN)

static const struct form forms[] = {
	[TRACE_CALL_NAME] = { true, NONE, 0, NONE, TRACE_NAME_ASKED, false },
	[TRACE_CALL_AT] = { true, 0, 1, NONE, TRACE_NAME_ASKED, false },
	[TRACE_CALL_OPEN] = { true, NONE, 0, 1, 0, false },
	[TRACE_CALL_OPEN_AT] = { true, 0, 1, 2, 0, false },
	[TRACE_CALL_CREATE] = { true, NONE, 0, NONE, USE_MAKE, false },
	[TRACE_CALL_READ] = { true, NONE, 0, NONE, TRACE_NAME_OPENED, false },
	[TRACE_CALL_READ_AT] = { true, 0, 1, NONE, TRACE_NAME_OPENED, false },
	[TRACE_CALL_EXECUTE] = { true, NONE, 0, NONE, USE_EXECUTE, false },
	[TRACE_CALL_EXECUTE_AT] = { true, 0, 1, NONE, USE_EXECUTE, false },
	[TRACE_CALL_OPEN_HOW] = { true, 0, 1, NONE, 0, false },
	[TRACE_CALL_MAKE] = { true, NONE, 0, NONE, USE_MAKE, true },
	[TRACE_CALL_MAKE_AT] = { true, 0, 1, NONE, USE_MAKE, true },
	[TRACE_CALL_LINK] = { true, NONE, 1, NONE, USE_MAKE, true },
	[TRACE_CALL_LINK_AT] = { true, 1, 2, NONE, USE_MAKE, true },
	[TRACE_CALL_WATCH] = { true, NONE, 1, NONE, TRACE_NAME_ASKED, false },
};

static bool find_request(pid_t pid, enum trace_filter_call kind, const uint64_t args[6],
			 struct request *ret)
{
	const struct form *form = kind < ARRAY_SIZE(forms) ? &forms[kind] : NULL;

	if (!form || !form->has_name)
		return false;
	*ret = (struct request){ .name = args[form->name],
				 .directory = form->directory < 0 ? AT_FDCWD
								  : (int)args[form->directory],
				 .use = form->use,
				 .makes = form->makes };
	if (kind == TRACE_CALL_OPEN_HOW)
		return take_how(pid, args[2], ret);
	if (form->flags >= 0)
		take_flags(ret, args[form->flags]);
	return true;
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
	bool is_own = path_is_below("/proc", path) || path_is_below("/dev/fd", path);
	const char *descriptor = is_own ? strstr(path, "/fd/") : NULL;

	return is_own && (strstr(path, "/cwd/") || strstr(path, "/root/") ||
			  (descriptor && strchr(descriptor + strlen("/fd/"), '/')));
}

/* True if PATH is there for the task PID. */
static bool is_there(pid_t pid, const char *path)
{
	_cleanup_free_ char *seen = xasprintf("/proc/%d/root%s", (int)pid, path);
	struct stat info;

	return lstat(seen, &info) == 0;
}

struct trace_named trace_names_read(pid_t pid, enum trace_filter_call kind, const uint64_t args[6])
{
	struct trace_named named = { 0 };
	struct request request;
	char name[PATH_MAX];

	named.is_unknown = !find_request(pid, kind, args, &request);
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
	if (named.path && request.makes && is_there(pid, named.path))
		named.use = TRACE_NAME_ASKED;
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
