/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the tracer: the processes and threads that are alive. */
#ifndef RUNNER_TRACE_TRACED_TASK_H
#define RUNNER_TRACE_TRACED_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "runner/trace/planter.h"

/* A process or thread. */
struct traced_task {
	pid_t pid;	 /* thread id */
	pid_t tgid;	 /* equal to pid: a process */
	pid_t parent;	 /* process that forked it */
	size_t image;	 /* index of the exec that it runs; SIZE_MAX: none was seen */
	size_t planted;	 /* image with breakpoints that it runs; PLANTER_NONE: none */
	bool is_guessed; /* what it runs is its parent's: the event of who made it is to come */
	struct traced_task *next;
};

enum { TRACE_NR_BUCKETS = 1024 };

/* All zero: none. */
struct traced_tasks {
	struct traced_task *buckets[TRACE_NR_BUCKETS];
	size_t count;
};

/* Thread group and parent of a live task; false if it is gone. */
bool traced_task_read_ids(pid_t pid, pid_t *tgid, pid_t *parent);

/* NULL: not known. */
struct traced_task *traced_tasks_find(const struct traced_tasks *tasks, pid_t pid);

/* Adds or changes; what is returned stays until it is removed.  It runs what SOURCE runs; NULL:
 * what was not seen. */
struct traced_task *traced_tasks_add(struct traced_tasks *tasks, pid_t pid, pid_t tgid,
				     pid_t parent, const struct traced_task *source);

void traced_tasks_remove(struct traced_tasks *tasks, pid_t pid);
/*
 * Removes those that are gone without a word: the end of a process may come before its parent's
 * word that there is one, which then seems to be a new one.
 */
void traced_tasks_drop_lost(struct traced_tasks *tasks);
void traced_tasks_kill(const struct traced_tasks *tasks);
void traced_tasks_deinit(struct traced_tasks *tasks);

#endif
