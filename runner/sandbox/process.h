/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernel says of one process, mostly under /proc. */
#ifndef RUNNER_SANDBOX_PROCESS_H
#define RUNNER_SANDBOX_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Of /proc/PID/stat, as much as is used. */
struct process {
	char state;
	pid_t parent;
	uint64_t own_us;      /* user + system time of all its threads */
	uint64_t children_us; /* of children that it waited for; counted in clock ticks */
	uint64_t nr_threads;
	uint64_t resident_kb;
};

/* False if there is no such process. */
bool process_read(pid_t pid, struct process *ret);
/* The first thread of a process may be dead while others live. */
bool process_is_dead(const struct process *process);
/* Processor time of all its threads; 0: there is no such process. */
uint64_t process_cpu_us(pid_t pid);
/* How often it gave its processor away to wait for something; UINT64_MAX: not known. */
uint64_t process_count_waits(pid_t pid);
/* True if it has a handler for a signal that a timer or a descriptor sends. */
bool process_awaits_signals(pid_t pid);
/* True if it has a handler for NUMBER. */
bool process_catches(pid_t pid, int number);
/* True if NUMBER has no effect on it, by its own wish or by default. */
bool process_ignores(pid_t pid, int number);
/* True if a signal, other than NUMBER and those that nobody would notice, waits until it is not
 * blocked any more. */
bool process_has_pending(pid_t pid, int number);
/* True if it has a POSIX timer, or may have one. */
bool process_has_timers(pid_t pid);
/* True if it waits for others without a limit of time: for a child, a signal, or what comes through
 * a pipe. */
bool process_is_waiting(pid_t pid);

/*
 * Calls VISIT for each of its descriptors, with PATH, a name under /proc by which the file can be
 * looked at, until VISIT says false.  False: that has come, or the descriptors can't be listed.
 */
typedef bool process_visit_fd(int fd, const char *path, void *arg);
bool process_each_fd(pid_t pid, process_visit_fd *visit, void *arg);

/* Copies SIZE bytes of its memory; false if not all of them can be read. */
bool process_read_memory(pid_t pid, uint64_t address, void *ret, size_t size);
/* Writes into memory of a process that is traced and stopped, also where it may not write itself:
 * into a copy of its own.  False: not all of it. */
bool process_write_memory(pid_t pid, uint64_t address, const void *data, size_t size);
/* The path of what it executes, as far as it fits into SIZE bytes; false, and "", if that can't be
 * told. */
bool process_executable(pid_t pid, char *text, size_t size);
/* Reads the start of the file at PATH as text; false if there is nothing. */
bool process_read_text(const char *path, char *text, size_t size);

#endif
