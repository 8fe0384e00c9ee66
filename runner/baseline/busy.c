/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each busy process is a forked child that counts until its parent is gone or stopped. */
#include "runner/baseline/busy.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"

enum {
	COMPUTATIONS = 1 << 20, /* additions in a round, about a millisecond */
	LOOK = 64,		/* rounds between two looks at whether the parent is stopped */
	PAUSE_US = 100000,	/* while the parent is stopped */
};

/* Returns the whole processors of the control group's quota, rounded up; 0: no quota is known. */
static unsigned count_quota(void)
{
	_cleanup_fclose_ FILE *in = fopen("/sys/fs/cgroup/cpu.max", "re");
	unsigned long quota, period;

	if (!in || fscanf(in, "%lu %lu", &quota, &period) != 2 || !period)
		return 0;
	return (unsigned)((quota + period - 1) / period);
}

unsigned busy_count_processors(void)
{
	cpu_set_t set;
	unsigned quota = count_quota();
	long count = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set)
								  : sysconf(_SC_NPROCESSORS_ONLN);

	if (quota && quota < count)
		return quota;
	return count < 1 ? 1 : (unsigned)count;
}

/* True while the user has stopped the process PID (Ctrl-Z). */
static bool is_stopped(pid_t pid)
{
	char path[32];
	char state = 'R';

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	_cleanup_fclose_ FILE *in = fopen(path, "re");

	return in && fscanf(in, "%*d %*[^)]) %c", &state) == 1 && (state == 'T' || state == 't');
}

/*
 * Runs in the child. It has a session of its own, as the kernel may give each session the same
 * share of a processor, however many processes it has (autogroups).
 */
static _Noreturn void burn(pid_t parent)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	unsigned sink = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, "remt-busy");
	setsid();
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		signal(numbers[i], SIG_DFL);
	syscall(SYS_close_range, 0, ~0u, 0);
	for (unsigned round = 0; getppid() == parent; round++) {
		while (round % LOOK == 0 && is_stopped(parent))
			usleep(PAUSE_US);
		for (unsigned i = 0; i < COMPUTATIONS; i++)
			__asm__ volatile("" : "+r"(sink) : "r"(i)); /* nothing is left out */
	}
	_exit(0);
}

struct error *busy_start(struct busy *busy, unsigned count)
{
	pid_t parent = getpid();

	*busy = (struct busy){ 0 };
	for (unsigned i = 0; i < count; i++) {
		pid_t pid = fork();

		if (pid < 0) {
			int errnum = errno;

			busy_stop(busy);
			return error_errno(ERROR_INTERNAL, errnum, "starting a busy process");
		}
		if (pid == 0)
			burn(parent);
		vec_push(&busy->pids, pid);
	}
	return NULL;
}

void busy_stop(struct busy *busy)
{
	for (size_t i = 0; i < busy->pids.count; i++)
		kill(busy->pids.items[i], SIGKILL);
	for (size_t i = 0; i < busy->pids.count; i++)
		while (waitpid(busy->pids.items[i], NULL, 0) < 0 && errno == EINTR)
			;
	vec_deinit(&busy->pids);
}
