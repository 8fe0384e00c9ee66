/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files, existing or not, that processes under a filter (runner/trace/trace_filter.h) name to
 * the kernel.
 */
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
	TRACE_NAME_ASKED = 1,	/* asked whether it exists, for its size and kind */
	TRACE_NAME_OPENED = 2,	/* opened for its content */
	TRACE_NAME_WRITTEN = 8, /* opened for writing */
	/* executed; the only use that a listener tells of such a file */
	TRACE_NAME_EXECUTED = 16,
	/*
	 * Only from a listener, instead of TRACE_NAME_OPENED: an instrumented library that the
	 * loader opened, and the program for which it did.
	 */
	TRACE_NAME_LOADED = 32,
	TRACE_NAME_LOADER = 64,
	TRACE_NAME_EMPTIED = 4, /* The first use emptied or made it. */
};

struct trace_name {
	const char *path;   /* absolute, without "." and ".." */
	unsigned uses;	    /* enum trace_name_use, or-ed */
	unsigned nr_opened; /* number of uses with TRACE_NAME_OPENED, exec included */
};

/* True if a process read its own executable by /proc/PID/exe. */
bool trace_name_is_own_program(const struct trace_name *name);

struct trace_names {
	struct intern *memory; /* owns the paths; borrowed */
	struct slots known;    /* index in `names`, by address of the path */
	VEC(struct trace_name) names;
	bool is_incomplete; /* a name could not be read, or leads to another file than it says */
};

/* Adds what the task PID, stopped by the filter, names. */
void trace_names_note(struct trace_names *names, pid_t pid);

/* What a system call of KIND with ARGS names. */
struct trace_named {
	/* Absolute; owned. NULL: none, since the call will fail or uses a descriptor. */
	char *path;
	unsigned use;
	/* Links on the way to `path`, a new name, the directory of a new file; NULL: none; owned. */
	char **asked;
	char **interpreters; /* of the script that is executed; NULL: none; owned */
	bool is_unknown;     /* there is a name, but it can't be read or followed */
};

/* Reads the name in a system call of the task PID, which waits. */
struct trace_named trace_names_read(pid_t pid, enum trace_filter_call kind, const uint64_t args[6]);
void trace_named_deinit(struct trace_named *named);
/* Adds all that NAMED has beside the path. */
void trace_names_add_more(struct trace_names *names, const struct trace_named *named,
			  unsigned use_of_interpreters);
void trace_names_add(struct trace_names *names, const char *path, unsigned use);

#endif
