/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops that end and loops that don't: loops NAME behaves as NAME says.  Those that end do so after
 * some tenths of a second, by something that a look at registers and memory does not show at once.
 * Its mutant (unit 0x5a, function 1, site 2) turns success into failure.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit_by_hand.h"

UNIT_BY_HAND(unit, 0x5a);

static volatile int is_over;

static int is_mutated(void)
{
	return SITE(unit, 1, 2, 0, 1);
}

static int spin(void)
{
	while (!is_over)
		;
	return is_mutated();
}

static void end(int number)
{
	(void)number;
	is_over = 1;
}

static int never(void)
{
	if (is_mutated())
		return spin();
	return 0;
}

static int never_in_site(void)
{
	while (is_mutated())
		;
	return 0;
}

static int never_with_stores(void)
{
	volatile unsigned place[2] = { 0 };

	while (is_mutated()) {
		place[0] = 1;
		place[1] = place[0] + 1;
		place[0] = 0;
		place[1] = 0;
	}
	return 0;
}

static int never_but_yields(void)
{
	while (is_mutated())
		sched_yield();
	return 0;
}

static int count_in_register(void)
{
	register unsigned long i __asm__("rbx") = 0;

	do
		__asm__ volatile("" : "+r"(i));
	while (++i < 1000000000);
	return is_mutated();
}

static int count_in_memory(void)
{
	volatile unsigned long i = 0;

	while (i < 100000000)
		i = i + 1;
	return is_mutated();
}

static int count_in_vectors(void)
{
	double i = 0;

	do
		__asm__ volatile("" : "+x"(i));
	while (++i < 1e8);
	return is_mutated();
}

static int await_alarm(void)
{
	signal(SIGALRM, end);
	alarm(1);
	return spin();
}

static int await_itimer(void)
{
	struct itimerval value = { .it_value.tv_usec = 300000 };

	signal(SIGVTALRM, end);
	setitimer(ITIMER_VIRTUAL, &value, NULL);
	return spin();
}

static int await_timer(void)
{
	struct itimerspec value = { .it_value.tv_nsec = 300000000 };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	timer_t timer;

	signal(SIGUSR1, end);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	timer_settime(timer, 0, &value, NULL);
	return spin();
}

static int await_limit(void)
{
	struct rlimit limit = { 1, 60 };

	signal(SIGXCPU, end);
	setrlimit(RLIMIT_CPU, &limit);
	return spin();
}

static int await_time(void)
{
	time_t start = time(NULL);

	while (time(NULL) < start + 2)
		;
	return is_mutated();
}

static int await_counter(void)
{
	unsigned long long start = __builtin_ia32_rdtsc();

	while (__builtin_ia32_rdtsc() - start < 1000000000)
		;
	return is_mutated();
}

static void *end_later(void *arg)
{
	usleep(300000);
	is_over = 1;
	return arg;
}

static int await_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, end_later, NULL);
	return spin();
}

static int await_signal(void)
{
	signal(SIGUSR1, end);
	if (fork() == 0) {
		usleep(300000);
		kill(getppid(), SIGUSR1);
		_exit(0);
	}
	spin();
	wait(NULL);
	return is_mutated();
}

static int await_memory(void)
{
	volatile int *place = mmap(NULL, sizeof(*place), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	/* It waits for a byte; who sends it waits in the same way. */
	if (fork() == 0) {
		usleep(300000);
		*place = 1;
		_exit(0);
	}
	while (!*place)
		;
	wait(NULL);
	return is_mutated();
}

static int ask_kernel(void)
{
	for (int i = 0; i < 2000000; i++)
		getppid();
	return is_mutated();
}

/* A child that spins for ever, and is ended by who waits for it in some way. */
static pid_t spinner;

static void start_spinner(void)
{
	spinner = fork();
	if (spinner)
		return;
	is_mutated();
	for (;;)
		;
}

static int end_spinner(void)
{
	kill(spinner, SIGKILL);
	waitpid(spinner, NULL, 0);
	return is_mutated();
}

static int watch_by_descriptor(void)
{
	struct itimerspec value = { .it_value.tv_nsec = 500000000 };
	int timer = timerfd_create(CLOCK_MONOTONIC, 0);
	uint64_t count;

	start_spinner();
	timerfd_settime(timer, 0, &value, NULL);
	return read(timer, &count, sizeof(count)) == sizeof(count) ? end_spinner() : 0;
}

static int watch_by_socket(void)
{
	struct timeval patience = { .tv_usec = 500000 };
	int sockets[2];
	char byte;

	socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
	setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	start_spinner();
	return read(sockets[0], &byte, 1) < 0 ? end_spinner() : 0;
}

static void *watch(void *arg)
{
	usleep(500000);
	exit(end_spinner());
	return arg;
}

/* The process looks like a dead one. */
static int watch_by_thread(void)
{
	pthread_t thread;

	start_spinner();
	pthread_create(&thread, NULL, watch, NULL);
	pthread_exit(NULL);
}

/* By no function of libc. */
static int await_raw_timer(void)
{
	struct itimerval value = { .it_value.tv_usec = 500000 };

	signal(SIGALRM, end);
	syscall(SYS_setitimer, ITIMER_REAL, &value, NULL);
	return spin();
}

static uint64_t now_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Whoever is looked at in between would keep the flag by which it is stepped through. */
static int push_flags(void)
{
	uint64_t end_ms = now_ms() + 500;

	while (now_ms() < end_ms) {
		for (int i = 0; i < 1000000; i++)
			__asm__ volatile("pushfq; nop; nop; popfq" ::: "memory", "cc");
	}
	return is_mutated();
}

static int trap_itself(void)
{
	signal(SIGTRAP, end);
	while (!is_over) {
		for (volatile int i = 0; i < 100000000; i++)
			;
		__asm__ volatile(".byte 0xf1");
	}
	return is_mutated();
}

/* Fails if a look has cut its waiting short. */
static int wait_often(void)
{
	uint64_t end_ms = now_ms() + 500;
	int epoll = epoll_create1(0);
	struct epoll_event event;

	while (now_ms() < end_ms) {
		for (volatile int i = 0; i < 20000; i++)
			;
		if (epoll_wait(epoll, &event, 1, 1) < 0)
			return 42;
	}
	return is_mutated();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(void);
	} loops[] = {
		{ "never", never },
		{ "never-in-site", never_in_site },
		{ "never-with-stores", never_with_stores },
		{ "never-but-yields", never_but_yields },
		{ "count-in-register", count_in_register },
		{ "count-in-memory", count_in_memory },
		{ "count-in-vectors", count_in_vectors },
		{ "await-alarm", await_alarm },
		{ "await-itimer", await_itimer },
		{ "await-timer", await_timer },
		{ "await-limit", await_limit },
		{ "await-time", await_time },
		{ "await-counter", await_counter },
		{ "await-thread", await_thread },
		{ "await-signal", await_signal },
		{ "await-memory", await_memory },
		{ "ask-kernel", ask_kernel },
		{ "watch-by-descriptor", watch_by_descriptor },
		{ "watch-by-socket", watch_by_socket },
		{ "watch-by-thread", watch_by_thread },
		{ "await-raw-timer", await_raw_timer },
		{ "push-flags", push_flags },
		{ "trap-itself", trap_itself },
		{ "wait-often", wait_often },
	};

	for (size_t i = 0; argc == 2 && i < sizeof(loops) / sizeof(loops[0]); i++) {
		if (strcmp(argv[1], loops[i].name) == 0)
			return loops[i].run();
	}
	fputs("usage: loops NAME\n", stderr);
	return 99;
}
