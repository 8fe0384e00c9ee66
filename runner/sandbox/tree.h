/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes below a worker: what they use, and how they are killed. */
#ifndef RUNNER_SANDBOX_TREE_H
#define RUNNER_SANDBOX_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/sandbox/contain.h"

/* What the processes use together at this moment. */
struct tree_use {
	uint64_t cpu_us;      /* time of the living, and of the dead that a living one waited for */
	uint64_t longest_us;  /* the most of any one process */
	uint64_t resident_kb; /* a page that several processes share counts for each */
	uint64_t nr_tasks;    /* threads of all processes but zombies */
	uint64_t nr_processes; /* without zombies */
	uint64_t nr_eager;     /* that run, or wait for a processor or a disk */
	uint64_t nr_zombies;   /* whose parents, other than the worker, have not waited for them */
};

enum { TREE_MAX_KEPT = 40 };

/* Processes that are no part of the run: its fork-server, and those that it was split from. */
struct tree_kept {
	pid_t pids[TREE_MAX_KEPT];
	unsigned count;
};

/* Sums up all processes below the calling worker but KEPT. */
void tree_measure(const struct containment *containment, const struct tree_kept *kept,
		  struct tree_use *ret);

/*
 * Returns the only process below the calling worker, KEPT excepted, that runs, if it has one
 * thread. Returns 0 if more run, or if others may go on before it ends or makes a system call. All
 * must have mapped the run-time, whose path is RUNTIME, as the run-time reports timers. STOPPED (0:
 * none) is a process that would run but for the caller's tracing.
 */
pid_t tree_find_busy(const struct containment *containment, const struct tree_kept *kept,
		     const char *runtime, pid_t stopped);

/*
 * Sends SIGKILL to all processes below the calling worker; true if there were any. GROUP (0: none)
 * is the process group of the run: without a namespace, killing the group is what a fork bomb can't
 * outrun.
 */
bool tree_kill(const struct containment *containment, pid_t group);

/* Sends SIGKILL to all processes below the calling worker but KEPT; true if there were any. */
bool tree_kill_others(const struct containment *containment, const struct tree_kept *kept);

/* Returns the pid that the worker's namespace gave out last; -1 if it has no namespace. */
pid_t tree_last_pid(const struct containment *containment);

#endif
