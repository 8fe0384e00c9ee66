/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the dead processes below a worker, to which all orphans come. */
#ifndef RUNNER_WORKER_REAPER_H
#define RUNNER_WORKER_REAPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/sandbox/contain.h"
#include "runner/trace/follow.h"

struct reaper {
	pid_t main;	       /* the run ends when this process ends; 0: none */
	pid_t server;	       /* fork-server; 0: none, or dead */
	struct follow *follow; /* traces main and all below it; NULL: nothing does */
	bool main_ended;
	int status;	      /* wait status of main */
	uint64_t main_rss_kb; /* largest resident size of main and the children it waited for */
	uint64_t cpu_us;      /* time of all dead processes but the server */
};

/* Forgets the last run and its tracing; the server stays. */
void reaper_begin(struct reaper *reaper);
/* Collects all that are dead now; true if no children are left. */
bool reaper_collect(struct reaper *reaper);
/*
 * Kills all processes in CONTAINMENT, the group of the main process first, and waits for their end;
 * true if there were any.
 */
bool reaper_clear(struct reaper *reaper, const struct containment *containment);

#endif
