/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows a process and its descendants with ptrace, which stops them at fork, clone and exec, and
 * at no other system call.
 *
 *   follow_seize()    the first process, before it executes anything
 *   follow_status()   for each status that waitpid() with __WALL returns
 *   follow_deinit()
 *
 * If the tracer dies, they are killed.
 */
#ifndef RUNNER_TRACE_FOLLOW_H
#define RUNNER_TRACE_FOLLOW_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/trace/planter.h"
#include "runner/trace/traced_task.h"

/* What the caller does at stops; each may be NULL. */
struct follow_hooks {
	/*
	 * TASK now executes another file; task->planted is that of the new image. If it sets task->is_held,
	 * the task does nothing before follow_release().
	 */
	void (*executed)(void *arg, struct traced_task *task);
	/* SIGTRAP is for TASK, and is not the planter's; true: it goes on without it */
	bool (*trapped)(void *arg, const struct traced_task *task);
	/* only with PTRACE_O_TRACEEXIT */
	void (*exiting)(void *arg, const struct traced_task *task);
	/* only with PTRACE_O_TRACESECCOMP */
	void (*filtered)(void *arg, const struct traced_task *task);
	void (*ended)(void *arg, const struct traced_task *task, int status);
};

/* Zero bytes: nothing is followed yet. */
struct follow {
	struct traced_tasks tasks;
	struct planter *planter; /* NULL: no code is changed; borrowed */
	struct follow_hooks hooks;
	void *arg;
	bool is_killing; /* each task that stops is killed */
};

/* MORE: ptrace options beside those that are always set. ERROR_INTERNAL if ptrace is refused. */
struct error *follow_seize(struct follow *follow, pid_t pid, long more) MUST_CHECK;
void follow_status(struct follow *follow, pid_t pid, int status);
/* Lets TASK, which is held, go on. */
void follow_release(struct traced_task *task);
/* Kills all known tasks, and each that stops from now on. */
void follow_kill(struct follow *follow);
void follow_deinit(struct follow *follow);

#endif
