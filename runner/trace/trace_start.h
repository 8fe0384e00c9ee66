/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside the tracer: starts the command. It waits between fork and exec, so that the tracer can
 * seize it.
 *
 *   trace_start_init()
 *   trace_start_fork()
 *   trace_start_go()
 *   trace_start_failed()   when the command has ended
 *   trace_start_deinit()   in any case
 */
#ifndef RUNNER_TRACE_TRACE_START_H
#define RUNNER_TRACE_TRACE_START_H

#include <signal.h>
#include <sys/types.h>

#include "common/error.h"
#include "common/intern.h"
#include "runner/sandbox/contain_command.h"
#include "runner/trace/trace.h"
#include "runner/trace/trace_filter.h"
#include "runner/trace/trace_record.h"

struct trace_start {
	const struct trace_opts *opts;
	int go[2];     /* closed by the parent when the child may exec */
	int failed[2]; /* receives errno if exec fails; closed by the exec */
	int input, output;
	struct contain_command containment;
	char **environ;
	/* the variable that was added to the environment of the options, or changed there */
	struct trace_addition addition;
	sigset_t mask; /* signal mask of the command */
	struct trace_filter
		*filter;   /* NULL: names of files were not asked for, or no filter can be made */
	bool *is_filtered; /* shared with the child, which sets it when it is under the filter */
};

/* Opens files and makes the environment; the strings of `addition` are in MEMORY. */
struct error *trace_start_init(struct trace_start *start, const struct trace_opts *opts,
			       const sigset_t *mask, struct intern *memory) MUST_CHECK;

struct error *trace_start_fork(struct trace_start *start, pid_t *ret_pid) MUST_CHECK;
void trace_start_go(struct trace_start *start);

/* Returns the error number that prevented the exec; 0: it succeeded. To be called once. */
int trace_start_failed(const struct trace_start *start);

/* True if the command was under the filter that shows the names of files. */
bool trace_start_is_filtered(const struct trace_start *start);

void trace_start_deinit(struct trace_start *start);

#endif
