/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * SIGTRAP, which breakpoints raise, belongs to the run-time where there are breakpoints. The
 * program must not notice. The handler that it sets for SIGTRAP is kept here and called for signals
 * that are not ours. SIGTRAP is taken out of each mask that the program sets, since the kernel ends
 * a process that can't take a trap.
 *
 * A program that makes system calls by itself can still block the signal. The covering runs of the
 * baseline execute the same code, and show that.
 */
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <ucontext.h>

#include "runtime/rt.h"
#include "runtime/rt_syscall.h"

extern int __sigaction(int number, const struct sigaction *action, struct sigaction *before);

static bool is_on;
static struct sigaction own; /* what the program has set for SIGTRAP */

static void set_mask(const sigset_t *mask)
{
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, mask, NULL, NSIG / 8);
}

/*
 * A signal stack. The kernel's signal frame would overwrite what is left on the program's stack,
 * which a mutant may read.
 */
static char aside[65536] __attribute__((aligned(64)));
static bool is_aside;

void rt_trap_step_aside(void)
{
	stack_t now, wanted = { .ss_sp = aside, .ss_size = sizeof(aside) };

	if (is_aside || syscall(SYS_sigaltstack, NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
		return;
	is_aside = syscall(SYS_sigaltstack, &wanted, NULL) == 0;
}

/*
 * Removes our signal stack at the handler's return, as the program has none, unless more
 * breakpoints will follow.
 */
static void step_back(ucontext_t *context)
{
	if (context->uc_stack.ss_sp == aside && !rt_covers())
		context->uc_stack = (stack_t){ .ss_flags = SS_DISABLE };
}

/* Programs look whether there is a signal stack before they set one: ours must not show. */
EXPORT int sigaltstack(const stack_t *restrict wanted, stack_t *restrict before)
{
	int result = (int)syscall(SYS_sigaltstack, wanted, before);

	if (result == 0 && before && before->ss_sp == aside)
		*before = (stack_t){ .ss_flags = SS_DISABLE };
	return result;
}

/* Makes the signal end the process, as it would without us. */
static void die(bool is_breakpoint, greg_t *next)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };

	is_on = false;
	__sigaction(SIGTRAP, &usual, NULL);
	if (is_breakpoint)
		*next -= 1; /* executes the breakpoint again */
	else
		syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), SIGTRAP);
}

/* Calls the program's own handler, with the signals blocked that it asks for. */
static void forward(int number, siginfo_t *info, ucontext_t *context)
{
	const struct sigaction wanted = own;
	sigset_t mask = context->uc_sigmask;

	for (int i = 1; i < NSIG; i++) {
		if (i != SIGTRAP && sigismember(&wanted.sa_mask, i) == 1)
			sigaddset(&mask, i);
	}
	if (wanted.sa_flags & (int)SA_RESETHAND)
		own.sa_handler = SIG_DFL;
	set_mask(&mask);
	if (wanted.sa_flags & SA_SIGINFO)
		wanted.sa_sigaction(number, info, context);
	else
		wanted.sa_handler(number);
}

static void on_trap(int number, siginfo_t *info, void *arg)
{
	ucontext_t *context = arg;
	greg_t *next = &context->uc_mcontext.gregs[REG_RIP];
	bool is_breakpoint = info->si_code == SI_KERNEL;
	int saved_errno = errno;
	const char *behind = NULL;

	if (is_breakpoint)
		behind = rt_binary_answer((const char *)(uintptr_t)*next - 1,
					  (uint64_t)context->uc_mcontext.gregs[REG_EFL]);
	if (behind) {
		*next = (greg_t)(uintptr_t)behind;
		step_back(context);
		errno = saved_errno;
	} else if (own.sa_handler == SIG_DFL || (own.sa_handler == SIG_IGN && info->si_code > 0)) {
		die(is_breakpoint, next);
	} else if (own.sa_handler != SIG_IGN) {
		errno = saved_errno;
		forward(number, info, context);
	}
}

void rt_trap_begin(void)
{
	struct sigaction action = {
		.sa_sigaction = on_trap,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART,
	};
	sigset_t trap;

	if (is_on)
		return;
	sigfillset(&action.sa_mask);
	is_on = __sigaction(SIGTRAP, &action, &own) == 0;
	sigemptyset(&trap);
	sigaddset(&trap, SIGTRAP);
	syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &trap, NULL, NSIG / 8);
}

/* Returns MASK without SIGTRAP, in COPY if it has it. */
static const sigset_t *without_trap(const sigset_t *mask, sigset_t *copy)
{
	if (!is_on || !mask || sigismember(mask, SIGTRAP) != 1)
		return mask;
	*copy = *mask;
	sigdelset(copy, SIGTRAP);
	return copy;
}

EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
	struct sigaction changed, last = own;

	if (is_on && number == SIGTRAP) {
		if (action)
			own = *action;
		if (before)
			*before = last;
		return 0;
	}
	if (is_on && action && sigismember(&action->sa_mask, SIGTRAP) == 1) {
		changed = *action;
		sigdelset(&changed.sa_mask, SIGTRAP);
		action = &changed;
	}
	return __sigaction(number, action, before);
}

typedef void (*handler)(int);
typedef handler set_function(int number, handler wanted);

/*
 * Does what signal() and its relatives do. For other signals than SIGTRAP it calls REAL, which it
 * finds by NAME once.
 */
static handler set(set_function **real, const char *name, int flags, int number, handler wanted)
{
	handler before = own.sa_handler;

	if (is_on && number == SIGTRAP) {
		own = (struct sigaction){ .sa_handler = wanted, .sa_flags = flags };
		return before;
	}
	if (!*real)
		*real = (set_function *)dlsym(RTLD_NEXT, name);
	return (*real)(number, wanted);
}

EXPORT handler signal(int number, handler wanted)
{
	static set_function *real;

	return set(&real, "signal", SA_RESTART, number, wanted);
}

EXPORT handler bsd_signal(int number, handler wanted);
EXPORT handler bsd_signal(int number, handler wanted)
{
	static set_function *real;

	return set(&real, "bsd_signal", SA_RESTART, number, wanted);
}

EXPORT handler ssignal(int number, handler wanted)
{
	static set_function *real;

	return set(&real, "ssignal", SA_RESTART, number, wanted);
}

EXPORT handler __sysv_signal(int number, handler wanted)
{
	static set_function *real;

	return set(&real, "__sysv_signal", (int)SA_RESETHAND, number, wanted);
}

EXPORT handler sysv_signal(int number, handler wanted)
{
	static set_function *real;

	return set(&real, "sysv_signal", (int)SA_RESETHAND, number, wanted);
}

/* Changes the mask as libc does, which keeps two signals for itself. */
static long change_mask(int how, const sigset_t *mask, sigset_t *before)
{
	sigset_t copy;

	if (mask && how != SIG_UNBLOCK) {
		copy = *mask;
		copy.__val[0] &= ~((1ul << 31) | (1ul << 32)); /* SIGCANCEL, SIGSETXID */
		mask = &copy;
		if (is_on)
			sigdelset(&copy, SIGTRAP);
	}
	return syscall(SYS_rt_sigprocmask, how, mask, before, NSIG / 8);
}

EXPORT int sigprocmask(int how, const sigset_t *mask, sigset_t *before)
{
	return (int)change_mask(how, mask, before);
}

EXPORT int pthread_sigmask(int how, const sigset_t *mask, sigset_t *before)
{
	int saved_errno = errno, result = change_mask(how, mask, before) == 0 ? 0 : errno;

	errno = saved_errno;
	return result;
}

/* Calls that set a mask while they wait. */

EXPORT int sigsuspend(const sigset_t *mask)
{
	static int (*real)(const sigset_t *);
	sigset_t copy;

	if (!real)
		real = (int (*)(const sigset_t *))dlsym(RTLD_NEXT, "sigsuspend");
	return real(without_trap(mask, &copy));
}

typedef int ppoll_function(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

EXPORT int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *limit,
		 const sigset_t *mask)
{
	static ppoll_function *real;
	sigset_t copy;

	if (!real)
		real = (ppoll_function *)dlsym(RTLD_NEXT, "ppoll");
	return real(fds, count, limit, without_trap(mask, &copy));
}

EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *limit,
		       const sigset_t *mask, size_t size);
EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *limit,
		       const sigset_t *mask, size_t size)
{
	static int (*real)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *,
			   size_t);
	sigset_t copy;

	if (!real)
		real = (int (*)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *,
				size_t))dlsym(RTLD_NEXT, "__ppoll_chk");
	return real(fds, count, limit, without_trap(mask, &copy), size);
}

typedef int pselect_function(int, fd_set *, fd_set *, fd_set *, const struct timespec *,
			     const sigset_t *);

EXPORT int pselect(int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *limit,
		   const sigset_t *mask)
{
	static pselect_function *real;
	sigset_t copy;

	if (!real)
		real = (pselect_function *)dlsym(RTLD_NEXT, "pselect");
	return real(count, in, out, other, limit, without_trap(mask, &copy));
}

typedef int epoll_function(int, struct epoll_event *, int, int, const sigset_t *);

EXPORT int epoll_pwait(int fd, struct epoll_event *events, int count, int limit,
		       const sigset_t *mask)
{
	static epoll_function *real;
	sigset_t copy;

	if (!real)
		real = (epoll_function *)dlsym(RTLD_NEXT, "epoll_pwait");
	return real(fd, events, count, limit, without_trap(mask, &copy));
}
