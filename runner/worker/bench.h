/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bench: everything that a worker process keeps between its jobs.
 * Lives in the worker process only; ends with it.
 */
#ifndef RUNNER_WORKER_BENCH_H
#define RUNNER_WORKER_BENCH_H

#include <stdbool.h>

#include "common/error.h"
#include "remt/session.h"
#include "runner/sandbox/contain.h"
#include "runner/job/entered.h"
#include "runner/sandbox/fence.h"
#include "runner/trace/follow.h"
#include "runner/sandbox/ipc.h"
#include "runner/worker/listener.h"
#include "runner/sandbox/network.h"
#include "runner/trace/planter.h"
#include "runner/worker/reaper.h"
#include "runner/sandbox/view.h"
#include "runner/job/wire.h"
#include "runner/worker/worker_opts.h"

/* Names below the worker's scratch directory; the caller's side knows them, too. */
#define BENCH_OUTPUT "output"
#define BENCH_COVER  "cover"
#define BENCH_ERROR   "error"
#define BENCH_WRITTEN "written"
#define BENCH_CHECKS  "checks"

struct bench {
	const struct worker_opts *opts;
	struct containment containment;
	int control; /* socket to the caller */
	int signals; /* signalfd: SIGCHLD, SIGTERM */
	char *session_path, *output_path, *error_path, *written_path, *checks_path, *cover_path,
		*server_output_path, *tmp_path;
	char *runtime; /* the run-time's path as processes have it mapped; "": it can't be resolved
			*/
	struct remt_session *session;
	struct view *view; /* NULL: none */
	enum fence fence;  /* instead */
	struct ipc ipc;
	struct network network;
	struct reaper reaper;
	struct follow follow; /* of a run that is followed */
	struct planter planter;
	struct entered_reader entered;
	struct listener *listener; /* NULL: what runs name is not wanted, or can't be had */
	struct named_sets named;
	struct wire_sets sets; /* `entered` and `named` */

	/* The test of the last job; the first job brings the first one. */
	struct wire_job current;
	bool has_current;
	char **environ; /* its environment, with what a run needs */

	/* Its fork-server. */
	int server;		 /* socket; -1: not running */
	uint64_t server_inode;	 /* executable that serves */
	bool server_is_listened; /* to what its runs name */
	char *server_input;	 /* file that it has as standard input; NULL: the test's own */
	unsigned nr_server_ends; /* times it went down with what a run left behind */
	char refusal[120];	 /* why this test can't be forked; "": not known to be so */
};

/* By what the job's run is listened to; NULL: it is not. */
struct listener *bench_listener(const struct bench *bench);

/* Prepares the bench in a fresh worker process; what it allocates lives as long as the process. */
struct error *bench_init(struct bench *bench, const struct worker_opts *opts,
			 const struct containment *containment, int control)
	__attribute__((warn_unused_result));

/* Takes JOB's test as the current one (JOB's memory moves), and ends the fork-server of another. */
void bench_take_job(struct bench *bench, struct wire_job *job);

/* Sleeps until the caller has sent something; doesn't return if it is gone or asks for the end. */
void bench_await_job(struct bench *bench);

/*
 * Sleeps until a child ends, FD (-1: none) is readable, or TIMEOUT_MS are over; collects the dead.
 * Doesn't return if the caller is gone or asks for the end.
 */
void bench_wait(struct bench *bench, int fd, int timeout_ms);

/* Gives the next run a fresh network where the last one has used it; ends the fork-server then. */
void bench_renew_network(struct bench *bench);
/* True if something of a run is in the network or among the IPC objects. */
bool bench_is_used(const struct bench *bench);
/* Before a run: nothing of an earlier one is left among IPC objects and in its view; without a view, in its directory for temporary files. */
struct error *bench_refresh(struct bench *bench) __attribute__((warn_unused_result));

/* Kills everything on the bench, fork-server included, and waits for its end; true if there was
 * anything. */
bool bench_clear(struct bench *bench);

/* Clears the bench and ends the process. */
_Noreturn void bench_leave(struct bench *bench);

#endif
