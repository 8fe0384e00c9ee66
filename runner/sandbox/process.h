/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernel tells of one process, mostly under /proc. */
#ifndef RUNNER_SANDBOX_PROCESS_H
#define RUNNER_SANDBOX_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The used part of /proc/PID/stat, "714 (cat) R 1 714 …". */
struct process {
	char state;
	pid_t parent;
	uint64_t own_us;      /* user and system time of all its threads */
	uint64_t children_us; /* time of children that it waited for; counted in clock ticks */
	uint64_t nr_threads;
	uint64_t resident_kb;
};

/* False if there is no such process. */
bool process_read(pid_t pid, struct process *ret);
/* False while any thread lives, even if the first one is dead. */
bool process_is_dead(const struct process *process);
/* Processor time of all its threads; 0: no such process. */
uint64_t process_cpu_us(pid_t pid);
/* How often it gave its processor up in order to wait; UINT64_MAX: not known. */
uint64_t process_count_waits(pid_t pid);
/* True if it handles, or may handle, a signal that timers or descriptors send. */
bool process_awaits_signals(pid_t pid);
/* True if it has a handler for the signal NUMBER. */
bool process_catches(pid_t pid, int number);
/* True if the signal NUMBER has no effect on it, by its own choice or by default. */
bool process_ignores(pid_t pid, int number);
/* True if a blocked signal waits, other than NUMBER or a SIGCHLD without handler. */
bool process_has_pending(pid_t pid, int number);
/* True if it has, or may have, a POSIX timer. */
bool process_has_timers(pid_t pid);
/* True if it waits without a time limit for a child, a signal or a pipe. */
bool process_is_waiting(pid_t pid);

/*
 * Calls VISIT for each descriptor, until VISIT returns false; PATH is a name under /proc that leads
 * to the file. Returns false if VISIT did, or if the descriptors can't be listed.
 */
typedef bool process_visit_fd(int fd, const char *path, void *arg);
bool process_each_fd(pid_t pid, process_visit_fd *visit, void *arg);

/* Copies SIZE bytes of its memory; false if some can't be read. */
bool process_read_memory(pid_t pid, uint64_t address, void *ret, size_t size);
/*
 * Writes into the memory of a process that is traced and stopped. A page that the process may not
 * write becomes a private copy. False if some bytes can't be written.
 */
bool process_write_memory(pid_t pid, uint64_t address, const void *data, size_t size);
/*
 * Writes the path of its executable to TEXT, cut to SIZE bytes; false, and "", if it can't be told.
 */
bool process_executable(pid_t pid, char *text, size_t size);
/* Reads the start of the file PATH as text; false if it is empty or can't be read. */
bool process_read_text(const char *path, char *text, size_t size);

#endif
