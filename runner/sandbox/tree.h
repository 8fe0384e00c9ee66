/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes below a worker: what they use, and their end. */
#ifndef RUNNER_SANDBOX_TREE_H
#define RUNNER_SANDBOX_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/sandbox/contain.h"

/* What the processes use together, as of now. */
struct tree_use {
	uint64_t cpu_us;       /* of live processes, and of dead ones that a live one waited for */
	uint64_t longest_us;   /* of one live process by itself */
	uint64_t resident_kb;  /* pages that several share count for each */
	uint64_t nr_tasks;     /* threads of all, zombies excepted */
	uint64_t nr_processes; /* zombies excepted */
	uint64_t nr_eager;     /* that run, or wait for a processor or a disk */
	uint64_t nr_zombies;   /* whose parents, other than the worker, have not waited for them */
};

enum { TREE_MAX_KEPT = 40 };

/* Processes that are no part of the run: its fork-server, and those that it was split from. */
struct tree_kept {
	pid_t pids[TREE_MAX_KEPT];
	unsigned count;
};

/* Sums up everything below the calling worker but KEPT. */
void tree_measure(const struct containment *containment, const struct tree_kept *kept,
		  struct tree_use *ret);

/*
 * The only process below the calling worker, but KEPT, that runs, in one thread; 0: there are more,
 * or others that may go on before it ends or makes a system call.  RUNTIME: path of the run-time,
 * which all of them must have mapped, as it tells of timers.  STOPPED (0: none): a process that
 * runs but for the caller's tracing.
 */
pid_t tree_find_busy(const struct containment *containment, const struct tree_kept *kept,
		     const char *runtime, pid_t stopped);

/*
 * Sends SIGKILL to everything below the calling worker; true if there was something.  GROUP (0:
 * none) is the process group of the run: without a namespace it is what can't be outrun by a fork
 * bomb.
 */
bool tree_kill(const struct containment *containment, pid_t group);

/* Sends SIGKILL to everything below the calling worker but KEPT; true if there was something. */
bool tree_kill_others(const struct containment *containment, const struct tree_kept *kept);

/* Pid given out last in the worker's namespace; -1 if it has none of its own. */
pid_t tree_last_pid(const struct containment *containment);

#endif
