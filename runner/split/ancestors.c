/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the ancestors of a process and decides whether copies of them can stand for them: each has
 * one thread, no timers, waits, and handles the run-time's signal; no other process runs beside
 * them.
 */
#include "runner/split/ancestors.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/clock.h"
#include "runner/sandbox/process.h"

enum {
	IDLE_MS = 20,  /* patience with processes that are about to end, or to wait */
	RUN_MS = 2000, /* patience with a process that runs */
	PAUSE_US = 50,
};

static const char *find_ancestors(pid_t first, struct ancestors *ancestors)
{
	struct process process;
	pid_t pid = ancestors->process;

	ancestors->count = 0;
	while (pid != first) {
		if (!process_read(pid, &process) || process.parent <= 1)
			return "it is no descendant of the test's first process";
		pid = process.parent;
		if (ancestors->count == ANCESTORS_MAX)
			return "too many processes wait for it";
		ancestors->pids[ancestors->count++] = pid;
	}
	return NULL;
}

/* Returns the number of the mount namespace of PID; 0: PID is gone. */
static ino_t mounts_of(pid_t pid)
{
	struct stat status = { 0 };
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)pid);
	return stat(path, &status) < 0 ? 0 : status.st_ino;
}

static const char *look_at_ancestor(pid_t pid, uint64_t *patience_ms)
{
	struct process process;

	if (!process_read(pid, &process) || process.nr_threads != 1)
		return "a process that waits for it has threads";
	if (process_has_timers(pid))
		return "a process that waits for it has timers";
	if (process.state != 'S')
		*patience_ms = RUN_MS;
	else if (process_is_waiting(pid) && process_catches(pid, REMT_CALL_SIGNAL))
		return NULL;
	return "other processes run beside it";
}

/* *PATIENCE_MS is how long the answer may take to change. */
static const char *look_at_ancestors(const struct containment *containment,
				     const struct ancestors *ancestors, uint64_t *patience_ms)
{
	struct tree_kept kept = { .pids = { ancestors->process }, .count = 1 };
	const char *why = NULL;
	struct tree_use use;

	*patience_ms = IDLE_MS;
	for (unsigned i = 0; i < ancestors->count && !why; i++)
		why = look_at_ancestor(ancestors->pids[i], patience_ms);
	if (why)
		return why;
	tree_measure(containment, &kept, &use);
	if (use.nr_zombies) /* a copy of its parent could not wait for it */
		return "a process has ended that nobody has waited for";
	return use.nr_processes == ancestors->count ? NULL : "other processes run beside it";
}

/* Waits for a while until the ancestors do nothing but wait. */
static const char *await_idle(const struct containment *containment,
			      const struct ancestors *ancestors, bool is_patient)
{
	uint64_t start_ms = clock_ms(), patience_ms;
	const char *why;

	while ((why = look_at_ancestors(containment, ancestors, &patience_ms)) && is_patient &&
	       clock_ms() < start_ms + patience_ms)
		usleep(PAUSE_US);
	return why;
}

const char *ancestors_find(const struct containment *containment,
			   const struct remt_session *session, pid_t process, pid_t first,
			   bool is_patient, struct ancestors *ret)
{
	const char *why;

	*ret = (struct ancestors){ .process = process };
	why = mounts_of(process) != mounts_of(getpid()) ? "it has mounts of its own" : NULL;
	if (!why)
		why = find_ancestors(first, ret);
	if (!why)
		why = await_idle(containment, ret, is_patient);
	if (!why && ret->count > 1)
		why = ancestors_look_at_files(session, ret, 1, ret->count);
	if (why)
		ret->process = 0;
	return why;
}

bool ancestors_is_sound(const struct ancestors *ancestors)
{
	struct process process;

	for (unsigned i = 0; i <= ancestors->count; i++) {
		pid_t pid = ancestors_pid(ancestors, i);

		if (!process_read(pid, &process) || process_is_dead(&process) ||
		    process_has_pending(pid, REMT_CALL_SIGNAL))
			return false;
	}
	return true;
}

void ancestors_keep(const struct ancestors *ancestors, struct tree_kept *kept)
{
	for (unsigned i = 0; i <= ancestors->count && kept->count < TREE_MAX_KEPT; i++)
		kept->pids[kept->count++] = ancestors_pid(ancestors, i);
}
