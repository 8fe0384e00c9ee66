/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the traced run of a test has shown: its processes and the files that they named. */
#ifndef RUNNER_BASELINE_TRACED_H
#define RUNNER_BASELINE_TRACED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/vec.h"
#include "runner/inventory/coverage.h"

/* A process that had instrumented files mapped at its end. */
struct baseline_process {
	size_t image;	 /* number; equal for processes forked without another exec */
	pid_t first_pid; /* pid of the process that called that exec */
	pid_t pid;
	bool is_attached; /* obeys the session */
	int status;	  /* wait status of the process that called that exec; -1: not known */
	char *exe;	  /* owned */
	char **modules;	  /* paths, at least one; owned */
};

/* A file that was named to the kernel. */
struct baseline_name {
	char *path;	    /* absolute; owned */
	unsigned uses;	    /* enum trace_name_use, or-ed */
	unsigned nr_opened; /* number of times */
};

/* What one traced run showed; see baseline_trace.c. */
struct baseline_traced {
	int status;
	pid_t pid; /* process of the command */
	bool is_timeout;
	bool is_emulated; /* a program ran under valgrind, whose code can have no switches */
	VEC(struct coverage_image) executed; /* instrumented files, in order of execution */
	VEC(struct baseline_process) processes;
	VEC(struct baseline_name) names;
	bool has_all_names;
};

#endif
