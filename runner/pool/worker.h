/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A worker executes single cells, contained: its own process (first of a PID namespace where allowed, else a
 * child subreaper), its own session file, its own view of the file system.
 *
 *   worker_start()          one per -j
 *   worker_submit()         hands over one job; the job's test outlives it
 *   worker_result() after worker_fd() became readable: what happened; a batch has as many results as mutants
 *   worker_stop()           ends it and everything that it started
 *
 * A worker that dies by itself (kill -9 included) is reported as an error of the job in flight;
 * the caller may start another.  Nothing started by a worker outlives it.
 */
#ifndef RUNNER_POOL_WORKER_H
#define RUNNER_POOL_WORKER_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/job/job.h"
#include "runner/sandbox/isolation.h"
#include "runner/worker/worker_opts.h"

struct worker;

struct error *worker_start(const struct worker_opts *opts, struct worker **ret) MUST_CHECK;
struct error *worker_submit(struct worker *worker, const struct job *job) MUST_CHECK;
/* What the machine granted of the wish. */
const struct isolation *worker_isolation(const struct worker *worker);
/* Readable when a result (or the worker's death) is to be taken. */
int worker_fd(const struct worker *worker);
/*
 * Takes the finished job's result, or one of a batch (is_more: others follow; with STOP, as undecided as
 * can be).  An error means that the worker is gone.
 */
struct error *worker_result(struct worker *worker, bool stop, struct job_result *ret) MUST_CHECK;
/* Kills what is in flight, ends the worker, frees it; NULL is allowed. */
void worker_stop(struct worker *worker);

#endif
