/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execution tracer: follows a command and its descendants with ptrace and records each successful
 * execve. If asked, it also records which files processes name to the kernel, and which ones they
 * have mapped at their end. It serves the discovery, and the proof that each instrumented process
 * had the run-time attached.
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
	size_t sequence; /* its index in `execs` */
	/* sequence of the image that forked or replaced itself; SIZE_MAX: the command */
	size_t origin;
	char *path;	 /* the executable (/proc/PID/exe) */
	char **argv;	 /* NULL-terminated */
	char **environ;	 /* NULL-terminated */
	char *directory; /* working directory */
	/* Target of descriptor 0, such as "/dev/null", a file or "pipe:[…]"; "": closed. */
	char *input;
	unsigned descriptors; /* bit N: descriptor N (0 … 9) is open */
	int status;	      /* wait status of the process at its end; -1: not seen */
	bool is_planted; /* breakpoints were put into it, so it counts as having the run-time */
};

/* What a process had mapped when it, or one of its threads, ended. */
struct trace_end {
	pid_t pid; /* id of the process */
	/* sequence of its exec, which may be that of a process it was forked from */
	size_t image;
	char **mapped; /* the watched files, NULL-terminated; never empty */
};

struct trace {
	struct trace_name *names; /* if they were asked for, in order of time; owned */
	size_t nr_names;
	bool has_all_names;	  /* `names` is complete */
	struct trace_exec *execs; /* in order of time; owned */
	size_t nr_execs;
	struct trace_end *ends; /* in order of time; owned */
	size_t nr_ends;
	int status; /* wait status of the command */
	bool timed_out;
	bool cancelled;
	bool is_blind; /* only the command itself is recorded */
	/* owns all strings and arrays of the records, of which equal ones are shared */
	void *memory;
};

struct trace_opts {
	char *const *argv;
	const char *directory;
	char *const *environ;
	const char *output_path; /* receives stdout and stderr */
	const char *input_path;	 /* NULL: /dev/null */
	unsigned timeout_ms;	 /* 0: none */
	bool is_contained;	 /* by contain_command_fork(); untraced: by contain_leavings() */
	bool untraced; /* no ptrace: only the command is recorded, and its process group killed */
	/*
	 * Selects the files to be noted if a process has them mapped at its end; NULL: none. The
	 * mappings of an image that another exec replaced are not seen.
	 */
	bool (*watches)(const void *arg, const char *path, bool is_executable);
	const void *watches_arg;
	/*
	 * Called when a process has executed another file, and nothing of that yet; NULL: nothing is. False:
	 * the process waits while others go on, and the function is called again a little later; with IS_LAST
	 * it is not.
	 */
	bool (*executed)(void *arg, const struct trace_exec *exec, bool is_last);
	void *executed_arg;
	/*
	 * Called when SIGTRAP stops PID, which runs the image of the exec SEQUENCE; NULL: nothing is. True: it goes on without
	 * the signal.
	 */
	bool (*trapped)(void *arg, pid_t pid, size_t sequence);
	void *trapped_arg;
	struct planter *planter; /* changes statically linked subjects; NULL: there are none */
	/* the names of files are recorded; if that is refused, has_all_names is false */
	bool notes_names;
	/* Set by a signal handler: all traced processes are killed; may be NULL. */
	const volatile sig_atomic_t *cancelled;
};

/*
 * Runs the command in a session of its own and traces it. All that it started is dead on return.
 * ERROR_USAGE if the command can't be started, ERROR_INTERNAL if ptrace is refused. Reaps any child
 * of the calling process, which must have no others.
 */
struct error *trace_run(const struct trace_opts *opts, struct trace *ret) MUST_CHECK;

/*
 * As trace_run(), but runs without ptrace if that is refused. *RET_REFUSAL says why, owned by the
 * caller; NULL: it was traced.
 */
struct error *trace_run_anyhow(const struct trace_opts *opts, struct trace *ret,
			       char **ret_refusal) MUST_CHECK;

void trace_deinit(struct trace *trace);

#endif
