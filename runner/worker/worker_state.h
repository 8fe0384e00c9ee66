/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state that a worker process keeps between its jobs. It lives in that process only and ends
 * with it.
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

/* Names below the worker's scratch directory, which the caller knows, too. */
#define WORKER_OUTPUT  "output"
#define WORKER_COVER   "cover"
#define WORKER_ERROR   "error"
#define WORKER_WRITTEN "written"
#define WORKER_CHECKS  "checks"

struct worker_state {
	const struct worker_opts *opts;
	struct containment containment;
	int control; /* socket to the caller */
	int signals; /* signalfd for SIGCHLD and SIGTERM */
	char *session_path, *output_path, *error_path, *written_path, *checks_path, *cover_path,
		*server_output_path, *tmp_path;
	/* path of the run-time as processes have it mapped; "": it can't be resolved */
	char *runtime;
	struct remt_session *session;
	struct view *view; /* NULL: none */
	enum fence fence;  /* instead of a view */
	struct ipc ipc;
	struct network network;
	struct reaper reaper;
	struct follow follow; /* follows a run that is traced */
	struct planter planter;
	struct entered_reader entered;
	struct listener *listener; /* NULL: names are not wanted, or can't be had */
	struct named_sets named;
	struct wire_sets sets; /* `entered` and `named` */

	/* The last job, whose test is the current one; valid if has_current. */
	struct wire_job current;
	bool has_current;
	char **environ; /* environment of the test, with what a run needs */

	/* The fork-server of the test. */
	int server;		 /* socket; -1: it does not run */
	uint64_t server_inode;	 /* executable that serves */
	bool server_is_listened; /* the names of its runs are noted */
	char *server_input;	 /* file that is its standard input; NULL: the test's own */
	unsigned nr_server_ends; /* times it was ended for what a run left behind */
	char refusal[120];	 /* why this test can't be forked; "": no reason is known */
};

/* Returns what listens to the run of the job; NULL: nothing does. */
struct listener *worker_state_listener(const struct worker_state *state);

/* Prepares STATE in a new worker process. What it allocates lives as long as the process. */
struct error *worker_state_init(struct worker_state *state, const struct worker_opts *opts,
				const struct containment *containment, int control) MUST_CHECK;

/*
 * Takes over JOB, whose memory moves, and makes its test the current one; ends the fork-server of
 * another test.
 */
void worker_state_take_job(struct worker_state *state, struct wire_job *job);

/*
 * Sleeps until the caller has sent something. Does not return if the caller is gone or asks for the
 * end.
 */
void worker_state_await_job(struct worker_state *state);

/*
 * Sleeps until a child ends, FD (-1: none) is readable, or TIMEOUT_MS are over; collects the dead.
 * Does not return if the caller is gone or asks for the end.
 */
void worker_state_wait(struct worker_state *state, int fd, int timeout_ms);

/* Gives the next run a new network if the last run used it, and ends the fork-server then. */
void worker_state_renew_network(struct worker_state *state);
/* True if a run left something in the network or among the IPC objects. */
bool worker_state_is_used(const struct worker_state *state);
/*
 * Before a run: removes what earlier runs left among IPC objects and in the view or, without a
 * view, in the directory for temporary files.
 */
struct error *worker_state_refresh(struct worker_state *state) MUST_CHECK;

/* Ends the fork-server, if it runs, and all that the worker has started. */
void worker_state_stop_server(struct worker_state *state);
/*
 * Kills all processes of the worker, fork-server included, and waits for their end; true if there
 * were any.
 */
bool worker_state_clear(struct worker_state *state);

/* Clears the state and ends the process. */
_Noreturn void worker_state_leave(struct worker_state *state);

#endif
