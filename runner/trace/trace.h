/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execution tracer: follows a command and all its descendants with ptrace and
 * records every successful execve, and, if that is wanted, which files processes name to the
 * kernel, and have mapped at their end. No other system calls are stopped. Used for discovery, and
 * for the proof that every instrumented process had the run-time attached.
 */
#ifndef RUNNER_TRACE_TRACE_H
#define RUNNER_TRACE_TRACE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/trace/planter.h"
#include "runner/trace/trace_names.h"

struct trace_exec {
	pid_t pid;
	pid_t parent;	 /* process that forked pid */
	size_t sequence; /* order of exec events: the index in `execs` */
	size_t origin;	 /* sequence of the image that forked or replaced itself; SIZE_MAX: the
			    command itself */
	char *path;	 /* of the executable (/proc/PID/exe) */
	char **argv;	 /* NULL-terminated */
	char **environ;	 /* NULL-terminated */
	char *directory; /* cwd */
	char *input;	 /* target of fd 0, e.g. "/dev/null" or a file; pipes give "pipe:[…]"; ""
		      closed */
	unsigned descriptors; /* bit N: descriptor N (0 … 9) is open */
	int status;	      /* wait status of the process at its end; -1: not seen */
	bool is_planted; /* breakpoints were put into it, as into a program with the run-time */
};

/* What a process, or one of its threads, had mapped when it ended. */
struct trace_end {
	pid_t pid;    /* of the process */
	size_t image; /* sequence of the exec that it ran, maybe one of a process that it was forked
			 from */
	char **mapped; /* the watched files, NULL-terminated; never empty */
};

struct trace {
	struct trace_name *names; /* if they were asked for, in order of time; owned */
	size_t nr_names;
	bool has_all_names;	  /* that is all that was named */
	struct trace_exec *execs; /* in order of time; owned */
	size_t nr_execs;
	struct trace_end *ends; /* in order of time; owned */
	size_t nr_ends;
	int status; /* wait status of the command itself */
	bool timed_out;
	bool cancelled;
	bool is_blind; /* only the command itself is recorded */
	void *memory;  /* owns all strings and arrays of the records; equal ones are shared */
};

struct trace_opts {
	char *const *argv;
	const char *directory;
	char *const *environ;
	const char *output_path; /* stdout and stderr go here */
	const char *input_path;	 /* NULL: /dev/null */
	unsigned timeout_ms;	 /* 0: none */
	bool is_contained;	 /* by contain_leavings() */
	bool untraced; /* no ptrace: only the command itself is recorded, its process group
			killed */
	/* Which files are noted where a process has them mapped at its end; NULL: none.  What an
	 * image had mapped that was replaced by another one is not seen. */
	bool (*watches)(const void *arg, const char *path, bool is_executable);
	const void *watches_arg;
	struct planter *planter; /* for statically linked subjects; NULL: there are none */
	bool notes_names; /* of files; where the machine refuses that, has_all_names stays false */
	const volatile sig_atomic_t
		*cancelled; /* set by a signal handler: everything traced is killed; may be NULL */
};

/*
 * Runs and traces in a session of its own.  Everything that the command started is dead when it
 * returns. ERROR_USAGE if the command can't be started, ERROR_INTERNAL if ptrace is refused (the
 * caller may fall back and say so).  Reaps any child of the calling process: there must be no
 * other.
 */
struct error *trace_run(const struct trace_opts *opts, struct trace *ret) MUST_CHECK;

/*
 * As trace_run(), but without ptrace where that is refused; *RET_REFUSAL says why then, owned by
 * the caller; NULL otherwise.
 */
struct error *trace_run_anyhow(const struct trace_opts *opts, struct trace *ret,
			       char **ret_refusal) MUST_CHECK;

void trace_deinit(struct trace *trace);

#endif
