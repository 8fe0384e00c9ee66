/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace_filter.h"

#include <seccomp.h>
#include <stdlib.h>

#include "common/xalloc.h"

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
	{ SCMP_SYS(openat2), TRACE_CALL_AT },
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
	{ SCMP_SYS(inotify_add_watch), TRACE_CALL_AT },
	{ SCMP_SYS(link), TRACE_CALL_READ },
	{ SCMP_SYS(linkat), TRACE_CALL_READ_AT },
	{ SCMP_SYS(rename), TRACE_CALL_READ },
	{ SCMP_SYS(renameat), TRACE_CALL_READ_AT },
	{ SCMP_SYS(renameat2), TRACE_CALL_READ_AT },
	{ SCMP_SYS(execve), TRACE_CALL_READ },
	{ SCMP_SYS(execveat), TRACE_CALL_READ_AT },
	{ SCMP_SYS(uselib), TRACE_CALL_READ },
	{ SCMP_SYS(swapon), TRACE_CALL_NAME },
	{ SCMP_SYS(chroot), TRACE_CALL_HIDES },
	{ SCMP_SYS(pivot_root), TRACE_CALL_HIDES },
	{ SCMP_SYS(mount), TRACE_CALL_HIDES },
	{ SCMP_SYS(move_mount), TRACE_CALL_HIDES },
	{ SCMP_SYS(umount2), TRACE_CALL_HIDES },
	{ SCMP_SYS(setns), TRACE_CALL_HIDES },
	{ SCMP_SYS(open_by_handle_at), TRACE_CALL_HIDES },
	{ SCMP_SYS(io_uring_setup), TRACE_CALL_HIDES },
	{ SCMP_SYS(ptrace), TRACE_CALL_HIDES },
	{ SCMP_SYS(seccomp), TRACE_CALL_HIDES },
};

/* Programs of 32 bits have system calls of their own. */
static bool add_architectures(scmp_filter_ctx context)
{
	return seccomp_arch_native() != SCMP_ARCH_X86_64 ||
	       (seccomp_arch_add(context, SCMP_ARCH_X86) == 0 &&
		seccomp_arch_add(context, SCMP_ARCH_X32) == 0);
}

struct trace_filter *trace_filter_create(void)
{
	struct trace_filter *filter = xcalloc(1, sizeof(*filter));
	bool is_good;

	filter->context = seccomp_init(SCMP_ACT_ALLOW);
	/* Without no_new_privs, which would change what setuid programs do: that needs
	 * CAP_SYS_ADMIN. */
	is_good = filter->context &&
		  seccomp_attr_set(filter->context, SCMP_FLTATR_CTL_NNP, 0) == 0 &&
		  add_architectures(filter->context);
	for (size_t i = 0; is_good && i < ARRAY_SIZE(rules); i++)
		is_good = seccomp_rule_add(filter->context, SCMP_ACT_TRACE(rules[i].kind),
					   rules[i].call, 0) == 0;
	if (is_good)
		return filter;
	trace_filter_destroy(filter);
	return NULL;
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
