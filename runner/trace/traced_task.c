/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table of tasks by thread id. */
#include "runner/trace/traced_task.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/xalloc.h"
#include "runner/sandbox/process.h"

/* Returns the slot in which the task is, or would be. */
static struct traced_task **find_slot(struct traced_tasks *tasks, pid_t pid)
{
	struct traced_task **slot = &tasks->buckets[(unsigned)pid % TRACE_NR_BUCKETS];

	while (*slot && (*slot)->pid != pid)
		slot = &(*slot)->next;
	return slot;
}

struct traced_task *traced_tasks_find(const struct traced_tasks *tasks, pid_t pid)
{
	return *find_slot((struct traced_tasks *)tasks, pid);
}

struct traced_task *traced_tasks_add(struct traced_tasks *tasks, pid_t pid, pid_t tgid,
				     pid_t parent, const struct traced_task *source)
{
	struct traced_task **slot = find_slot(tasks, pid);

	if (!*slot) {
		*slot = xcalloc(1, sizeof(**slot));
		tasks->count++;
	}
	struct traced_task *task = *slot;

	task->pid = pid;
	task->tgid = tgid;
	task->parent = parent;
	task->image = source ? source->image : SIZE_MAX;
	task->planted = source ? source->planted : PLANTER_NONE;
	task->is_guessed = false;
	return task;
}

void traced_tasks_remove(struct traced_tasks *tasks, pid_t pid)
{
	struct traced_task **slot = find_slot(tasks, pid);
	struct traced_task *task = *slot;

	if (!task)
		return;
	*slot = task->next;
	tasks->count--;
	free(task);
}

/* True if PID is no child of this process, traced or not. */
static bool is_lost(pid_t pid)
{
	siginfo_t info;
	int flags = WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL;

	return waitid(P_PID, (id_t)pid, &info, flags) < 0 && errno == ECHILD;
}

void traced_tasks_drop_lost(struct traced_tasks *tasks)
{
	for (size_t i = 0; i < TRACE_NR_BUCKETS; i++) {
		struct traced_task *next;

		for (struct traced_task *task = tasks->buckets[i]; task; task = next) {
			next = task->next;
			if (is_lost(task->pid))
				traced_tasks_remove(tasks, task->pid);
		}
	}
}

void traced_tasks_kill(const struct traced_tasks *tasks)
{
	for (size_t i = 0; i < TRACE_NR_BUCKETS; i++) {
		for (struct traced_task *task = tasks->buckets[i]; task; task = task->next)
			kill(task->pid, SIGKILL);
	}
}

void traced_tasks_deinit(struct traced_tasks *tasks)
{
	for (size_t i = 0; i < TRACE_NR_BUCKETS; i++) {
		while (tasks->buckets[i])
			traced_tasks_remove(tasks, tasks->buckets[i]->pid);
	}
}

bool traced_task_read_ids(pid_t pid, pid_t *tgid, pid_t *parent)
{
	char path[40], text[4096];

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	if (!process_read_text(path, text, sizeof(text)))
		return false;
	const char *tgid_line = strstr(text, "\nTgid:");
	const char *parent_line = strstr(text, "\nPPid:");

	if (!tgid_line || !parent_line)
		return false;
	*tgid = (pid_t)strtol(tgid_line + sizeof("\nTgid:") - 1, NULL, 10);
	*parent = (pid_t)strtol(parent_line + sizeof("\nPPid:") - 1, NULL, 10);
	return true;
}
