/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Process ids in a split script. A copy goes by the pid of the process that it stands for, which
 * other processes may have written down. Only one copy lives at a time. The processes that it
 * starts have pids of their own.
 */
#include <errno.h>
#include <signal.h>

#include "runtime/rt.h"
#include "runtime/rt_syscall.h"

/* If this process is a copy: its real pid, and the pids that it goes by. */
static struct {
	pid_t pid, as, parent;
} copy;

static pid_t own_parent; /* before a fork: parent of the process that forks */

static pid_t real_pid(void)
{
	return (pid_t)syscall(SYS_getpid);
}

static bool is_copy(void)
{
	return copy.pid && copy.pid == real_pid();
}

static bool is_split_script(void)
{
	return rt_session && rt_session->is_script && rt_session->mode == REMT_MODE_MUTATE;
}

void rt_pids_before_fork(void)
{
	own_parent = (pid_t)syscall(SYS_getppid);
}

void rt_pids_enter_copy(void)
{
	if (!copy.as) {
		copy.as = (pid_t)syscall(SYS_getppid);
		copy.parent = own_parent;
	}
	copy.pid = real_pid();
	rt_session->copy = copy.pid;
	rt_session->copied = copy.as;
	rt_session->copied_parent = copy.parent;
}

void rt_pids_attach(void)
{
	if (is_split_script() && rt_session->copy == real_pid()) {
		copy.pid = rt_session->copy;
		copy.as = rt_session->copied;
		copy.parent = rt_session->copied_parent;
	}
}

/* Ends the run without a result: it does what a copy can't do. */
static _Noreturn void give_up(void)
{
	rt_session->split_error = REMT_REFUSAL_PID;
	for (;;)
		syscall(SYS_exit_group, 0);
}

EXPORT pid_t getpid(void)
{
	rt_state_note_pid();
	return is_copy() ? copy.as : real_pid();
}

EXPORT pid_t gettid(void)
{
	pid_t thread = (pid_t)syscall(SYS_gettid);

	rt_state_note_pid();
	return is_copy() && thread == copy.pid ? copy.as : thread;
}

EXPORT pid_t getppid(void)
{
	pid_t parent = (pid_t)syscall(SYS_getppid);

	if (is_copy())
		return copy.parent;
	return is_split_script() && parent == rt_session->copy ? rt_session->copied : parent;
}

/*
 * Returns the process that goes by PID. Gives up for groups and for processes that wait for the
 * copy: these belong to the trunk.
 */
static pid_t find_target(pid_t pid)
{
	if (pid == rt_session->copied)
		return rt_session->copy;
	if (pid <= 0)
		give_up();
	for (uint32_t i = 0; i < rt_session->nr_ancestors && i < REMT_SESSION_MAX_ANCESTORS; i++) {
		if (rt_session->ancestors[i] == pid)
			give_up();
	}
	return pid;
}

EXPORT int kill(pid_t pid, int number)
{
	return (int)syscall(SYS_kill, is_split_script() ? find_target(pid) : pid, number);
}

EXPORT int killpg(pid_t group, int number)
{
	if (is_split_script())
		give_up();
	return (int)syscall(SYS_kill, -group, number);
}

EXPORT int sigqueue(pid_t pid, int number, const union sigval value)
{
	siginfo_t info = { .si_signo = number, .si_code = SI_QUEUE };

	info.si_pid = real_pid();
	info.si_uid = (uid_t)syscall(SYS_getuid);
	info.si_value = value;
	return (int)syscall(SYS_rt_sigqueueinfo, is_split_script() ? find_target(pid) : pid, number,
			    &info);
}
