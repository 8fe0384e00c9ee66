/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that processes under a filter (runner/trace/trace_filter.h) name to the kernel, whether these
 * exist or not. */
#ifndef RUNNER_TRACE_TRACE_NAMES_H
#define RUNNER_TRACE_TRACE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/intern.h"
#include "common/slots.h"
#include "common/vec.h"
#include "runner/trace/trace_filter.h"

enum trace_name_use {
	TRACE_NAME_ASKED = 1,	  /* whether it is there, and of what size and kind */
	TRACE_NAME_OPENED = 2,	  /* for what is in it */
	TRACE_NAME_WRITTEN = 8,	  /* opened for writing */
	TRACE_NAME_EXECUTED = 16, /* opened by exec; where a listener tells, that alone */
	/* Only where a listener tells, instead of TRACE_NAME_OPENED: an instrumented library that the
	 * loader opened; and the program for which it did. */
	TRACE_NAME_LOADED = 32,
	TRACE_NAME_LOADER = 64,
	TRACE_NAME_EMPTIED = 4, /* the first that was done with it: its content was thrown away, or
				   it was made */
};

struct trace_name {
	const char *path;   /* absolute, without "." and ".." */
	unsigned uses;	    /* enum trace_name_use, or-ed */
	unsigned nr_opened; /* how many times TRACE_NAME_OPENED, and by exec */
};

/* True if a process read the file that it runs, without its name. */
bool trace_name_is_own_program(const struct trace_name *name);

struct trace_names {
	struct intern *memory; /* borrowed; owns the paths */
	struct slots known;    /* by address of the path */
	VEC(struct trace_name) names;
	bool is_incomplete; /* some name could not be read, or means another file than it says */
};

/* The task PID is stopped by the filter. */
void trace_names_note(struct trace_names *names, pid_t pid);

/* A name as a system call of KIND with ARGS gives it. */
struct trace_named {
	char *path;   /* absolute; owned; NULL: none, as the call will fail, or has a descriptor */
	char **links; /* that the path has been followed through; NULL: none; owned */
	unsigned use;
	bool is_unknown; /* there is a name that can't be read */
};

/* Of a call of the task PID, which waits. */
struct trace_named trace_names_read(pid_t pid, enum trace_filter_call kind, const uint64_t args[6]);
void trace_named_deinit(struct trace_named *named);
void trace_names_add_links(struct trace_names *names, const struct trace_named *named);
void trace_names_add(struct trace_names *names, const char *path, unsigned use);

#endif
