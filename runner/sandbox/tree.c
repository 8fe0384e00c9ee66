/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads /proc. In a PID namespace all processes but 1 are ours; elsewhere the lists of children are
 * followed down from the worker.
 */
#include "runner/sandbox/tree.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/vec.h"
#include "runner/sandbox/mapping.h"
#include "runner/sandbox/process.h"

typedef VEC(pid_t) pid_vec;

static void add_children_of_task(pid_t pid, const char *task, pid_vec *ret)
{
	char path[320], text[4096];
	char *at = text, *end;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/children", (int)pid, task);
	if (!process_read_text(path, text, sizeof(text)))
		return;
	for (;;) {
		long child = strtol(at, &end, 10);

		if (end == at)
			return;
		vec_push(ret, (pid_t)child);
		at = end;
	}
}

static void add_children(pid_t pid, pid_vec *ret)
{
	_cleanup_closedir_ DIR *tasks = NULL;
	struct dirent *entry;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	tasks = opendir(path);
	if (!tasks)
		return;
	while ((entry = readdir(tasks))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			add_children_of_task(pid, entry->d_name, ret);
	}
}

static void list_namespace(pid_vec *ret)
{
	_cleanup_closedir_ DIR *all = opendir("/proc");
	struct dirent *entry;

	while (all && (entry = readdir(all))) {
		long pid = strtol(entry->d_name, NULL, 10);

		if (pid > 1)
			vec_push(ret, (pid_t)pid);
	}
}

static void list(const struct containment *containment, pid_vec *ret)
{
	if (containment->is_namespace) {
		list_namespace(ret);
		return;
	}
	add_children(getpid(), ret);
	for (size_t i = 0; i < ret->count; i++)
		add_children(ret->items[i], ret);
}

static bool is_kept(const struct tree_kept *kept, pid_t pid)
{
	for (unsigned i = 0; i < kept->count; i++) {
		if (kept->pids[i] == pid)
			return true;
	}
	return false;
}

void tree_measure(const struct containment *containment, const struct tree_kept *kept,
		  struct tree_use *ret)
{
	struct tree_use sum = { 0 };
	pid_vec pids = { 0 };

	list(containment, &pids);
	for (size_t i = 0; i < pids.count; i++) {
		struct process process;

		if (is_kept(kept, pids.items[i]) || !process_read(pids.items[i], &process))
			continue;
		sum.cpu_us += process.own_us + process.children_us;
		if (process.own_us > sum.longest_us)
			sum.longest_us = process.own_us;
		if (process_is_dead(&process)) {
			sum.nr_zombies += process.parent != getpid();
			continue;
		}
		sum.resident_kb += process.resident_kb;
		sum.nr_tasks += process.nr_threads;
		sum.nr_processes++;
		sum.nr_eager += process.state == 'R' || process.state == 'D';
	}
	vec_deinit(&pids);
	*ret = sum;
}

pid_t tree_find_busy(const struct containment *containment, const struct tree_kept *kept,
		     const char *runtime, pid_t stopped)
{
	pid_vec pids = { 0 };
	pid_t busy = 0;
	bool is_clear = true;

	list(containment, &pids);
	for (size_t i = 0; i < pids.count && is_clear; i++) {
		pid_t pid = pids.items[i];
		struct process process;
		bool is_busy;

		if (is_kept(kept, pid) || !process_read(pid, &process) || process_is_dead(&process))
			continue;
		is_busy = process.state == 'R' || (pid == stopped && process.state == 't');
		is_clear = process.nr_threads == 1 && !process_has_timers(pid) &&
			   mapping_is_there(pid, runtime) &&
			   (is_busy ? !busy : process_is_waiting(pid));
		if (is_busy)
			busy = pid;
	}
	vec_deinit(&pids);
	return is_clear ? busy : 0;
}

bool tree_kill(const struct containment *containment, pid_t group)
{
	bool any;
	pid_vec pids = { 0 };

	/* One call that nothing can outrun: a process with a pending SIGKILL can't fork. */
	if (containment->is_namespace)
		return kill(-1, SIGKILL) == 0;
	if (group)
		kill(-group, SIGKILL);
	list(containment, &pids);
	for (size_t i = 0; i < pids.count; i++)
		kill(pids.items[i], SIGKILL);
	any = pids.count > 0;
	vec_deinit(&pids);
	return any;
}

bool tree_kill_others(const struct containment *containment, const struct tree_kept *kept)
{
	pid_vec pids = { 0 };
	bool any = false;

	list(containment, &pids);
	for (size_t i = 0; i < pids.count; i++) {
		struct process process;

		if (is_kept(kept, pids.items[i]) || !process_read(pids.items[i], &process) ||
		    process_is_dead(&process))
			continue;
		any |= kill(pids.items[i], SIGKILL) == 0;
	}
	vec_deinit(&pids);
	return any;
}

pid_t tree_last_pid(const struct containment *containment)
{
	static int load = -1; /* open once, as a worker has one namespace */
	char text[128];
	const char *last;
	ssize_t length;

	if (!containment->is_namespace)
		return -1;
	if (load < 0)
		load = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
	length = pread(load, text, sizeof(text) - 1, 0);
	if (length <= 0)
		return -1;
	text[length] = 0;
	last = strrchr(text, ' ');
	return last ? (pid_t)strtol(last, NULL, 10) : -1;
}
