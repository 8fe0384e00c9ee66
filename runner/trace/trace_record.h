/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside the tracer: reads from /proc what is known of a process that is stopped at its exec or its
 * end.
 */
#ifndef RUNNER_TRACE_TRACE_RECORD_H
#define RUNNER_TRACE_TRACE_RECORD_H

#include <sys/types.h>

#include "common/intern.h"
#include "runner/trace/trace.h"

/* A variable that the tracer adds to the environment of the command. */
struct trace_addition {
	const char *added;    /* "NAME=VALUE" as the traced programs see it */
	const char *original; /* what it replaced; NULL: the variable was not set */
};

/*
 * Fills path, argv, environ, directory, input and descriptors; what can't be read is empty.
 * ADDITION is taken back from the environment.
 */
void trace_record_read(struct trace_exec *ret, pid_t pid, const struct trace_addition *addition,
		       struct intern *memory);

/* Fills the same fields for the command of OPTS from OPTS, if nobody traces it. */
void trace_record_guess(struct trace_exec *ret, const struct trace_opts *opts,
			struct intern *memory);

/*
 * Returns the files that PID has mapped and OPTS watches, each once, NULL-terminated, in MEMORY;
 * NULL: none.
 */
char **trace_record_mapped(pid_t pid, const struct trace_opts *opts, struct intern *memory);

#endif
