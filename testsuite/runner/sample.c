/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a test may do to those who run it: sample NAME behaves as NAME says.
 * Its mutant (unit 0x5a, function 1, site 2) turns success into failure.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit_by_hand.h"

UNIT_BY_HAND(unit, 0x5a);

static int early;    /* set by the constructor, another site */
static int nr_forks; /* that led to this process, as its handler counts them */

static void count_fork(void)
{
	nr_forks++;
}

__attribute__((constructor)) static void construct(void)
{
	pthread_atfork(NULL, NULL, count_fork);
	early = SITE(unit, 0, 0, 1, 2);
}

static int is_mutated(void)
{
	return SITE(unit, 1, 2, 0, 1);
}

static int plain(void)
{
	return is_mutated();
}

static _Noreturn int spin(void)
{
	for (volatile unsigned i = 0;; i++)
		;
}

static int spin_in_site(void)
{
	while (SITE(unit, 1, 2, 0, 1))
		;
	return 0;
}

static _Noreturn int sleep_forever(void)
{
	for (;;)
		pause();
}

/* Fails if 6,000 processes can be there at once, or fewer than 4,000. */
static int fork_many(void)
{
	for (int count = 0; count < 6000; count++) {
		pid_t pid = fork();

		if (pid < 0)
			return count < 4000 || errno != EAGAIN;
		if (pid == 0)
			sleep_forever();
	}
	return 1;
}

static _Noreturn int bomb(void)
{
	for (;;)
		fork();
}

/* Half a megabyte at a time, so that a late look costs little. */
static _Noreturn int hog(void)
{
	for (;;) {
		char *block = malloc(1 << 19);

		if (block)
			memset(block, 1, 1 << 19);
	}
}

static _Noreturn int flood(void)
{
	for (;;)
		puts("one line of many");
}

static int ignore_signals(void)
{
	for (int number = 1; number < 65; number++)
		signal(number, SIG_IGN);
	return spin();
}

static int close_all(void)
{
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
	return is_mutated();
}

static int leave_daemon(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			sleep_forever();
		_exit(0);
	}
	usleep(20000);
	return is_mutated();
}

static int kill_all(void)
{
	int answer = is_mutated();

	kill(-1, SIGKILL);
	usleep(20000);
	return answer;
}

static int kill_parent(void)
{
	int answer = is_mutated();

	kill(getppid(), SIGKILL);
	kill(getppid(), SIGTERM);
	usleep(20000);
	return answer;
}

static int stop_parent(void)
{
	int answer = is_mutated();

	kill(getppid(), SIGSTOP);
	usleep(20000);
	return answer;
}

static int remove_all(void)
{
	DIR *files = opendir(".");
	struct dirent *entry;

	while (files && (entry = readdir(files)))
		unlink(entry->d_name);
	return is_mutated();
}

/* Succeeds only where nobody has been before. */
static int write_files(void)
{
	const char *tmpdir = getenv("TMPDIR");
	char path[4096];
	int fd = open("made-by-test", O_CREAT | O_EXCL | O_WRONLY, 0666);

	snprintf(path, sizeof(path), "%s/made-by-test", tmpdir ? tmpdir : ".");
	if (fd < 0 || mkdir(path, 0700) < 0)
		return 9;
	return is_mutated();
}

static int stop_itself(void)
{
	raise(SIGSTOP);
	return is_mutated();
}

static int crash(void)
{
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
	return 0;
}

static void *in_thread(void *arg)
{
	*(int *)arg = is_mutated();
	return NULL;
}

static int list_fds(void)
{
	for (int fd = 0; fd < 1024; fd++) {
		if (fcntl(fd, F_GETFD) >= 0)
			printf("fd %d\n", fd);
	}
	return 0;
}

/* A child made by fork and one that executes this program again have the mutant, too. */
static int use_children(void)
{
	int sum = 0;

	fflush(stdout);
	if (fork() == 0)
		_exit(is_mutated() ? 3 : 0);
	for (int status; wait(&status) > 0;)
		sum += WEXITSTATUS(status);
	if (fork() == 0) {
		execl("/proc/self/exe", "sample", "plain", (char *)NULL);
		_exit(9);
	}
	for (int status; wait(&status) > 0;)
		sum += WEXITSTATUS(status);
	printf("children %d\n", sum);
	return 0;
}

/* Constructor, threads, input, buffered output, a module loaded later. */
static int do_much(void)
{
	int (*module)(void);
	pthread_t thread;
	int answer = 0;
	char line[256];
	void *handle;

	printf("early %d, forks %d\n", early, nr_forks);
	pthread_create(&thread, NULL, in_thread, &answer);
	pthread_join(thread, NULL);
	printf("thread %d\n", answer);
	while (fgets(line, sizeof(line), stdin))
		printf("input %s", line);
	handle = dlopen("./module.so", RTLD_NOW);
	module = handle ? (int (*)(void))dlsym(handle, "module_answer") : NULL;
	printf("module %d\n", module ? module() : -1);
	printf("session %d\n", getsid(0) == getpid());
	list_fds();
	use_children();
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} samples[] = {
	{ "plain", plain },
	{ "spin", spin },
	{ "spin-in-site", spin_in_site },
	{ "sleep-forever", sleep_forever },
	{ "fork-many", fork_many },
	{ "bomb", bomb },
	{ "hog", hog },
	{ "flood", flood },
	{ "ignore-signals", ignore_signals },
	{ "close-all", close_all },
	{ "leave-daemon", leave_daemon },
	{ "kill-all", kill_all },
	{ "kill-parent", kill_parent },
	{ "stop-parent", stop_parent },
	{ "remove-all", remove_all },
	{ "write-files", write_files },
	{ "stop-itself", stop_itself },
	{ "crash", crash },
	{ "do-much", do_much },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(samples) / sizeof(samples[0]); i++) {
		if (strcmp(samples[i].name, argv[1]) == 0)
			return samples[i].run();
	}
	return 99;
}
