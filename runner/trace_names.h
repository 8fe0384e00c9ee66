/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the tracer: the files that traced processes name to the kernel, whether these exist or
 * not. */
#ifndef RUNNER_TRACE_NAMES_H
#define RUNNER_TRACE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/intern.h"
#include "common/slots.h"
#include "common/vec.h"

enum trace_name_use {
	TRACE_NAME_ASKED = 1,	/* whether it is there, and of what size and kind */
	TRACE_NAME_OPENED = 2,	/* for what is in it */
	TRACE_NAME_WRITTEN = 8, /* opened for writing */
	TRACE_NAME_EMPTIED = 4, /* the first that was done with it: its content was thrown away, or
				   it was made */
};

struct trace_name {
	const char *path; /* absolute, without "." and ".." */
	unsigned uses;	  /* enum trace_name_use, or-ed */
	unsigned nr_opened; /* how many times TRACE_NAME_OPENED, and by exec */
};

struct trace_names {
	struct intern *memory; /* borrowed; owns the paths */
	struct slots known;    /* by address of the path */
	VEC(struct trace_name) names;
	bool is_incomplete; /* some name could not be read, or means another file than it says */
};

/* The task PID is stopped by the filter (trace_filter.h). */
void trace_names_note(struct trace_names *names, pid_t pid);

#endif
