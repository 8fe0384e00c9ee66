/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads /proc/PID/{stat,status,syscall,timers,fd,mem}. */
#include "runner/sandbox/process.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"

bool process_read_text(const char *path, char *text, size_t size)
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

/* The kernel makes the id of a process clock of the pid. */
uint64_t process_cpu_us(pid_t pid)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_read(clock, &time) != 0)
		return 0;
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

bool process_read(pid_t pid, struct process *ret)
{
	unsigned long long children_user, children_system, resident;
	long nr_threads;
	char path[64], text[1024];
	const char *rest;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (!process_read_text(path, text, sizeof(text)))
		return false;
	rest = strrchr(text, ')'); /* the name before it may hold any character */
	if (!rest || sscanf(rest,
			    ") %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %llu %llu %*d "
			    "%*d %ld %*d %*u %*u %llu",
			    &ret->state, &ret->parent, &children_user, &children_system,
			    &nr_threads, &resident) != 6)
		return false;
	ret->own_us = process_cpu_us(pid);
	ret->children_us = (children_user + children_system) * 1000000 /
			   (unsigned long long)sysconf(_SC_CLK_TCK);
	ret->nr_threads = (uint64_t)nr_threads;
	ret->resident_kb = resident * ((uint64_t)sysconf(_SC_PAGESIZE) / 1024);
	return true;
}

bool process_is_dead(const struct process *process)
{
	return process->state == 'X' || (process->state == 'Z' && process->nr_threads <= 1);
}

bool process_has_timers(pid_t pid)
{
	_cleanup_close_ int fd = -1;
	char path[64], byte;

	snprintf(path, sizeof(path), "/proc/%d/timers", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 || read(fd, &byte, 1) != 0;
}

static bool is_pipe(pid_t pid, unsigned long fd)
{
	static const char prefix[] = "pipe:";
	char path[64], target[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%lu", (int)pid, fd);
	return readlink(path, target, sizeof(target)) > (ssize_t)strlen(prefix) &&
	       memcmp(target, prefix, strlen(prefix)) == 0;
}

bool process_is_waiting(pid_t pid)
{
	char path[64], text[256];
	unsigned long first;
	long call;

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)pid);
	if (!process_read_text(path, text, sizeof(text)) ||
	    sscanf(text, "%ld %lx", &call, &first) != 2)
		return false;
	switch (call) {
	case SYS_wait4:
	case SYS_waitid:
	case SYS_rt_sigsuspend: return true;
	case SYS_read: return is_pipe(pid, first);
	default: return false;
	}
}

/* Reads the number behind NAME in /proc/PID/status. */
static bool read_status(pid_t pid, const char *name, int base, uint64_t *ret)
{
	char path[64], text[4096];
	const char *at;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	at = process_read_text(path, text, sizeof(text)) ? strstr(text, name) : NULL;
	if (at)
		*ret = strtoull(at + strlen(name), NULL, base);
	return at != NULL;
}

uint64_t process_count_waits(pid_t pid)
{
	uint64_t count = UINT64_MAX;

	read_status(pid, "\nvoluntary_ctxt_switches:", 10, &count);
	return count;
}

static bool read_caught(pid_t pid, uint64_t *ret)
{
	return read_status(pid, "\nSigCgt:", 16, ret);
}

bool process_catches(pid_t pid, int number)
{
	uint64_t caught;

	return read_caught(pid, &caught) && caught & UINT64_C(1) << (number - 1);
}

bool process_ignores(pid_t pid, int number)
{
	uint64_t ignored, bit = UINT64_C(1) << (number - 1);

	if (read_status(pid, "\nSigIgn:", 16, &ignored) && ignored & bit)
		return true;
	switch (number) {
	case SIGCHLD:
	case SIGCONT:
	case SIGURG:
	case SIGWINCH: return !process_catches(pid, number);
	default: return false;
	}
}

bool process_has_pending(pid_t pid, int number)
{
	uint64_t own, of_process, ignored = UINT64_C(1) << (number - 1);

	if (!process_catches(pid, SIGCHLD))
		ignored |= UINT64_C(1) << (SIGCHLD - 1);
	return !read_status(pid, "\nSigPnd:", 16, &own) ||
	       !read_status(pid, "\nShdPnd:", 16, &of_process) || (own | of_process) & ~ignored;
}

bool process_awaits_signals(pid_t pid)
{
	static const int numbers[] = { SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO };
	uint64_t caught;

	if (!read_caught(pid, &caught))
		return true;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (caught & UINT64_C(1) << (numbers[i] - 1))
			return true;
	}
	return false;
}

bool process_read_memory(pid_t pid, uint64_t address, void *ret, size_t size)
{
	struct iovec local = { .iov_base = ret, .iov_len = size };
	struct iovec remote = { .iov_base = (void *)(uintptr_t)address, .iov_len = size };

	return process_vm_readv(pid, &local, 1, &remote, 1, 0) == (ssize_t)size;
}

bool process_write_memory(pid_t pid, uint64_t address, const void *data, size_t size)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd >= 0 && pwrite(fd, data, size, (off_t)address) == (ssize_t)size;
}

bool process_executable(pid_t pid, char *text, size_t size)
{
	char link[64];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	length = readlink(link, text, size - 1);
	text[length < 0 ? 0 : length] = '\0';
	return length >= 0;
}

bool process_each_fd(pid_t pid, process_visit_fd *visit, void *arg)
{
	_cleanup_closedir_ DIR *directory = NULL;
	struct dirent *entry;
	char path[64];
	bool goes_on = true;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	directory = opendir(path);
	while (directory && goes_on && (entry = readdir(directory))) {
		int fd = (int)strtol(entry->d_name, NULL, 10);

		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)pid, fd);
		goes_on = visit(fd, path, arg);
	}
	return directory && goes_on;
}
