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

enum {
	PAGE = 4096,
	MAX_LINE = 256,	      /* of the first line of a script, as the kernel reads it */
	MAX_INTERPRETERS = 5, /* of a script, if they are scripts again, as the kernel has it */
};

/* The name that a system call gives. */
struct request {
	uint64_t name; /* its address in the process */
	int directory; /* descriptor that it is relative to, or AT_FDCWD */
	unsigned use;
	bool makes;	 /* the call fails if the file is there */
	uint64_t second; /* address of another name, which the file gets; 0: none */
	int second_directory;
};

static void take_flags(struct request *request, uint64_t flags)
{
	request->makes = flags & O_CREAT && flags & O_EXCL;
	if (request->makes)
		request->use = TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN;
	else if ((flags & O_ACCMODE) == O_RDONLY)
		request->use = TRACE_NAME_OPENED;
	else if (flags & O_TRUNC)
		request->use = (flags & O_CREAT ? TRACE_NAME_EMPTIED : TRACE_NAME_ASKED) |
			       TRACE_NAME_WRITTEN;
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
	int second_directory, second; /* numbers of arguments, for the new name; 0: none */
};

#define USE_EXECUTE (TRACE_NAME_OPENED | TRACE_NAME_EXECUTED)
#define USE_MAKE    (TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN)

static const struct form forms[] = {
	[TRACE_CALL_NAME] = { true, NONE, 0, NONE, TRACE_NAME_ASKED, false },
	[TRACE_CALL_AT] = { true, 0, 1, NONE, TRACE_NAME_ASKED, false },
	[TRACE_CALL_OPEN] = { true, NONE, 0, 1, 0, false },
	[TRACE_CALL_OPEN_AT] = { true, 0, 1, 2, 0, false },
	[TRACE_CALL_CREATE] = { true, NONE, 0, NONE, USE_MAKE, false },
	[TRACE_CALL_MOVE] = { true, NONE, 0, NONE, TRACE_NAME_OPENED, false, 0, 1 },
	[TRACE_CALL_MOVE_AT] = { true, 0, 1, NONE, TRACE_NAME_OPENED, false, 2, 3 },
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
				 .makes = form->makes,
				 .second = form->second ? args[form->second] : 0,
				 .second_directory = form->second_directory
							     ? (int)args[form->second_directory]
							     : AT_FDCWD };
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

/* Returns 0 for a lower-case letter, 1 for an upper-case one, 2 for a digit, 3 for the rest. */
static int class_of(char c)
{
	if (c >= 'a' && c <= 'z')
		return 0;
	if (c >= 'A' && c <= 'Z')
		return 1;
	return c >= '0' && c <= '9' ? 2 : 3;
}

/* True if NAME has letters and digits in a row as mkstemp(3) mixes them. */
static bool has_random_part(const char *name)
{
	enum { MIN_LENGTH = 6, MIN_CHANGES = 2 };
	unsigned length = 0, nr_changes = 0;

	for (size_t i = 0; name[i]; i++) {
		int class = class_of(name[i]);

		if (class == 3) {
			length = nr_changes = 0;
			continue;
		}
		nr_changes += length && class != class_of(name[i - 1]);
		length++;
		if (length >= MIN_LENGTH && nr_changes >= MIN_CHANGES)
			return true;
	}
	return false;
}

/*
 * True if no two runs have the name PATH in common. Whether such a file is there tells nothing of
 * another run, and each run would add a set of names. A fixed name in the same directory counts: a
 * file that only another run finds there makes an exclusive creation fail.
 */
static bool is_temporary(const char *path)
{
	_cleanup_free_ char *directory = path_dirname(path);

	return (strcmp(directory, "/tmp") == 0 || strcmp(directory, "/var/tmp") == 0) &&
	       has_random_part(path_basename(path));
}

/*
 * Returns the name at ADDRESS of PID as an absolute path. DIRECTORY: descriptor that it is relative
 * to. NULL: the call fails, or has a descriptor that is already open.
 */
