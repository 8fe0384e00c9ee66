/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state: everything that a worker process keeps between its jobs.
 * Lives in the worker process only; ends with it.
 */
#ifndef RUNNER_WORKER_WORKER_STATE_H
#define RUNNER_WORKER_WORKER_STATE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/session.h"
#include "runner/job/entered_set.h"
#include "runner/job/wire.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/fence.h"
#include "runner/sandbox/ipc.h"
#include "runner/sandbox/network.h"
#include "runner/sandbox/view.h"
#include "runner/trace/follow.h"
#include "runner/trace/planter.h"
#include "runner/worker/listener.h"
#include "runner/worker/reaper.h"
#include "runner/worker/worker_opts.h"

/* Names below the worker's scratch directory; the caller's side knows them, too. */
#define WORKER_OUTPUT  "output"
#define WORKER_COVER   "cover"
#define WORKER_ERROR   "error"
#define WORKER_WRITTEN "written"
#define WORKER_CHECKS  "checks"

struct worker_state {
	const struct worker_opts *opts;
	struct containment containment;
	int control; /* socket to the caller */
	int signals; /* signalfd: SIGCHLD, SIGTERM */
	char *session_path, *output_path, *error_path, *written_path, *checks_path, *cover_path,
		*server_output_path, *tmp_path;
	char *runtime; /* the run-time's path as processes have it mapped; "": it can't be
			resolved */
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
struct listener *worker_state_listener(const struct worker_state *state);

/* Prepares the state in a fresh worker process; what it allocates lives as long as the process. */
struct error *worker_state_init(struct worker_state *state, const struct worker_opts *opts,
				const struct containment *containment, int control) MUST_CHECK;

/* Takes JOB's test as the current one (JOB's memory moves), and ends the fork-server of another. */
void worker_state_take_job(struct worker_state *state, struct wire_job *job);

/* Sleeps until the caller has sent something; doesn't return if it is gone or asks for the end. */
void worker_state_await_job(struct worker_state *state);

/*
 * Sleeps until a child ends, FD (-1: none) is readable, or TIMEOUT_MS are over; collects the dead.
 * Doesn't return if the caller is gone or asks for the end.
 */
void worker_state_wait(struct worker_state *state, int fd, int timeout_ms);

/* Gives the next run a fresh network where the last one has used it; ends the fork-server then. */
void worker_state_renew_network(struct worker_state *state);
/* True if something of a run is in the network or among the IPC objects. */
bool worker_state_is_used(const struct worker_state *state);
/* Before a run: nothing of an earlier one is left among IPC objects and in its view; without a view, in its directory for temporary files. */
struct error *worker_state_refresh(struct worker_state *state) MUST_CHECK;

/* Ends the fork-server, if it runs, and all that the worker has started. */
void worker_state_stop_server(struct worker_state *state);
/* Kills everything on the state, fork-server included, and waits for its end; true if there was
 * anything. */
bool worker_state_clear(struct worker_state *state);

/* Clears the state and ends the process. */
_Noreturn void worker_state_leave(struct worker_state *state);

#endif
