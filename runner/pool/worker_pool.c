/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts, feeds and replaces the workers, and waits for all of them by poll(). */
#include "runner/pool/worker_pool.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

struct worker_pool_worker {
	struct worker *worker;
	char *scratch; /* owned */
	uint64_t job;  /* id of the job in flight */
	bool is_busy;
	bool is_stopping; /* its batch must end early */
};

struct worker_pool {
	struct worker_pool_opts opts;
	struct worker_pool_worker *workers;
	struct pollfd *polled; /* scratch of worker_pool_wait() */
	unsigned nr_busy;
};

static struct error *worker_pool_start(struct worker_pool *pool, unsigned index)
{
	struct worker_opts opts = {
		.scratch = pool->workers[index].scratch,
		.runtime = pool->opts.runtime,
		.variants = pool->opts.variants,
		.subjects = pool->opts.subjects,
		.view_root = pool->opts.view_root,
		.wish = pool->opts.wish,
		.entered = pool->opts.entered,
		.named = pool->opts.named,
		.modules = pool->opts.modules,
		.nr_workers = pool->opts.nr_workers,
	};

	return worker_start(&opts, &pool->workers[index].worker);
}

struct error *worker_pool_create(const struct worker_pool_opts *opts, struct worker_pool **ret)
{
	struct worker_pool *pool = xcalloc(1, sizeof(*pool));
	struct error *err = NULL;

	pool->opts = *opts;
	pool->workers = xcalloc(opts->nr_workers, sizeof(*pool->workers));
	pool->polled = xcalloc(opts->nr_workers, sizeof(*pool->polled));
	for (unsigned i = 0; i < opts->nr_workers && !err; i++) {
		pool->workers[i].scratch = xasprintf("%s/worker-%u", opts->scratch, i);
		if (mkdir(pool->workers[i].scratch, 0700) < 0 && errno != EEXIST)
			err = error_errno(ERROR_INTERNAL, errno, "making %s",
					  pool->workers[i].scratch);
		else
			err = worker_pool_start(pool, i);
	}
	if (err) {
		worker_pool_destroy(pool);
		return err;
	}
	*ret = pool;
	return NULL;
}

void worker_pool_destroy(struct worker_pool *pool)
{
	if (!pool)
		return;
	for (unsigned i = 0; i < pool->opts.nr_workers; i++) {
		worker_stop(pool->workers[i].worker);
		free(pool->workers[i].scratch);
	}
	free(pool->workers);
	free(pool->polled);
	free(pool);
}

const struct isolation *worker_pool_isolation(const struct worker_pool *pool)
{
	return worker_isolation(pool->workers[0].worker);
}

unsigned worker_pool_count(const struct worker_pool *pool)
{
	return pool->opts.nr_workers;
}

unsigned worker_pool_count_busy(const struct worker_pool *pool)
{
	return pool->nr_busy;
}

bool worker_pool_is_idle(const struct worker_pool *pool, unsigned worker)
{
	return !pool->workers[worker].is_busy;
}

unsigned worker_pool_idle(const struct worker_pool *pool)
{
	for (unsigned i = 0; i < pool->opts.nr_workers; i++)
		if (!pool->workers[i].is_busy)
			return i;
	return WORKER_POOL_NO_WORKER;
}

struct error *worker_pool_submit(struct worker_pool *pool, unsigned worker, const struct job *job)
{
	struct worker_pool_worker *target = &pool->workers[worker];
	struct error *err = worker_submit(target->worker, job);

	if (err) {
		/*
		 * The worker died between two jobs. The new one gets the job; a second death is an
		 * error.
		 */
		error_destroy(err);
		worker_stop(target->worker);
		target->worker = NULL;
		err = worker_pool_start(pool, worker);
		if (!err)
			err = worker_submit(target->worker, job);
		if (err)
			return err;
	}
	target->job = job->id;
	target->is_busy = true;
	target->is_stopping = false;
	pool->nr_busy++;
	return NULL;
}

void worker_pool_stop_batches(struct worker_pool *pool)
{
	for (unsigned i = 0; i < pool->opts.nr_workers; i++)
		pool->workers[i].is_stopping = true;
}

static struct error *worker_pool_take(struct worker_pool *pool, unsigned index,
				      struct worker_pool_result *ret)
{
	struct worker_pool_worker *worker = &pool->workers[index];
	struct error *err;

	*ret = (struct worker_pool_result){ .worker = index };
	err = worker_result(worker->worker, worker->is_stopping, &ret->result);
	if (!err && ret->result.is_more)
		return NULL;
	worker->is_busy = false;
	pool->nr_busy--;
	if (!err)
		return NULL;
	ret->is_lost = true;
	ret->result = (struct job_result){ .id = worker->job, .mode = WORKER_NONE };
	snprintf(ret->result.error, sizeof(ret->result.error), "%s", err->message);
	error_destroy(err);
	worker_stop(worker->worker);
	worker->worker = NULL;
	return worker_pool_start(pool, index);
}

struct error *worker_pool_wait(struct worker_pool *pool, int timeout_ms,
			       struct worker_pool_result *ret, bool *ret_found)
{
	*ret_found = false;
	for (unsigned i = 0; i < pool->opts.nr_workers; i++)
		pool->polled[i] = (struct pollfd){
			.fd = pool->workers[i].is_busy ? worker_fd(pool->workers[i].worker) : -1,
			.events = POLLIN,
		};
	int ready = poll(pool->polled, pool->opts.nr_workers, timeout_ms);

	if (ready < 0 && errno != EINTR)
		return error_errno(ERROR_INTERNAL, errno, "waiting for workers");
	if (ready <= 0 || (pool->opts.cancelled && *pool->opts.cancelled))
		return NULL;
	for (unsigned i = 0; i < pool->opts.nr_workers; i++)
		if (pool->polled[i].revents) {
			*ret_found = true;
			return worker_pool_take(pool, i, ret);
		}
	return NULL;
}
