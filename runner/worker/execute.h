/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs one job in a worker process. */
#ifndef RUNNER_WORKER_EXECUTE_H
#define RUNNER_WORKER_EXECUTE_H

#include "runner/job/job.h"
#include "runner/worker/run.h"
#include "runner/worker/worker_state.h"

/* Runs the current job of STATE. *RET lacks only what the harness's rules decide. */
void execute_job(struct worker_state *state, struct job_result *ret);
/*
 * Starts the test's command on FDS; SERVER_FD (-1: none) becomes REMT_SERVER_FD of its processes.
 * False: the run has failed.
 */
bool execute_start(struct run *run, const int fds[3], int server_fd);

#endif
