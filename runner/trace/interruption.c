/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace/interruption.h"

#ifdef __x86_64__

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/user.h>

#include "runner/sandbox/process.h"

/*
 * The kernel turns this result into EINTR if a handler is called before the process goes on, and
 * repeats the call otherwise.
 */
enum { NOT_HANDLED = -514 /* ERESTARTNOHAND */ };

static bool read_register(pid_t pid, size_t offset, int64_t *ret)
{
	errno = 0;
	*ret = ptrace(PTRACE_PEEKUSER, pid, (void *)offset, NULL);
	return errno == 0;
}

bool interruption_undo(pid_t pid, int signal)
{
	const size_t result = offsetof(struct user_regs_struct, rax);
	int64_t value, call;

	if (!read_register(pid, result, &value) || value != -EINTR ||
	    !read_register(pid, offsetof(struct user_regs_struct, orig_rax), &call) || call < 0 ||
	    !process_ignores(pid, signal))
		return false;
	return ptrace(PTRACE_POKEUSER, pid, (void *)result, (void *)(intptr_t)NOT_HANDLED) == 0;
}

#else

bool interruption_undo(pid_t pid, int signal)
{
	(void)pid;
	(void)signal;
	return false;
}

#endif
