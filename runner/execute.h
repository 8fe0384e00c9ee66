/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs one job on the bench of a worker process. */
#ifndef RUNNER_EXECUTE_H
#define RUNNER_EXECUTE_H

#include "runner/bench.h"
#include "runner/worker.h"

/* Runs the bench's current job; *RET lacks only what the harness's rules say. */
void execute_job(struct bench *bench, struct job_result *ret);

#endif
