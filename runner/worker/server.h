/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Client of the fork-server (include/remt/session.h): the test's executable, stopped before main,
 * makes one child per run. What is known of the server is in struct worker_state.
 */
#ifndef RUNNER_WORKER_SERVER_H
#define RUNNER_WORKER_SERVER_H

#include <stdbool.h>

#include "remt/session.h"
#include "runner/worker/worker_state.h"

/*
 * Starts the fork-server of the current test unless it runs. False: it can't be had, and
 * state->refusal says why; further calls for this test fail at once.
 */
bool server_start(struct worker_state *state);

/* Opens the server's standard input anew for a run; -1: errno. */
int server_open_input(struct worker_state *state);

/* Starts a run with FDS as 0, 1, 2; *RET is the child's pid. False: the server is lost. */
bool server_run(struct worker_state *state, const int fds[3], pid_t *ret);

/* Returns the end of a sentence about what keeps a process from serving; NULL: nothing does. */
const char *server_explain(enum remt_refusal refusal);

/*
 * server_send() tells a waiting process to fork with FDS as 0, 1, 2; in FDS of a split, 1 is the
 * output and 2 standard error. server_stay() tells it not to fork.
 */
bool server_send(struct worker_state *state, const int fds[3]);
bool server_stay(struct worker_state *state);
/* True if nobody has the other end of the socket any more. */
bool server_is_closed(const struct worker_state *state);
/*
 * Takes a message with its descriptors, at most REMT_SESSION_MAX_SHARED. False: there is none, or
 * it is not valid. The caller closes the *RET_COUNT descriptors in RET_FDS in any case.
 */
bool server_take_files(struct worker_state *state, struct remt_message *ret, int *ret_fds,
		       unsigned *ret_count);
/* Takes the message of the run's end; false: not yet. */
bool server_take_end(struct worker_state *state, struct remt_message *ret);

#endif
