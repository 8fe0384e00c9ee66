/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads /proc: in a PID namespace everything there but process 1 is ours;
 * elsewhere the lists of children are followed down from the worker.
 */
#include "runner/tree.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/vec.h"

typedef VEC(pid_t) pid_vec;

/* Fields of /proc/PID/stat, as many as are used here. */
struct process {
	char state;
	uint64_t own_us;      /* user + system time of all its threads */
	uint64_t children_us; /* of children that it waited for; counted in clock ticks */
	uint64_t nr_threads;
	uint64_t resident_kb;
};

/* Reads the start of PATH as text; false if there is nothing. */
static bool read_text(const char *path, char *text, size_t size)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (fd < 0)
		return false;
	length = read(fd, text, size - 1);
	if (length <= 0)
		return false;
	text[length] = 0;
	return true;
}

/* All threads' time to the nanosecond; the kernel's id of a process clock is made of the pid. */
static uint64_t read_clock(pid_t pid)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
		return 0;
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static bool read_process(pid_t pid, struct process *ret)
{
	unsigned long long children_user, children_system, resident;
	long nr_threads;
	char path[64], text[1024];
	const char *rest;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (!read_text(path, text, sizeof(text)))
		return false;
	rest = strrchr(text, ')'); /* the name before it may hold anything */
	if (!rest ||
	    sscanf(rest,
		   ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %llu %llu %*d "
		   "%*d %ld %*d %*u %*u %llu",
		   &ret->state, &children_user, &children_system, &nr_threads, &resident) != 5)
		return false;
	ret->own_us = read_clock(pid);
	ret->children_us = (children_user + children_system) * 1000000 /
			   (unsigned long long)sysconf(_SC_CLK_TCK);
	ret->nr_threads = (uint64_t)nr_threads;
	ret->resident_kb = resident * ((uint64_t)sysconf(_SC_PAGESIZE) / 1024);
	return true;
}

static void add_children_of_task(pid_t pid, const char *task, pid_vec *ret)
{
	char path[320], text[4096];
	char *at = text, *end;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/children", (int)pid, task);
	if (!read_text(path, text, sizeof(text)))
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

/* The first thread of a process may be dead while others live. */
static bool is_dead(const struct process *process)
{
	return process->state == 'X' || (process->state == 'Z' && process->nr_threads <= 1);
}

void tree_measure(const struct containment *containment, const struct tree_kept *kept,
		  struct tree_use *ret)
{
	struct tree_use sum = { 0 };
	pid_vec pids = { 0 };

	list(containment, &pids);
	for (size_t i = 0; i < pids.count; i++) {
		struct process process;

		if (is_kept(kept, pids.items[i]) || !read_process(pids.items[i], &process))
			continue;
		sum.cpu_us += process.own_us + process.children_us;
		if (process.own_us > sum.longest_us)
			sum.longest_us = process.own_us;
		if (is_dead(&process))
			continue;
		sum.resident_kb += process.resident_kb;
		sum.nr_tasks += process.nr_threads;
		sum.nr_processes++;
	}
	vec_deinit(&pids);
	*ret = sum;
}

/* True if there is a POSIX timer, or may be one. */
static bool has_timers(pid_t pid)
{
	_cleanup_close_ int fd = -1;
	char path[64], byte;

	snprintf(path, sizeof(path), "/proc/%d/timers", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 || read(fd, &byte, 1) != 0;
}

/* True if descriptor FD of PID is a pipe. */
static bool is_pipe(pid_t pid, unsigned long fd)
{
	static const char prefix[] = "pipe:";
	char path[64], target[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%lu", (int)pid, fd);
	return readlink(path, target, sizeof(target)) > (ssize_t)strlen(prefix) &&
	       memcmp(target, prefix, strlen(prefix)) == 0;
}

/* True if PID waits for others without a limit of time: for a child, a signal, or what comes
 * through a pipe. */
static bool is_waiting(pid_t pid)
{
	char path[64], text[256];
	unsigned long first;
	long call;

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)pid);
	if (!read_text(path, text, sizeof(text)) || sscanf(text, "%ld %lx", &call, &first) != 2)
		return false;
	switch (call) {
	case SYS_wait4:
	case SYS_waitid:
	case SYS_rt_sigsuspend: return true;
	case SYS_read: return is_pipe(pid, first);
	default: return false;
	}
}

/* True if PID has PATH mapped. */
static bool has_mapped(pid_t pid, const char *path)
{
	_cleanup_fclose_ FILE *maps = NULL;
	_cleanup_free_ char *line = NULL;
	size_t size = 0;
	char name[64];

	snprintf(name, sizeof(name), "/proc/%d/maps", (int)pid);
	maps = fopen(name, "re");
	while (maps && getline(&line, &size, maps) > 0) {
		if (strstr(line, path))
			return true;
	}
	return false;
}

/* The number behind NAME in /proc/PID/status. */
static bool read_status(pid_t pid, const char *name, int base, uint64_t *ret)
{
	char path[64], text[4096];
	const char *at;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	at = read_text(path, text, sizeof(text)) ? strstr(text, name) : NULL;
	if (at)
		*ret = strtoull(at + strlen(name), NULL, base);
	return at != NULL;
}

uint64_t tree_count_waits(pid_t pid)
{
	uint64_t count = UINT64_MAX;

	read_status(pid, "\nvoluntary_ctxt_switches:", 10, &count);
	return count;
}

bool tree_awaits_signals(pid_t pid)
{
	static const int numbers[] = { SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO };
	uint64_t caught;

	if (!read_status(pid, "\nSigCgt:", 16, &caught))
		return true;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (caught & UINT64_C(1) << (numbers[i] - 1))
			return true;
	}
	return false;
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

		if (is_kept(kept, pid) || !read_process(pid, &process) || is_dead(&process))
			continue;
		is_busy = process.state == 'R' || (pid == stopped && process.state == 't');
		is_clear = process.nr_threads == 1 && !has_timers(pid) &&
			   has_mapped(pid, runtime) && (is_busy ? !busy : is_waiting(pid));
		if (is_busy)
			busy = pid;
	}
	vec_deinit(&pids);
	return is_clear ? busy : 0;
}

uint64_t tree_cpu_us(pid_t pid)
{
	return read_clock(pid);
}

bool tree_kill(const struct containment *containment, pid_t group)
{
	bool any;
	pid_vec pids = { 0 };

	/* One call that nothing can outrun: a process with the signal pending can't fork. */
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

pid_t tree_last_pid(const struct containment *containment)
{
	static int load = -1; /* of the one namespace that a worker has */
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
