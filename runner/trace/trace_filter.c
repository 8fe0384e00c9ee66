/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the filter by libseccomp from one table of system calls. A call of another architecture
 * counts as the native call of the same name; one without a native name counts as TRACE_CALL_HIDES.
 */
#include "runner/trace/trace_filter.h"

#include <seccomp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

#define X32_CALL 0x40000000 /* bit in the numbers of x32 calls, whose architecture is x86-64 */

struct trace_filter {
	scmp_filter_ctx context;
};

struct rule {
	int call;
	enum trace_filter_call kind;
};

static const struct rule rules[] = {
	{ SCMP_SYS(open), TRACE_CALL_OPEN },
	{ SCMP_SYS(openat), TRACE_CALL_OPEN_AT },
	{ SCMP_SYS(openat2), TRACE_CALL_OPEN_HOW },
	{ SCMP_SYS(creat), TRACE_CALL_CREATE },
	{ SCMP_SYS(stat), TRACE_CALL_NAME },
	{ SCMP_SYS(stat64), TRACE_CALL_NAME },
	{ SCMP_SYS(lstat), TRACE_CALL_NAME },
	{ SCMP_SYS(lstat64), TRACE_CALL_NAME },
	{ SCMP_SYS(newfstatat), TRACE_CALL_AT },
	{ SCMP_SYS(fstatat64), TRACE_CALL_AT },
	{ SCMP_SYS(statx), TRACE_CALL_AT },
	{ SCMP_SYS(access), TRACE_CALL_NAME },
	{ SCMP_SYS(faccessat), TRACE_CALL_AT },
	{ SCMP_SYS(faccessat2), TRACE_CALL_AT },
	{ SCMP_SYS(readlink), TRACE_CALL_NAME },
	{ SCMP_SYS(readlinkat), TRACE_CALL_AT },
	{ SCMP_SYS(statfs), TRACE_CALL_NAME },
	{ SCMP_SYS(getxattr), TRACE_CALL_NAME },
	{ SCMP_SYS(lgetxattr), TRACE_CALL_NAME },
	{ SCMP_SYS(listxattr), TRACE_CALL_NAME },
	{ SCMP_SYS(llistxattr), TRACE_CALL_NAME },
	{ SCMP_SYS(setxattr), TRACE_CALL_NAME },
	{ SCMP_SYS(lsetxattr), TRACE_CALL_NAME },
	{ SCMP_SYS(removexattr), TRACE_CALL_NAME },
	{ SCMP_SYS(lremovexattr), TRACE_CALL_NAME },
	{ SCMP_SYS(inotify_add_watch), TRACE_CALL_WATCH },
	{ SCMP_SYS(name_to_handle_at), TRACE_CALL_AT },
	{ SCMP_SYS(chdir), TRACE_CALL_NAME },
	{ SCMP_SYS(unlink), TRACE_CALL_NAME },
	{ SCMP_SYS(unlinkat), TRACE_CALL_AT },
	{ SCMP_SYS(rmdir), TRACE_CALL_NAME },
	{ SCMP_SYS(truncate), TRACE_CALL_NAME },
	{ SCMP_SYS(truncate64), TRACE_CALL_NAME },
	{ SCMP_SYS(chmod), TRACE_CALL_NAME },
	{ SCMP_SYS(fchmodat), TRACE_CALL_AT },
	{ SCMP_SYS(chown), TRACE_CALL_NAME },
	{ SCMP_SYS(chown32), TRACE_CALL_NAME },
	{ SCMP_SYS(lchown), TRACE_CALL_NAME },
	{ SCMP_SYS(lchown32), TRACE_CALL_NAME },
	{ SCMP_SYS(fchownat), TRACE_CALL_AT },
	{ SCMP_SYS(utime), TRACE_CALL_NAME },
	{ SCMP_SYS(utimes), TRACE_CALL_NAME },
	{ SCMP_SYS(futimesat), TRACE_CALL_AT },
	{ SCMP_SYS(utimensat), TRACE_CALL_AT },
	{ SCMP_SYS(utimensat_time64), TRACE_CALL_AT },
	{ SCMP_SYS(mkdir), TRACE_CALL_MAKE },
	{ SCMP_SYS(mkdirat), TRACE_CALL_MAKE_AT },
	{ SCMP_SYS(mknod), TRACE_CALL_MAKE },
	{ SCMP_SYS(mknodat), TRACE_CALL_MAKE_AT },
	{ SCMP_SYS(symlink), TRACE_CALL_LINK },
	{ SCMP_SYS(symlinkat), TRACE_CALL_LINK_AT },
	{ SCMP_SYS(link), TRACE_CALL_MOVE },
	{ SCMP_SYS(linkat), TRACE_CALL_MOVE_AT },
	{ SCMP_SYS(rename), TRACE_CALL_MOVE },
	{ SCMP_SYS(renameat), TRACE_CALL_MOVE_AT },
	{ SCMP_SYS(renameat2), TRACE_CALL_MOVE_AT },
	{ SCMP_SYS(execve), TRACE_CALL_EXECUTE },
	{ SCMP_SYS(execveat), TRACE_CALL_EXECUTE_AT },
	{ SCMP_SYS(uselib), TRACE_CALL_HIDES },
	{ SCMP_SYS(swapon), TRACE_CALL_NAME },
	{ SCMP_SYS(chroot), TRACE_CALL_HIDES },
	{ SCMP_SYS(pivot_root), TRACE_CALL_HIDES },
	{ SCMP_SYS(mount), TRACE_CALL_HIDES },
	{ SCMP_SYS(move_mount), TRACE_CALL_HIDES },
	{ SCMP_SYS(open_tree), TRACE_CALL_HIDES },
	{ SCMP_SYS(fsmount), TRACE_CALL_HIDES },
	{ SCMP_SYS(umount2), TRACE_CALL_HIDES },
	{ SCMP_SYS(setns), TRACE_CALL_HIDES },
	{ SCMP_SYS(open_by_handle_at), TRACE_CALL_HIDES },
	{ SCMP_SYS(io_uring_setup), TRACE_CALL_HIDES },
	{ SCMP_SYS(ptrace), TRACE_CALL_HIDES },
	{ SCMP_SYS(seccomp), TRACE_CALL_FILTERS },
};

