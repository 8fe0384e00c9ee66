/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Client of the fork-server (include/remt/session.h): the test's executable, stopped
 * before main, one child per run.  Its state is part of the state.
 */
#ifndef RUNNER_WORKER_SERVER_H
#define RUNNER_WORKER_SERVER_H

#include <stdbool.h>

#include "remt/session.h"
#include "runner/worker/worker_state.h"

/*
 * Makes the fork-server of the current test run, if it doesn't.  False: it can't be;
 * state->refusal says why, and further calls for this test say the same at once.
 */
bool server_start(struct worker_state *state);

/* What the server has as standard input, opened anew for a run; -1: errno. */
int server_open_input(struct worker_state *state);

/* Starts a run with these descriptors as 0, 1, 2; *RET is the child's pid.  False: the server is
 * lost. */
bool server_run(struct worker_state *state, const int fds[3], pid_t *ret);

/* A sentence's end for what keeps a process from serving; NULL for none. */
const char *server_explain(enum remt_refusal refusal);

/* Tells a process that waits for it to fork, with these descriptors as 0, 1, 2 or the output at the second
 * and standard error at the third; or not to. */
bool server_send(struct worker_state *state, const int fds[3]);
bool server_stay(struct worker_state *state);
/* True if nobody has the other end of the socket any more. */
bool server_is_closed(const struct worker_state *state);
/* Takes a message, if there, with the descriptors that came with it: no more than
 * REMT_SESSION_MAX_SHARED. False: none yet. */
bool server_take_files(struct worker_state *state, struct remt_message *ret, int *ret_fds,
		       unsigned *ret_count);
/* Takes the news of the run's end, if there; false: not yet. */
bool server_take_end(struct worker_state *state, struct remt_message *ret);

#endif
