/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pool: all workers of a campaign. If a worker dies, the pool replaces it, and the job comes
 * back as lost.
 *
 *   worker_pool_create()
 *   while (there is work) {
 *           worker_pool_submit() to every worker_pool_idle()
 *           worker_pool_wait()   for one result
 *   }
 *   worker_pool_destroy()
 */
#ifndef RUNNER_POOL_WORKER_POOL_H
#define RUNNER_POOL_WORKER_POOL_H

#include <signal.h>
#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/pool/worker.h"

#define WORKER_POOL_NO_WORKER UINT32_MAX

struct worker_pool;

struct worker_pool_opts {
	unsigned nr_workers;
	const char *scratch; /* existing directory on tmpfs, with a folder for each worker */
	const char *runtime;
	const char *variants; /* as in struct worker_opts, like `subjects`; NULL: none */
	const struct subject_list *subjects;
	const char *view_root; /* NULL: no view */
	enum contain_wish wish;
	struct entered_sets *entered;  /* receives the functions that results name */
	struct named_sets *named;      /* receives the files that results name; NULL: not wanted */
	const struct modules *modules; /* needed for `named` */
	const volatile sig_atomic_t *cancelled; /* ends worker_pool_wait() early; may be NULL */
};

struct worker_pool_result {
	unsigned worker;
	bool is_lost; /* the worker died; result.error says how */
	struct job_result result;
};

struct error *worker_pool_create(const struct worker_pool_opts *opts,
				 struct worker_pool **ret) MUST_CHECK;
/* Kills what is in flight; NULL is allowed. */
void worker_pool_destroy(struct worker_pool *pool);

/* Returns what separates the runs, equal for all workers. */
const struct isolation *worker_pool_isolation(const struct worker_pool *pool);

unsigned worker_pool_count(const struct worker_pool *pool);
unsigned worker_pool_count_busy(const struct worker_pool *pool);
bool worker_pool_is_idle(const struct worker_pool *pool, unsigned worker);
/* Returns an idle worker, or WORKER_POOL_NO_WORKER. */
unsigned worker_pool_idle(const struct worker_pool *pool);

struct error *worker_pool_submit(struct worker_pool *pool, unsigned worker,
				 const struct job *job) MUST_CHECK;
/* Lets the workers finish the runs in flight of their batches, and begin no more. */
void worker_pool_stop_batches(struct worker_pool *pool);
/*
 * Waits up to TIMEOUT_MS (negative: for ever) for a result. *RET_FOUND is false if none came, or on
 * cancellation. An error means that a worker could not be replaced.
 */
struct error *worker_pool_wait(struct worker_pool *pool, int timeout_ms,
			       struct worker_pool_result *ret, bool *ret_found) MUST_CHECK;

#endif
