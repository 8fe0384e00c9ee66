/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the tracer: the living processes and threads. */
#ifndef RUNNER_TRACE_TRACED_TASK_H
#define RUNNER_TRACE_TRACED_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "runner/trace/planter.h"

struct traced_task {
	pid_t pid;	 /* thread id */
	pid_t tgid;	 /* id of the process */
	pid_t parent;	 /* process that forked it */
	size_t image;	 /* index of the exec that it runs; SIZE_MAX: not seen */
	size_t planted;	 /* image with breakpoints that it runs; PLANTER_NONE: none */
	bool is_held;	 /* stays stopped at its exec until follow_release() */
	bool is_guessed; /* taken to run what its parent runs, until the fork event comes */
	struct traced_task *next;
};

enum { TRACE_NR_BUCKETS = 1024 };

/* Zero bytes: no tasks. */
struct traced_tasks {
	struct traced_task *buckets[TRACE_NR_BUCKETS];
	size_t count;
};

/* Reads thread group and parent of a living task; false if it is gone. */
bool traced_task_read_ids(pid_t pid, pid_t *tgid, pid_t *parent);

/* Returns NULL if the task is not known. */
struct traced_task *traced_tasks_find(const struct traced_tasks *tasks, pid_t pid);

/*
 * Adds or changes a task, which runs what SOURCE runs (NULL: not seen). The pointer is valid until
 * the task is removed.
 */
struct traced_task *traced_tasks_add(struct traced_tasks *tasks, pid_t pid, pid_t tgid,
				     pid_t parent, const struct traced_task *source);

void traced_tasks_remove(struct traced_tasks *tasks, pid_t pid);
/*
 * Removes tasks that ended unnoticed. The end of a process may come before its parent's fork event,
 * which then seems to announce a new one.
 */
void traced_tasks_drop_lost(struct traced_tasks *tasks);
void traced_tasks_kill(const struct traced_tasks *tasks);
void traced_tasks_deinit(struct traced_tasks *tasks);

#endif
