/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that do with SIGTRAP, masks, threads, stacks and their own code what could be in the way. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static volatile sig_atomic_t nr_traps, nr_alarms;

/* What is mutated. */
#define STEP(n)                                                                                    \
	static __attribute__((noinline)) int step##n(int a)                                        \
	{                                                                                          \
		if (a > (n))                                                                       \
			a += (n);                                                                  \
		return a * 3;                                                                      \
	}
STEP(1)
STEP(2)
STEP(3)
STEP(4)
STEP(5)
STEP(6)
STEP(7)
STEP(8)
STEP(9)
STEP(10)

static void on_trap(int number)
{
	nr_traps += step1(number) == 18;
}

static void on_alarm(int number)
{
	nr_alarms += step2(number) == 48;
}

/* Its own handler is called for its own traps alone. */
static int own_handler(void)
{
	struct sigaction action = { .sa_handler = on_trap }, before;

	if (signal(SIGTRAP, on_trap) != SIG_DFL || sigaction(SIGTRAP, NULL, &before) != 0 ||
	    before.sa_handler != on_trap)
		return 1;
	raise(SIGTRAP);
	__asm__ volatile("int3");
	if (nr_traps != 2 || step3(5) != 24)
		return 2;
	action.sa_handler = SIG_IGN;
	sigaction(SIGTRAP, &action, &before);
	raise(SIGTRAP);
	return before.sa_handler == on_trap && nr_traps == 2 ? 0 : 3;
}

/* What nobody handles ends the process. */
static int dies(int how)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		if (how)
			__asm__ volatile("int3");
		raise(SIGTRAP);
		_exit(step4(1));
	}
	waitpid(child, &status, 0);
	return !WIFSIGNALED(status) || WTERMSIG(status) != SIGTRAP;
}

/* Nothing but its own code, with all signals blocked. */
static int blocked(void)
{
	sigset_t every, before;
	int result;

	sigfillset(&every);
	if (sigprocmask(SIG_SETMASK, &every, &before) != 0)
		return 1;
	result = step5(7);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return result != 36;
}

/* A handler that runs while all but its signal is blocked. */
static int suspended(void)
{
	struct sigaction action = { .sa_handler = on_alarm };
	sigset_t most;

	sigfillset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	sigfillset(&most);
	sigdelset(&most, SIGALRM);
	alarm(1);
	sigsuspend(&most);
	return nr_alarms != 1 || errno != EINTR;
}

/* On a stack without room for a signal's frame there is none for anything, but on one of 8 KB. */
static ucontext_t main_context, other_context;
static int other_result;

static void other(void)
{
	other_result = step6(9);
}

static int small_stack(void)
{
	static char stack[8192];

	getcontext(&other_context);
	other_context.uc_stack.ss_sp = stack;
	other_context.uc_stack.ss_size = sizeof(stack);
	other_context.uc_link = &main_context;
	makecontext(&other_context, other, 0);
	swapcontext(&main_context, &other_context);
	return other_result != 45;
}

/* Threads that come to the same place at the same time, and forks meanwhile. */
static pthread_barrier_t barrier;

static void *hurry(void *arg)
{
	long sum = 0;

	pthread_barrier_wait(&barrier);
	for (int i = 0; i < 20000; i++)
		sum += step7(i & 15) + step8(i & 7);
	return (void *)(sum + (long)arg - (long)arg);
}

static int threads(void)
{
	pthread_t ids[4];
	long wanted = 0, sum;
	int status, bad = 0;

	for (int i = 0; i < 20000; i++) {
		int seven = i & 15, eight = i & 7;

		wanted += 3 * (seven + (seven > 7 ? 7 : 0)) + 3 * (eight + (eight > 8 ? 8 : 0));
	}

	pthread_barrier_init(&barrier, NULL, 5);
	for (long i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, hurry, (void *)i);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < 20; i++) {
		pid_t child = fork();

		if (child == 0)
			_exit(step9(12) == 63 ? 0 : 1);
		waitpid(child, &status, 0);
		bad |= status;
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(ids[i], (void **)&sum);
		if (sum != wanted)
			bad = 1;
	}
	return bad != 0;
}

/* Memory that is executed can't become writable; and what writes it nevertheless. */
static int sealed(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		return 0; /* this kernel has no filters */
	return step10(12) != 66;
}

int main(int argc, char **argv)
{
	int result = 1;

	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "handler") == 0)
		result = own_handler();
	else if (strcmp(argv[1], "raise") == 0)
		result = dies(0);
	else if (strcmp(argv[1], "int3") == 0)
		result = dies(1);
	else if (strcmp(argv[1], "blocked") == 0)
		result = blocked();
	else if (strcmp(argv[1], "suspended") == 0)
		result = suspended();
	else if (strcmp(argv[1], "small") == 0)
		result = small_stack();
	else if (strcmp(argv[1], "threads") == 0)
		result = threads();
	else if (strcmp(argv[1], "sealed") == 0)
		result = sealed();
	return result;
}