/* 32-bit programs have system calls of their own. */
static bool add_architectures(scmp_filter_ctx context)
{
	return seccomp_arch_native() != SCMP_ARCH_X86_64 ||
	       (seccomp_arch_add(context, SCMP_ARCH_X86) == 0 &&
		seccomp_arch_add(context, SCMP_ARCH_X32) == 0);
}

/* Action at a call of KIND: to stop for a tracer or, if IS_TOLD, to notify a listener. */
static uint32_t action(enum trace_filter_call kind, bool is_told)
{
	return is_told ? SCMP_ACT_NOTIFY : SCMP_ACT_TRACE(kind);
}

static bool add_rules(scmp_filter_ctx context, bool is_told)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		if (seccomp_rule_add(context, action(rules[i].kind, is_told), rules[i].call, 0))
			return false;
	}
	return seccomp_rule_add(context, action(TRACE_CALL_FILTERS, is_told), SCMP_SYS(prctl), 1,
				SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP)) == 0;
}

/* Returns NULL if this machine can't do it. */
static scmp_filter_ctx make(bool is_told)
{
	scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);

	/*
	 * The filter does without no_new_privs, which would change what setuid programs do; so it
	 * needs CAP_SYS_ADMIN.
	 */
	if (context && seccomp_attr_set(context, SCMP_FLTATR_CTL_NNP, 0) == 0 &&
	    add_architectures(context) && add_rules(context, is_told))
		return context;
	if (context)
		seccomp_release(context);
	return NULL;
}

struct trace_filter *trace_filter_create(void)
{
	struct trace_filter *filter = xcalloc(1, sizeof(*filter));

	filter->context = make(false);
	if (filter->context)
		return filter;
	trace_filter_destroy(filter);
	return NULL;
}

static bool read_program(int fd, struct sock_fprog *ret)
{
	struct stat info;

	if (fstat(fd, &info) < 0 || !info.st_size || info.st_size % sizeof(*ret->filter) ||
	    info.st_size / sizeof(*ret->filter) > BPF_MAXINSNS)
		return false;
	ret->len = (unsigned short)((size_t)info.st_size / sizeof(*ret->filter));
	ret->filter = xmalloc((size_t)info.st_size);
	if (pread(fd, ret->filter, (size_t)info.st_size, 0) == info.st_size)
		return true;
	free(ret->filter);
	return false;
}

bool trace_filter_export(struct sock_fprog *ret)
{
	_cleanup_close_ int fd = memfd_create("filter", MFD_CLOEXEC);
	scmp_filter_ctx context = fd < 0 ? NULL : make(true);
	bool is_good = context && seccomp_export_bpf(context, fd) == 0 && read_program(fd, ret);

	if (context)
		seccomp_release(context);
	return is_good;
}

/* Returns the native number of the call; negative: none. */
static int native_number(uint32_t architecture, int number)
{
	uint32_t token = architecture;
	int native = __NR_SCMP_ERROR;

	if (architecture == SCMP_ARCH_X86_64 && number & X32_CALL)
		token = SCMP_ARCH_X32;
	if (token == seccomp_arch_native())
		return number;
	char *name = seccomp_syscall_resolve_num_arch(token, number);

	if (name)
		native = seccomp_syscall_resolve_name(name);
	free(name);
	return native;
}

enum trace_filter_call trace_filter_kind(uint32_t architecture, int number)
{
	int native = native_number(architecture, number);

	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		if (rules[i].call == native)
			return rules[i].kind;
	}
	return native == SCMP_SYS(prctl) ? TRACE_CALL_FILTERS : TRACE_CALL_HIDES;
}

bool trace_filter_load(const struct trace_filter *filter)
{
	return seccomp_load(filter->context) == 0;
}

void trace_filter_destroy(struct trace_filter *filter)
{
	if (!filter)
		return;
	if (filter->context)
		seccomp_release(filter->context);
	free(filter);
}
