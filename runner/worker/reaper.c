/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits for processes. */
#include "runner/worker/reaper.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "runner/sandbox/process.h"
#include "runner/sandbox/tree.h"

enum {
	PAUSE_US = 500,	 /* between two looks for living processes */
	MAX_TAKEN = 256, /* limit of one round, as traced processes may stop again and again */
};

void reaper_begin(struct reaper *reaper)
{
	*reaper = (struct reaper){ .server = reaper->server };
}

static void take(struct reaper *reaper, pid_t pid, int status, const struct rusage *usage)
{
	if (pid == reaper->server) {
		reaper->server = 0;
		return;
	}
	reaper->cpu_us += clock_used_us(usage);
	if (pid == reaper->main) {
		reaper->main_ended = true;
		reaper->status = status;
		reaper->main_rss_kb = (uint64_t)usage->ru_maxrss;
	}
}

/* Collects one dead process; returns 0 or -1 if there is none. */
static pid_t take_dead(struct reaper *reaper, int flags)
{
	struct rusage usage;
	int status;
	pid_t pid = wait4(-1, &status, flags, &usage);

	if (pid > 0)
		take(reaper, pid, status, &usage);
	return pid;
}

/* True if the dead PID is a child of ours, and no thread of one. */
static bool is_child(const struct reaper *reaper, pid_t pid)
{
	const struct traced_task *task = traced_tasks_find(&reaper->follow->tasks, pid);
	struct process process;

	return (!task || task->tgid == pid) && process_read(pid, &process) &&
	       process.parent == getpid();
}

/*
 * Collects a dead process, or lets a stopped one go on. The kernel tells the end of a process first
 * to us, the tracer, and then to its parent, which its use counts for. That parent may be us, too.
 */
static pid_t take_followed(struct reaper *reaper, int flags)
{
	siginfo_t info = { 0 };
	struct rusage usage;
	bool is_own;
	int status;

	if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | __WALL | flags) < 0)
		return -1;
	if (!info.si_pid)
		return 0;
	is_own = info.si_code != CLD_TRAPPED && is_child(reaper, info.si_pid);
	/* it was killed in between */
	if (wait4(info.si_pid, &status, WNOHANG | __WALL, &usage) <= 0)
		return info.si_pid;
	if (is_own && !WIFSTOPPED(status))
		take(reaper, info.si_pid, status, &usage);
	follow_status(reaper->follow, info.si_pid, status);
	return info.si_pid;
}

/* Collects the dead; false if living children are left. */
static bool collect(struct reaper *reaper, int flags)
{
	unsigned nr_taken = 0;
	pid_t pid;

	do {
		if (flags & WNOHANG && nr_taken++ == MAX_TAKEN) {
			raise(SIGCHLD);
			return false;
		}
		pid = reaper->follow ? take_followed(reaper, flags) : take_dead(reaper, flags);
	} while (pid > 0 || (pid < 0 && errno == EINTR));
	return pid < 0;
}

bool reaper_collect(struct reaper *reaper)
{
	return collect(reaper, WNOHANG);
}

bool reaper_clear(struct reaper *reaper, const struct containment *containment)
{
	bool any = false;

	while (tree_kill(containment, reaper->main)) {
		any = true;
		/*
		 * Without a namespace a process that is just being made is missed, and it may never
		 * end.
		 */
		if (containment->is_namespace)
			collect(reaper, 0);
		else if (!reaper_collect(reaper))
			usleep(PAUSE_US);
	}
	collect(reaper, 0);
	return any;
}
