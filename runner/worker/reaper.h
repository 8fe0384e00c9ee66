/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the dead below a worker: all orphans come to it. */
#ifndef RUNNER_WORKER_REAPER_H
#define RUNNER_WORKER_REAPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/sandbox/contain.h"
#include "runner/trace/follow.h"

struct reaper {
	pid_t main;	       /* process whose end is the run's end; 0: none */
	pid_t server;	       /* fork-server; 0: none; becomes 0 when it is dead */
	struct follow *follow; /* what main and all below it are traced by; NULL: they are not */
	bool main_ended;
	int status;	      /* wait status of main */
	uint64_t main_rss_kb; /* largest resident size of main and its waited-for children */
	uint64_t cpu_us;      /* of all the dead but the server */
};

/* Forgets the last run, and how it was followed; the server stays. */
void reaper_begin(struct reaper *reaper);
/* Takes all that are dead now; true if there are no children left at all. */
bool reaper_collect(struct reaper *reaper);
/* Kills all that is in CONTAINMENT, the main process's group first, and waits for its end; true if
 * there was any. */
bool reaper_clear(struct reaper *reaper, const struct containment *containment);

#endif
