/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Waiting for children. Where a script is split, the runner calls a process that waits, to get a
 * copy of it in which the child has ended in another way.
 */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "runtime/rt.h"
#include "runtime/rt_syscall.h"

extern pid_t __waitpid(pid_t pid, int *status, int options);

static volatile sig_atomic_t is_called;

static void note_call(int number)
{
	(void)number;
	is_called = 1;
}

/* Takes the runner's call. False: the signal is late, and the call was answered before. */
static bool take_call(void)
{
	int32_t self = (int32_t)syscall(SYS_getpid);

	return __atomic_compare_exchange_n(&rt_session->called, &self, 0, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

/* True if the runner may call this process: only while it sleeps until a child has ended. */
static bool can_be_called(int options)
{
	struct itimerval timer = { 0 };

	if (!rt_session || rt_session->mode != REMT_MODE_SPLIT || !rt_session->is_script ||
	    options & (WNOHANG | WUNTRACED | WCONTINUED) || rt_server_has_threads())
		return false;
	syscall(SYS_getitimer, ITIMER_REAL, &timer); /* the timer would run on while copies run */
	return !timer.it_value.tv_sec && !timer.it_value.tv_usec;
}

/*
 * Sends the SIGCHLD of the child's end, as the kernel would, if a handler waits for it or it would
 * be pending.
 */
static void send_news(void)
{
	int status = rt_session->returned_status;
	siginfo_t info = { .si_signo = SIGCHLD };
	struct sigaction action;
	sigset_t mask;

	if (sigaction(SIGCHLD, NULL, &action) != 0 || sigprocmask(SIG_BLOCK, NULL, &mask) != 0 ||
	    (action.sa_handler == SIG_DFL && !sigismember(&mask, SIGCHLD)))
		return;
	info.si_code = WIFEXITED(status) ? CLD_EXITED : WCOREDUMP(status) ? CLD_DUMPED : CLD_KILLED;
	info.si_pid = rt_session->returned_pid;
	info.si_uid = (uid_t)syscall(SYS_getuid);
	info.si_status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
	syscall(SYS_rt_sigqueueinfo, syscall(SYS_getpid), SIGCHLD, &info);
}

/* In the child that was forked upon a call: the child that the parent waits for has ended. */
static pid_t return_child(int *status, struct rusage *usage)
{
	rt_split_return();
	send_news();
	if (status)
		*status = rt_session->returned_status;
	if (usage)
		*usage = (struct rusage){ 0 };
	return rt_session->returned_pid;
}

static pid_t wait_callable(pid_t pid, int *status, int options, struct rusage *usage)
{
	for (;;) {
		long ended;

		if (is_called) {
			is_called = 0;
			if (take_call() && rt_server_answer() == RT_SPLIT_CHILD)
				return return_child(status, usage);
			continue;
		}
		ended = syscall(SYS_wait4, pid, status, options, usage);
		if (ended >= 0 || errno != EINTR || !is_called)
			return (pid_t)ended;
	}
}

static pid_t wait_for(pid_t pid, int *status, int options, struct rusage *usage)
{
	struct sigaction call = { .sa_handler = note_call }, before;
	sigset_t set, mask;
	pid_t ended;
	int errnum;

	if (!can_be_called(options)) /* libc's waitpid is a cancellation point */
		return usage ? (pid_t)syscall(SYS_wait4, pid, status, options, usage)
			     : __waitpid(pid, status, options);
	sigemptyset(&set);
	sigaddset(&set, REMT_CALL_SIGNAL);
	is_called = 0;
	sigaction(REMT_CALL_SIGNAL, &call, &before);
	sigprocmask(SIG_UNBLOCK, &set, &mask);
	ended = wait_callable(pid, status, options, usage);
	errnum = errno;
	sigprocmask(SIG_SETMASK, &mask, NULL);
	sigaction(REMT_CALL_SIGNAL, &before, NULL);
	errno = errnum;
	return ended;
}

EXPORT pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	return wait_for(pid, status, options, usage);
}

EXPORT pid_t wait3(int *status, int options, struct rusage *usage)
{
	return wait_for(-1, status, options, usage);
}

EXPORT pid_t waitpid(pid_t pid, int *status, int options)
{
	return wait_for(pid, status, options, NULL);
}

EXPORT pid_t wait(int *status)
{
	return wait_for(-1, status, 0, NULL);
}