static char *read_path(pid_t pid, uint64_t address, int directory, struct trace_named *named)
{
	char name[PATH_MAX];
	int errnum = address ? read_string(pid, address, name) : EFAULT;
	char *path = NULL;

	named->is_unknown |= errnum && !is_bad_name(errnum);
	if (errnum || !name[0]) /* AT_EMPTY_PATH */
		return NULL;
	_cleanup_free_ char *from = name[0] == '/' ? xstrdup("/") : directory_of(pid, directory);

	if (from) /* else the directory is gone, and the call fails */
		path = resolve_name(from, name, &named->asked);
	named->is_unknown |= path && is_detour(path);
	return path;
}

/* Returns what the first line of the file PATH, "#!INTERPRETER ARGUMENT", names; NULL: nothing. */
static char *read_interpreter(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	char line[MAX_LINE];
	ssize_t length = fd < 0 ? -1 : read(fd, line, sizeof(line) - 1);
	size_t start, end;

	if (length < 3 || line[0] != '#' || line[1] != '!')
		return NULL;
	line[length] = '\0';
	start = 2 + strspn(line + 2, " \t");
	end = strcspn(line + start, " \t\n");
	return end ? xstrndup(line + start, end) : NULL;
}

/* The kernel starts the interpreter of a script: no system call names it. */
static void find_interpreters(pid_t pid, struct trace_named *named)
{
	const char *script = named->path;

	for (unsigned i = 0; i < MAX_INTERPRETERS; i++) {
		_cleanup_free_ char *name = read_interpreter(script);
		_cleanup_free_ char *from =
			name && name[0] == '/' ? xstrdup("/") : directory_of(pid, AT_FDCWD);

		if (!name || !from)
			return;
		strv_append_take(&named->interpreters, resolve_name(from, name, &named->asked));
		script = named->interpreters[i];
	}
}

/* Notes what else decides whether the call of PID succeeds, or what it does. */
static void find_more(pid_t pid, const struct request *request, struct trace_named *named)
{
	char *second = request->second
			       ? read_path(pid, request->second, request->second_directory, named)
			       : NULL;

	if (second)
		strv_append_take(&named->asked, second);
	if (!named->path)
		return;
	if (request->makes && is_there(pid, named->path))
		named->use = TRACE_NAME_ASKED;
	else if (request->makes && !is_temporary(named->path))
		named->use = TRACE_NAME_ASKED | TRACE_NAME_WRITTEN;
	if (named->use & TRACE_NAME_EXECUTED)
		find_interpreters(pid, named);
	/* A file can only be made where there is a directory for it. */
	if (named->use & TRACE_NAME_EMPTIED)
		strv_append_take(&named->asked, path_dirname(named->path));
}

struct trace_named trace_names_read(pid_t pid, enum trace_filter_call kind, const uint64_t args[6])
{
	struct trace_named named = { 0 };
	struct request request;

	named.is_unknown = !find_request(pid, kind, args, &request);
	if (named.is_unknown)
		return named;
	named.use = request.use;
	named.path = read_path(pid, request.name, request.directory, &named);
	find_more(pid, &request, &named);
	return named;
}

void trace_names_add_more(struct trace_names *names, const struct trace_named *named,
			  unsigned use_of_interpreters)
{
	for (size_t i = 0; named->asked && named->asked[i]; i++)
		trace_names_add(names, named->asked[i], TRACE_NAME_ASKED);
	for (size_t i = 0; named->interpreters && named->interpreters[i]; i++)
		trace_names_add(names, named->interpreters[i], use_of_interpreters);
}

void trace_named_deinit(struct trace_named *named)
{
	strv_destroy(named->asked);
	strv_destroy(named->interpreters);
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
	trace_names_add_more(names, &named, TRACE_NAME_OPENED | TRACE_NAME_EXECUTED);
	trace_named_deinit(&named);
}
