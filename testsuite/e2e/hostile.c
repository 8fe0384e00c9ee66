/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hostile NAME: a program that does nothing, of which one mutant does what NAME says: the "!=" of
 * guarded() becomes "true".  What does not end by itself counts on being ended; all else returns 0,
 * so that a contained mutant survives.
 *
 * Writes, removals and signals go to what the variables VICTIM_DIRS, VICTIM_DIR and VICTIM_PID
 * name, and to what lies around the working directory.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CALM 3

static int spin_forever(void)
{
	for (volatile unsigned i = 0;; i++)
		;
}

static int wait_forever(void)
{
	for (;;)
		pause();
}

static int bomb_forks(void)
{
	for (;;)
		fork();
}

static int bomb_memory(void)
{
	for (;;) {
		char *block = malloc(1 << 19);

		if (block)
			memset(block, 1, 1 << 19);
	}
}

static int flood_output(void)
{
	for (;;)
		puts("one line of many");
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status, (void)type, (void)walk;
	remove(path);
	return 0;
}

static int remove_trees(void)
{
	nftw(getenv("VICTIM_DIR"), remove_one, 20, FTW_DEPTH | FTW_PHYS);
	nftw("..", remove_one, 20, FTW_DEPTH | FTW_PHYS);
	return 0;
}

static int kill_all(void)
{
	kill(-1, SIGTERM);
	kill(-1, SIGKILL);
	return 0;
}

static int kill_others(void)
{
	kill(atoi(getenv("VICTIM_PID")), SIGKILL);
	kill(1, SIGKILL);
	kill(getppid(), SIGKILL);
	return 0;
}

static int stop_itself(void)
{
	raise(SIGSTOP);
	return wait_forever();
}

static int close_all(void)
{
	for (int fd = 0; fd < 4096; fd++)
		close(fd);
	return 0;
}

static int leave_daemon(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			wait_forever();
		_exit(0);
	}
	usleep(50000);
	return 0;
}

/* Allocated, not written: the machine's memory is taken all the same, but quickly. */
static int fill_disk(void)
{
	enum { BLOCK = 64 << 20 };
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/full", getenv("TMPDIR"));
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	for (off_t size = 0; posix_fallocate(fd, size, BLOCK) == 0; size += BLOCK)
		;
	for (off_t size = lseek(fd, 0, SEEK_END); write(fd, path, sizeof(path)) > 0; size++)
		;
	return 0;
}

static int deny_tracing(void)
{
	prctl(PR_SET_DUMPABLE, 0);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	return spin_forever();
}

static int block_signals(void)
{
	sigset_t all;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_IGN);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	return spin_forever();
}

static pthread_mutex_t locks[] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static void *take_both(void *first)
{
	int index = *(int *)first;

	pthread_mutex_lock(&locks[index]);
	usleep(50000);
	pthread_mutex_lock(&locks[!index]);
	return NULL;
}

static int deadlock(void)
{
	static int first[] = { 0, 1 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, take_both, &first[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

static void write_into(const char *directory)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/remt-hostile-file", directory);
	fd = open(path, O_CREAT | O_WRONLY | O_APPEND, 0666);
	if (write(fd, "text\n", 5) == 5)
		close(fd);
}

static const char *victim(const char *name)
{
	static char paths[2][4096];
	static int turn;

	turn = !turn;
	snprintf(paths[turn], sizeof(paths[turn]), "%s/%s", getenv("VICTIM_DIR"), name);
	return paths[turn];
}

static int write_outside(void)
{
	char *directories = strdup(getenv("VICTIM_DIRS"));

	for (char *name = strtok(directories, " "); name; name = strtok(NULL, " "))
		write_into(name);
	truncate(victim("file"), 0);
	rename(victim("file"), victim("renamed"));
	unlink(victim("file"));
	return 0;
}

static int change_outside(void)
{
	chmod(victim("file"), 0);
	utimensat(AT_FDCWD, victim("file"), NULL, 0);
	return 0;
}

/* To what it is; 1: it was allowed. */
static int set_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return clock_settime(CLOCK_REALTIME, &now) == 0;
}

/* clang-format off */
static const struct {
	const char *name;
	int (*perform)(void);
} acts[] = {
	{ "spin", spin_forever },
	{ "bomb-forks", bomb_forks },
	{ "bomb-memory", bomb_memory },
	{ "flood-output", flood_output },
	{ "remove-trees", remove_trees },
	{ "kill-all", kill_all },
	{ "kill-others", kill_others },
	{ "stop-itself", stop_itself },
	{ "close-all", close_all },
	{ "leave-daemon", leave_daemon },
	{ "fill-disk", fill_disk },
	{ "deny-tracing", deny_tracing },
	{ "block-signals", block_signals },
	{ "deadlock", deadlock },
	{ "write-outside", write_outside },
	{ "change-outside", change_outside },
	{ "set-clock", set_clock },
};
/* clang-format on */

static int guarded(int (*perform)(void), int mood)
{
	return mood != CALM ? perform() : 0;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(acts) / sizeof(acts[0]); i++) {
		if (strcmp(acts[i].name, argv[1]) == 0)
			return guarded(acts[i].perform, CALM);
	}
	return 99;
}
