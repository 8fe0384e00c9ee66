/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A worker runs jobs, one after the other, in a process of its own: contained, with its own session
 * file and its own view of the file system.
 *
 *   worker_start()    one per -j
 *   worker_submit()   hands over one job; the job's test must outlive it
 *   worker_result()   once worker_fd() is readable; a batch has one result per mutant
 *   worker_stop()     ends the worker and everything that it started
 *
 * If a worker dies by itself (kill -9 included), the job in flight gets an error, and the caller
 * may start another worker. Nothing that a worker started outlives it.
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
/* Returns what the machine granted of the wish. */
const struct isolation *worker_isolation(const struct worker *worker);
/* Readable if a result, or the worker's death, can be taken. */
int worker_fd(const struct worker *worker);
/*
 * Takes the result of the job, or the next one of a batch. is_more in a result says that others
 * follow; with STOP, as many of these as possible are undecided. An error means that the worker is
 * gone.
 */
struct error *worker_result(struct worker *worker, bool stop, struct job_result *ret) MUST_CHECK;
/* Kills what is in flight, ends the worker and frees it; NULL is allowed. */
void worker_stop(struct worker *worker);

#endif
