/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace/trace_task.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "common/xalloc.h"

/* Where the task is, or would be. */
static struct trace_task **find_slot(struct trace_tasks *tasks, pid_t pid)
{
	struct trace_task **slot = &tasks->buckets[(unsigned)pid % TRACE_NR_BUCKETS];

	while (*slot && (*slot)->pid != pid)
		slot = &(*slot)->next;
	return slot;
}

struct trace_task *trace_tasks_find(const struct trace_tasks *tasks, pid_t pid)
{
	return *find_slot((struct trace_tasks *)tasks, pid);
}

struct trace_task *trace_tasks_add(struct trace_tasks *tasks, pid_t pid, pid_t tgid, pid_t parent,
				   const struct trace_task *source)
{
	struct trace_task **slot = find_slot(tasks, pid);

	if (!*slot) {
		*slot = xcalloc(1, sizeof(**slot));
		tasks->count++;
	}
	struct trace_task *task = *slot;

	task->pid = pid;
	task->tgid = tgid;
	task->parent = parent;
	task->image = source ? source->image : SIZE_MAX;
	task->planted = source ? source->planted : PLANTER_NONE;
	task->is_guessed = false;
	return task;
}

void trace_tasks_remove(struct trace_tasks *tasks, pid_t pid)
{
	struct trace_task **slot = find_slot(tasks, pid);
	struct trace_task *task = *slot;

	if (!task)
		return;
	*slot = task->next;
	tasks->count--;
	free(task);
}

/* True if it is none of this process's children, traced or not. */
static bool is_lost(pid_t pid)
{
	siginfo_t info;
	int flags = WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL;

	return waitid(P_PID, (id_t)pid, &info, flags) < 0 && errno == ECHILD;
}

void trace_tasks_drop_lost(struct trace_tasks *tasks)
{
	for (size_t i = 0; i < TRACE_NR_BUCKETS; i++) {
		struct trace_task *next;

		for (struct trace_task *task = tasks->buckets[i]; task; task = next) {
			next = task->next;
			if (is_lost(task->pid))
				trace_tasks_remove(tasks, task->pid);
		}
	}
}

void trace_tasks_kill(const struct trace_tasks *tasks)
{
	for (size_t i = 0; i < TRACE_NR_BUCKETS; i++) {
		for (struct trace_task *task = tasks->buckets[i]; task; task = task->next)
			kill(task->pid, SIGKILL);
	}
}

void trace_tasks_deinit(struct trace_tasks *tasks)
{
	for (size_t i = 0; i < TRACE_NR_BUCKETS; i++) {
		while (tasks->buckets[i])
			trace_tasks_remove(tasks, tasks->buckets[i]->pid);
	}
}
