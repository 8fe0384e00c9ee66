/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows a process, and all that comes of it, with ptrace: it stops at fork, clone and exec, and
 * at no other system call.
 *
 *   follow_seize()    the first process, before it executes anything
 *   follow_status()   for each status that waitpid() with __WALL tells
 *   follow_deinit()
 *
 * Without the tracer's process they do not live.
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
	/* TASK executes another file from here on; task->planted is the new one's. */
	void (*executed)(void *arg, struct traced_task *task);
	void (*exiting)(void *arg, const struct traced_task *task);  /* PTRACE_O_TRACEEXIT */
	void (*filtered)(void *arg, const struct traced_task *task); /* PTRACE_O_TRACESECCOMP */
	void (*ended)(void *arg, const struct traced_task *task, int status);
};

/* Zero bytes: nothing was followed yet. */
struct follow {
	struct traced_tasks tasks;
	struct planter *planter; /* NULL: nothing is changed; borrowed */
	struct follow_hooks hooks;
	void *arg;
	bool is_killing; /* each task that stops */
};

/* MORE: options of ptrace beside those that are always set.  ERROR_INTERNAL: it is refused. */
struct error *follow_seize(struct follow *follow, pid_t pid, long more) MUST_CHECK;
void follow_status(struct follow *follow, pid_t pid, int status);
/* Kills all that is known, and what stops from here on. */
void follow_kill(struct follow *follow);
void follow_deinit(struct follow *follow);

#endif
