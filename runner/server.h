/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Client of the fork-server (include/remt/session.h): the test's executable, stopped
 * before main, one child per run.  Its state is part of the bench.
 */
#ifndef RUNNER_SERVER_H
#define RUNNER_SERVER_H

#include <stdbool.h>

#include "remt/session.h"
#include "runner/bench.h"

/*
 * Makes the fork-server of the current test run, if it doesn't.  False: it can't be;
 * bench->refusal says why, and further calls for this test say the same at once.
 */
bool server_start(struct bench *bench);

/* Starts a run with these descriptors as 0, 1, 2; *RET is the child's pid.  False: the server is
 * lost. */
bool server_run(struct bench *bench, const int fds[3], pid_t *ret);

/* Takes the news of the run's end, if there; false: not yet. */
bool server_take_end(struct bench *bench, struct remt_message *ret);

/* Ends the server, if it runs, and everything else on the bench. */
void server_stop(struct bench *bench);

#endif
